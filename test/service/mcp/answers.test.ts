import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { buildToolResult } from '../../../shared/service/mcp/call.ts';
import { CALLABLE_TOOLS } from '../../../shared/service/mcp/callable.ts';
import { adviseOnNextStep } from '../../../shared/service/mcp/next-step-advice.ts';
import { RESULT_MAX_BYTES, shortenResult } from '../../../shared/service/mcp/shorten.ts';
import { formatToolError } from '../../../shared/service/mcp/tool-error.ts';
import { present } from '../../support/present.ts';

const tool = (name: string) => present(CALLABLE_TOOLS.find((each) => each.name === name));
const answer = (data: unknown, meta = {}) => ({
  statusCode: 200,
  body: JSON.stringify({ success: true, data, meta }),
});
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const cut = z.object({
  data: z.array(z.unknown()),
  meta: z.looseObject({
    shortened: z.array(z.object({ at: z.string(), shown: z.number(), of: z.number() })),
  }),
});

const rows = Array.from({ length: 100 }, (_, index) => ({ id: `strat_${index}`, name: 'x'.repeat(200) }));

describe('a long answer of an MCP tool', () => {
  test('a long answer is shortened to 8 kB', () => {
    const { structuredContent, content } = buildToolResult(tool('list_strategies'), answer(rows), {});
    expect(bytes(structuredContent)).toBeLessThanOrEqual(RESULT_MAX_BYTES);
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
    const { data, meta } = cut.parse(structuredContent);
    expect(data).toEqual(rows.slice(0, data.length));
    expect(meta).toMatchObject({
      shortened: [{ at: 'data', shown: data.length, of: 100 }],
      hint: expect.stringContaining('full: true'),
    });
  });

  test('a long answer is complete when the call has the argument full=true', () => {
    const { structuredContent } = buildToolResult(tool('list_strategies'), answer(rows), { full: true });
    expect(structuredContent).toEqual({ data: rows });
  });

  test('the answer of a tool that writes, such as a deposit, is never shortened', () => {
    const steps = rows.map((row) => ({ ...row, type: 'deposit' }));
    const data = { id: 'txn_1', settlement: 'onchain', status: 'pending', steps };
    const { structuredContent } = buildToolResult(tool('deposit'), answer(data), {});
    expect(structuredContent).toMatchObject({ data });
  });

  test('a shortened answer still contains every step of a transaction', () => {
    const data = { id: 'txn_1', steps: rows, hashes: rows.map(({ id }) => id.padEnd(200, 'x')) };
    expect(shortenResult({ data })).toMatchObject({ data: { steps: rows } });
  });

  test('a long answer that is a list is shortened to 8 kB plus at most one list item', () => {
    const item = fc.record({
      id: fc.nat(),
      inner: fc.array(fc.string({ maxLength: 40 }), { maxLength: 30 }),
    });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 60 }), (data) => {
        const short = shortenResult({ data, meta: {} });
        expect(bytes(short)).toBeLessThanOrEqual(RESULT_MAX_BYTES + bytes(data[0]));
        expect(z.object({ data: z.array(z.unknown()) }).parse(short).data.length).toBeGreaterThan(0);
        if (bytes({ data, meta: {} }) <= RESULT_MAX_BYTES) expect(short).toEqual({ data, meta: {} });
      }),
    );
  });
});

describe('the next step in an MCP answer', () => {
  const onchain = {
    id: 'txn_1',
    settlement: 'onchain',
    chain: 'base',
    wallet_address: '0xabc',
    expires_at: '2026-01-01T00:00:00.000Z',
  };
  const steps = [{ type: 'approve' }, { type: 'deposit' }];

  test('the next step of a sandbox deposit is to tell the user that no money moved', () => {
    const data = { id: 'txn_1', settlement: 'sandbox', status: 'confirmed', wallet_address: null };
    const { structuredContent } = buildToolResult(tool('deposit'), answer(data), {});
    expect(structuredContent).toMatchObject({
      meta: { next: 'Only the test ledger changed. Tell the user that no money moved.' },
    });
  });

  test('the next step of a pending transaction is to sign and send its steps, in order and before the deadline', () => {
    expect(adviseOnNextStep({ ...onchain, status: 'pending', steps })).toMatch(
      /^No money has moved: the steps are only prepared\. The owner of the wallet 0xabc must sign and send the 2 steps in order on base before 2026/,
    );
    const permit = [{ type: 'permit' }, { type: 'deposit' }];
    expect(adviseOnNextStep({ ...onchain, status: 'pending', steps: permit })).toContain('sign_transaction');
    expect(adviseOnNextStep({ ...onchain, status: 'pending', steps })).not.toContain('sign_transaction');
  });

  test('the next step names the spender and the amount of each approval', () => {
    const spender = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
    const word = spender.slice(2).toLowerCase().padStart(64, '0');
    const approval = { type: 'approve', to: '0xasset', data: `0x095ea7b3${word}` };
    const permit = { type: 'permit', typed_data: JSON.stringify({ message: { spender } }) };
    const deposit = { type: 'deposit', to: '0xrouter' };
    const amount = { requested_amount: '25.5', asset: 'USDC', status: 'pending' };
    expect(adviseOnNextStep({ ...onchain, ...amount, steps: [approval, deposit] })).toContain(
      `1. approve: lets ${spender} take 25.5 USDC. 2. deposit of 25.5 USDC at 0xrouter.`,
    );
    expect(adviseOnNextStep({ ...onchain, ...amount, steps: [permit, deposit] })).toContain(
      `1. permit: lets ${spender} take 25.5 USDC.`,
    );
    const all = { status: 'pending', steps: [approval, { type: 'redeem', to: '0xrouter' }] };
    expect(adviseOnNextStep({ ...onchain, ...all })).toContain(
      `1. approve: lets ${spender} take the shares. 2. redeem of the whole amount at 0xrouter.`,
    );
  });

  test('the next step after the creation of an alert is to read the events', () => {
    expect(adviseOnNextStep({ id: 'alr_1', kind: 'apy_below', target: 'strategy' })).toContain('list_events');
  });

  test('the next steps of a move between vaults are listed in order', () => {
    const part = { ...onchain, status: 'pending', steps };
    const both = {
      withdrawal: { ...part, chain: 'base' },
      deposit: { ...part, id: 'txn_2', chain: 'base2' },
    };
    expect(adviseOnNextStep(both)).toMatch(/^First the withdrawal: .* Then the deposit: /);
  });

  test.each(['submitted', 'included', 'confirmed', 'reversed', 'failed', 'expired', 'cancelled'])(
    'the next step is described for a transaction in the state %s',
    (state) => {
      expect(adviseOnNextStep({ ...onchain, status: state })?.length).toBeGreaterThan(20);
    },
  );

  test('an answer has no next step if it does not contain a single transaction or its state is unknown', () => {
    expect(adviseOnNextStep({ id: 'strat_1', settlement: 'sandbox' })).toBeUndefined();
    expect(adviseOnNextStep([{ id: 'txn_1', settlement: 'sandbox' }])).toBeUndefined();
    expect(adviseOnNextStep({ ...onchain, status: 'a status of tomorrow' })).toBeUndefined();
  });
});

test('the answer to a call above the rate limit states the seconds to wait', () => {
  const error = { code: 'rate_limit_exceeded', message: 'No.', details: { retry_after_seconds: 7 } };
  expect(JSON.parse(formatToolError(429, error))).toMatchObject({
    advice: 'Wait 7 seconds, then call again.',
  });
});

test('tools that move money accept an idempotency key, and tools that read do not', () => {
  expect(tool('deposit').route.isIdempotent).toBe(true);
  expect(tool('list_strategies').route.isIdempotent).toBe(false);
});
