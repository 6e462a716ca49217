import { createServer } from 'node:http';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listenOnLoopback } from '../../infra/emulator/process/port.ts';
import { createGatewayControl } from '../../shared/accounts/gateway/gateway-control.ts';

interface Scripted {
  readonly status: number;
  readonly type?: string;
  readonly body?: unknown;
}

/** Starts a control plane that sends the scripted responses in order, and records its requests. */
async function scripted(...answers: Scripted[]) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const { status, type, body } = answers.shift() ?? { status: 400, type: 'UnscriptedException' };
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(type === undefined ? {} : { 'x-amzn-ErrorType': `${type}:http://internal.amazon.com/` }),
    });
    response.end(body === undefined ? '' : JSON.stringify(body));
  });
  const port = await listenOnLoopback(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const control = createGatewayControl({ region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` });
  return { control, requests };
}

const KEY = { name: 'key_1-plan', value: 'v'.repeat(40) };
const CONFLICT_RESPONSE = { status: 409, type: 'ConflictException' };
const BUSY_RESPONSE = { status: 429, type: 'TooManyRequestsException' };
const NOT_FOUND = { status: 404, type: 'NotFoundException' };
const DENIED_RESPONSE = { status: 403, type: 'AccessDeniedException' };

describe('createKey of the gateway control', () => {
  afterEach(() => vi.restoreAllMocks());

  test('createKey returns the id of a new gateway key', async () => {
    const { control, requests } = await scripted({ status: 201, body: { id: 'abc' } });
    expect(await control.createKey(KEY)).toBe('abc');
    expect(requests).toEqual(['POST /apikeys']);
  });

  test('createKey returns the gateway key that an interrupted run created, even if it is not on the first page of keys', async () => {
    const others = { item: [{ id: 'other', name: 'key_1-plan-2' }], position: 'next' };
    const { control, requests } = await scripted(
      CONFLICT_RESPONSE,
      { status: 200, body: others },
      { status: 200, body: { item: [{ id: 'abc', name: KEY.name }] } },
    );
    expect(await control.createKey(KEY)).toBe('abc');
    expect(requests.map((each) => each.split('?')[0])).toEqual([
      'POST /apikeys',
      'GET /apikeys',
      'GET /apikeys',
    ]);
    expect(requests[1]).toContain('name=key_1-plan');
    expect(requests[2]).toContain('position=next');
  });

  test('createKey fails when a gateway key with another name already has the same value', async () => {
    const { control } = await scripted(CONFLICT_RESPONSE, { status: 200, body: { item: [] } });
    await expect(control.createKey(KEY)).rejects.toMatchObject({ name: 'ConflictException' });
  });

  test('createKey makes at most five attempts while the control plane is busy', async () => {
    // Before each retry, the SDK waits for a random fraction of a maximum, which doubles each time. Here the fraction
    // is 0.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const recoveringPlane = await scripted(
      BUSY_RESPONSE,
      { status: 503 },
      { status: 201, body: { id: 'abc' } },
    );
    expect(await recoveringPlane.control.createKey(KEY)).toBe('abc');
    const busyPlane = await scripted(
      BUSY_RESPONSE,
      BUSY_RESPONSE,
      BUSY_RESPONSE,
      BUSY_RESPONSE,
      BUSY_RESPONSE,
    );
    await expect(busyPlane.control.createKey(KEY)).rejects.toMatchObject({ name: BUSY_RESPONSE.type });
    expect(busyPlane.requests).toHaveLength(5);
  });

  test('createKey returns undefined without a retry when the AWS account has reached its limit of gateway keys', async () => {
    const { control, requests } = await scripted({ status: 429, type: 'LimitExceededException' });
    expect(await control.createKey(KEY)).toBeUndefined();
    expect(requests).toHaveLength(1);
  });
});

test('deleteKey succeeds when the gateway key is already deleted', async () => {
  const { control, requests } = await scripted({ status: 202 }, NOT_FOUND);
  await control.deleteKey('abc');
  await control.deleteKey('abc');
  expect(requests).toEqual(['DELETE /apikeys/abc', 'DELETE /apikeys/abc']);
});

test('assigning a gateway key ignores a conflict error only if the usage plan already contains the key', async () => {
  const { control, requests } = await scripted(
    CONFLICT_RESPONSE,
    { status: 200, body: { item: [{ id: 'abc', name: 'one' }] } },
    CONFLICT_RESPONSE,
    { status: 200, body: { item: [] } },
  );
  await control.assign('abc', 'plan');
  await expect(control.assign('abc', 'plan')).rejects.toMatchObject({ name: 'ConflictException' });
  const attempt = ['POST /usageplans/plan/keys', 'GET /usageplans/plan/keys'];
  expect(requests.map((each) => each.split('?')[0])).toEqual([...attempt, ...attempt]);
});

test('keysIn lists all gateway keys of a usage plan, even if the list has several pages', async () => {
  const { control } = await scripted(
    { status: 200, body: { item: [{ id: 'a', name: 'one' }], position: 'next' } },
    { status: 200, body: { item: [{ id: 'b', name: 'two' }] } },
  );
  const keys: unknown[] = [];
  for await (const page of control.keysIn('plan')) keys.push(...page);
  expect(keys).toEqual([
    { id: 'a', name: 'one' },
    { id: 'b', name: 'two' },
  ]);
});

test('createKey, assign and deleteKey throw an unexpected error response of API Gateway without a retry', async () => {
  const { control, requests } = await scripted(DENIED_RESPONSE, DENIED_RESPONSE, DENIED_RESPONSE);
  const rejectionDetails = {
    name: DENIED_RESPONSE.type,
    $metadata: { httpStatusCode: DENIED_RESPONSE.status },
  };
  await expect(control.createKey(KEY)).rejects.toMatchObject(rejectionDetails);
  await expect(control.assign('abc', 'plan')).rejects.toMatchObject(rejectionDetails);
  await expect(control.deleteKey('abc')).rejects.toMatchObject(rejectionDetails);
  expect(requests).toHaveLength(3);
});
