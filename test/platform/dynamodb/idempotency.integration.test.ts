import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../../../shared/platform/contract/errors.ts';
import { transactIf } from '../../../shared/platform/dynamodb/transact.ts';
import { type IdempotentRequest, once } from '../../../shared/platform/idempotency/idempotency.ts';
import { storedResponseKeyOf } from '../../../shared/platform/idempotency/stored-responses.ts';
import type { Reply } from '../../../shared/platform/request.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const NOON = new Date('2026-03-01T12:00:00Z');
const HOUR_MS = 3_600_000;
let requests = 0;

function request(changes: Partial<IdempotentRequest> = {}) {
  requests += 1;
  return {
    ownerId: 'usr_a',
    routeId: 'things.create',
    key: `key-${requests}`,
    input: { name: 'x' },
    now: NOON,
    status: 201 as const,
    ...changes,
  };
}

/** A service that creates one item per execution, in one transaction with the idempotency key. */
function service() {
  const made: Reply[] = [];
  let executions = 0;
  const run = (keyedRequest: ReturnType<typeof request>) =>
    once(table, keyedRequest, async (claim) => {
      executions += 1;
      const id = `thing-${requests}-${executions}`;
      const reply = { data: { id, secret: 's3cret' }, meta: { as_of: keyedRequest.now.toISOString() } };
      const result = await transactIf(table, [
        { Put: { Item: { pk: id, sk: 'THING' }, ConditionExpression: 'attribute_not_exists(pk)' } },
        ...(await claim(reply)),
      ]);
      if (!result.committed) throw new Error('The claim was lost');
      made.push(reply);
      return reply;
    });
  return { run, made };
}

describe('a request with an idempotency key', () => {
  test('every repeat of an idempotency key returns the first answer', async () => {
    const { run, made } = service();
    const keyedRequest = request();
    const first = await run(keyedRequest);
    const again = await run({ ...keyedRequest, now: new Date(NOON.getTime() + 23 * HOUR_MS) });
    expect(again.data).toEqual(first.data);
    expect(again.meta).toEqual(first.meta);
    expect(again.status).toBe(201);
    expect(made).toHaveLength(1);
  });

  test('identical concurrent requests with one idempotency key run the operation once', async () => {
    const { run, made } = service();
    const keyedRequest = request();
    const answers = await Promise.all(Array.from({ length: 16 }, () => run(keyedRequest)));
    expect(made).toHaveLength(1);
    for (const answer of answers) expect(answer.data).toEqual(made[0]?.data);
  });

  test('the second of two requests with one idempotency key but different bodies is rejected', async () => {
    const { run, made } = service();
    const keyedRequest = request();
    await run(keyedRequest);
    await expect(run({ ...keyedRequest, input: { name: 'y' } })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(made).toHaveLength(1);
  });

  test('an idempotency key can be used for another request after 24 hours', async () => {
    const { run, made } = service();
    const keyedRequest = request();
    await run(keyedRequest);
    await run({ ...keyedRequest, now: new Date(NOON.getTime() + 24 * HOUR_MS), input: { name: 'other' } });
    expect(made).toHaveLength(2);
  });

  test('two accounts, or two endpoints, can use the same idempotency key independently', async () => {
    const { run, made } = service();
    const keyedRequest = request();
    await run(keyedRequest);
    await run({ ...keyedRequest, ownerId: 'usr_b' });
    await run({ ...keyedRequest, routeId: 'things.other' });
    expect(made).toHaveLength(3);
  });

  test('a request without an idempotency key always runs the operation', async () => {
    const { run, made } = service();
    await run(request({ key: undefined }));
    await run(request({ key: undefined }));
    expect(made).toHaveLength(2);
  });

  test('only errors with the status 422 are stored as the answer of an idempotency key', async () => {
    for (const [error, kept] of [
      [new ApiError('insufficient_balance', { message: 'Not enough.', details: { available: '1' } }), true],
      [new ApiError('invalid_request'), false],
      [new ApiError('strategy_not_found'), false],
      [new ApiError('internal_error'), false],
      [new Error('broken pipe'), false],
    ] as const) {
      const keyedRequest = request();
      const failing = once(table, keyedRequest, async () => {
        throw error;
      });
      await expect(failing).rejects.toThrow(error);
      const { run, made } = service();
      const again = run(keyedRequest);
      if (kept) {
        const { code, message, details } = error;
        await expect(again).rejects.toMatchObject({ code, message, details, replayed: true });
      } else await again;
      expect(made).toHaveLength(kept ? 0 : 1);
    }
  });

  test('a request whose connection broke after the commit returns the committed answer', async () => {
    const { run, made } = service();
    const keyedRequest = request();
    const answer = await once(table, keyedRequest, async () => {
      await run(keyedRequest);
      throw new Error('the connection broke after the commit');
    });
    expect(answer.data).toEqual(made[0]?.data);
  });

  test('if a request fails but a concurrent request with the same idempotency key has succeeded, the stored answer is returned', async () => {
    const { run, made } = service();
    const keyedRequest = request();
    const answer = await once(table, keyedRequest, async () => {
      await run(keyedRequest);
      throw new ApiError('insufficient_balance');
    });
    expect(answer.data).toEqual(made[0]?.data);
  });

  test('with an encryption function, the answer to a request is stored only in encrypted form', async () => {
    const { run } = service();
    const seal = {
      seal: (text: string) => Buffer.from(text).toString('base64'),
      open: (sealed: string) => Buffer.from(sealed, 'base64').toString(),
    };
    const keyedRequest = request({ seal });
    const first = await run(keyedRequest);
    expect((await run(keyedRequest)).data).toEqual(first.data);
    const key = storedResponseKeyOf({
      ownerId: keyedRequest.ownerId,
      routeId: keyedRequest.routeId,
      key: keyedRequest.key ?? '',
    });
    const { Item: item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
    );
    expect(JSON.stringify(item)).toContain(keyedRequest.key);
    expect(JSON.stringify(item)).not.toContain('s3cret');
  });
});
