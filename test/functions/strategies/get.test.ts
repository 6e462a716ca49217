import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { successBody } from '../../../shared/contract/envelope.ts';
import { strategies } from '../../../shared/contract/strategies.ts';
import type { Handler } from '../../../shared/middleware/endpoint.ts';
import { putStrategies } from '../../../shared/repositories/strategies.ts';
import { type EmbeddedTable, startTable } from '../../support/embedded-table.ts';
import { type Answer, call } from '../../support/event.ts';
import { handlersOn } from '../../support/handlers.ts';
import { strategyRecordOf } from '../../support/records.ts';

const route = strategies.get;
const listed = strategyRecordOf({ id: 'strat_listed', apy_reward: 1.5 });
const unlisted = strategyRecordOf({ id: 'strat_unlisted', status: 'unlisted' });

let table: EmbeddedTable;
let handler: Handler;
const keys = { reader: '', other: '' };

beforeAll(async () => {
  table = await startTable();
  const { keyWith } = await handlersOn(table);
  keys.reader = await keyWith('strategies:read');
  keys.other = await keyWith('wallet:read');
  ({ handler } = await import('../../../functions/strategies/get.ts'));
  await putStrategies(table, [listed, unlisted]);
});
afterAll(() => table.stop());

function get(id: string, query: Record<string, string> = {}, key = keys.reader): Promise<Answer> {
  return call(handler, route, { params: { id }, query, headers: { 'X-API-KEY': key } });
}

describe('200', () => {
  test('gives the strategy with its risk and origin, and nothing that only the service needs', async () => {
    const { status, body } = await get(listed.id);
    expect(status).toBe(200);
    successBody(route.response, route).parse(body);
    const { source_pool_id: _pool, outlier: _outlier, ...visible } = listed;
    expect(body).toEqual({ success: true, data: visible, meta: {} });
  });

  test('gives a strategy that is no longer listed', async () => {
    const { status, body } = await get(unlisted.id);
    expect([status, body.data.status]).toEqual([200, 'unlisted']);
  });
});

describe('404 strategy_not_found', () => {
  test.each([
    'strat_unknown',
    'STRAT_LISTED',
    'nothing',
    'strat_listed ',
    "strat_' OR 1=1",
    '../strat_listed',
    '🦄',
  ])('for the id %j', async (id) => {
    const { status, body } = await get(id);
    expect(status).toBe(404);
    expect(body).toEqual({
      success: false,
      error: { code: 'strategy_not_found', message: 'There is no strategy with this id.' },
    });
  });
});

describe('400', () => {
  test.each(['x'.repeat(129), 'strat\u0000', '\uFFFD'])('for the id %j', async (id) => {
    const { status, body } = await get(id);
    expect(status).toBe(400);
    expect(body.error.details.issues).toEqual([
      { path: 'params.id', message: 'must be 1 to 128 printable characters' },
    ]);
  });

  test('for a query parameter, as there is none', async () => {
    const { status, body } = await get(listed.id, { fields: 'name' });
    expect(status).toBe(400);
    expect(body.error.details.issues).toEqual([
      { path: 'query.fields', message: 'is not a parameter of this endpoint (known: none)' },
    ]);
  });
});

describe('a caller', () => {
  test('without a credential gets 401, whether the strategy exists or not', async () => {
    for (const id of [listed.id, 'strat_unknown']) {
      const { status, body } = await call(handler, route, { params: { id } });
      expect([status, body.error.code]).toEqual([401, 'unauthorized']);
    }
  });

  test('whose key lacks the scope gets 403', async () => {
    const { status, body } = await get(listed.id, {}, keys.other);
    expect([status, body.error.code]).toEqual([403, 'forbidden']);
  });
});
