import { describe, expect, test } from 'vitest';
import { gatewayControl } from '../../shared/sources/gateway-control.ts';

interface Scripted {
  readonly status: number;
  readonly type?: string;
  readonly body?: unknown;
}

/** A control plane that gives the scripted answers in turn, and keeps what it was asked. */
function scripted(...answers: Scripted[]) {
  const asked: string[] = [];
  const control = gatewayControl({
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    backoffMs: 0,
    fetch: async (url, init) => {
      asked.push(`${init?.method} ${String(url).replace('https://apigateway.us-east-1.amazonaws.com', '')}`);
      const { status, type, body } = answers.shift() ?? { status: 500 };
      return new Response(body === undefined ? null : JSON.stringify(body), {
        status,
        headers: type === undefined ? {} : { 'x-amzn-ErrorType': `${type}:http://internal.amazon.com/` },
      });
    },
  });
  return { control, asked };
}

const KEY = { name: 'key_1-plan', value: 'v'.repeat(40) };
const CONFLICT = { status: 409, type: 'ConflictException' };
const BUSY = { status: 429, type: 'TooManyRequestsException' };

describe('createKey', () => {
  test('gives the id of a new key', async () => {
    const { control, asked } = scripted({ status: 201, body: { id: 'abc' } });
    expect(await control.createKey(KEY)).toBe('abc');
    expect(asked).toEqual(['POST /apikeys']);
  });

  test('finds the key that an interrupted run had made', async () => {
    const item = [
      { id: 'other', name: 'key_1-plan-2' },
      { id: 'abc', name: KEY.name },
    ];
    const { control, asked } = scripted(CONFLICT, { status: 200, body: { item } });
    expect(await control.createKey(KEY)).toBe('abc');
    expect(asked).toEqual(['POST /apikeys', 'GET /apikeys?name=key_1-plan']);
  });

  test('waits while the control plane is busy, and gives up after five attempts', async () => {
    const patient = scripted(BUSY, { status: 503 }, { status: 201, body: { id: 'abc' } });
    expect(await patient.control.createKey(KEY)).toBe('abc');
    const hopeless = scripted(BUSY, BUSY, BUSY, BUSY, BUSY);
    await expect(hopeless.control.createKey(KEY)).rejects.toThrow('CreateApiKey answered 429');
    expect(hopeless.asked).toHaveLength(5);
  });

  test('gives nothing when the account has no room for another key', async () => {
    const { control } = scripted({ status: 429, type: 'LimitExceededException' });
    expect(await control.createKey(KEY)).toBeUndefined();
  });
});

test('a key may be in its plan already, and may be gone already', async () => {
  await scripted({ status: 201, body: {} }).control.assign('abc', 'plan');
  await scripted(CONFLICT).control.assign('abc', 'plan');
  await scripted({ status: 202 }).control.deleteKey('abc');
  await scripted({ status: 404, type: 'NotFoundException' }).control.deleteKey('abc');
});

test('any other refusal is an error', async () => {
  const denied = { status: 403, type: 'AccessDeniedException' };
  await expect(scripted(denied).control.assign('abc', 'plan')).rejects.toThrow('403 AccessDeniedException');
  await expect(scripted(denied).control.deleteKey('abc')).rejects.toThrow('403 AccessDeniedException');
});
