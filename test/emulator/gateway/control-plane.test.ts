import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ControlPlane } from '../../../infra/emulator/gateway/usage/control-plane.ts';
import { UsagePlans } from '../../../infra/emulator/gateway/usage/usage-plans.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'control-plane-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const KEY = { name: 'key_1-free', value: 'v'.repeat(40), enabled: true };

function plans(): UsagePlans {
  const found = new UsagePlans();
  found.addPlan({ id: 'free', throttle: { ratePerSecond: 1, burst: 2 }, methodThrottles: new Map() });
  return found;
}

function attached(usagePlans: UsagePlans, file?: string) {
  const plane = new ControlPlane(file);
  plane.attach(usagePlans);
  const call = (method: string, path: string, body?: unknown) => {
    const url = new URL(path, 'http://local');
    return plane.handle(method, url.pathname, url.searchParams, body);
  };
  return call;
}

function created(answer: { body?: unknown }): string {
  return String(Reflect.get(Object(answer.body), 'id'));
}

describe('the control plane of the local gateway', () => {
  test('the gateway throttles a new gateway key as soon as the control plane adds the key to a usage plan', () => {
    const usagePlans = plans();
    const call = attached(usagePlans);
    const id = created(call('POST', '/apikeys', KEY));
    expect(usagePlans.admit(KEY.value, '/x/GET', 0)).toBe('invalid_key');
    expect(call('POST', '/usageplans/free/keys', { keyId: id, keyType: 'API_KEY' }).status).toBe(201);
    const decisions = [0, 0, 0].map((now) => usagePlans.admit(KEY.value, '/x/GET', now));
    expect(decisions).toEqual(['admitted', 'admitted', 'throttled']);
    expect(call('DELETE', `/apikeys/${id}`).status).toBe(202);
    expect(usagePlans.admit(KEY.value, '/x/GET', 60_000)).toBe('invalid_key');
  });

  test('the control plane rejects a repeated key value and unknown ids, as API Gateway does', () => {
    const call = attached(plans());
    const id = created(call('POST', '/apikeys', KEY));
    const link = { keyId: id, keyType: 'API_KEY' };
    expect(call('POST', '/apikeys', KEY)).toMatchObject({ status: 409, type: 'ConflictException' });
    call('POST', '/usageplans/free/keys', link);
    expect(call('POST', '/usageplans/free/keys', link)).toMatchObject({ status: 409 });
    expect(call('POST', '/usageplans/none/keys', link)).toMatchObject({ status: 404 });
    expect(call('DELETE', '/apikeys/none')).toMatchObject({ status: 404, type: 'NotFoundException' });
    expect(call('POST', '/apikeys', { ...KEY, value: 'short' })).toMatchObject({ status: 400 });
    expect(call('GET', '/somewhere')).toMatchObject({ status: 404 });
    expect(call('GET', '/apikeys?name=key_1').body).toEqual({ item: [{ id, name: KEY.name }] });
  });

  test('the control plane still has its gateway keys after a restart with the same data', () => {
    const file = join(folder, 'gateway-keys.json');
    const first = attached(plans(), file);
    const id = created(first('POST', '/apikeys', KEY));
    first('POST', '/usageplans/free/keys', { keyId: id, keyType: 'API_KEY' });
    const usagePlans = plans();
    const second = attached(usagePlans, file);
    expect(usagePlans.planOfKey(id)).toBe('free');
    expect(created(second('POST', '/apikeys', { ...KEY, value: 'w'.repeat(40) }))).not.toBe(id);
  });
});
