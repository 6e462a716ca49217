import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { type AwsCredentials, signedHeaders } from './sigv4.ts';

/** What of API Gateway's control plane the service uses: gateway keys and their usage plans. */
export interface GatewayControl {
  /** Makes a key, or finds the one of the same value and name. Undefined when the account has no room for more. */
  createKey(key: { readonly name: string; readonly value: string }): Promise<string | undefined>;
  /** Puts a key into a plan; it may be there already. */
  assign(keyId: string, usagePlanId: string): Promise<void>;
  /** Deletes a key with its places in plans; it may be gone already. */
  deleteKey(keyId: string): Promise<void>;
}

export interface GatewayControlOptions {
  readonly region: string;
  readonly credentials: AwsCredentials;
  readonly endpoint?: string | undefined;
  readonly fetch?: typeof fetch;
  /** Milliseconds before the second attempt; each further one waits twice as long. */
  readonly backoffMs?: number;
}

/** The control plane takes about five calls a second of an account. */
const ATTEMPTS_MAX = 5;
const BACKOFF_MS = 400;
const TIMEOUT_MS = 5_000;

const created = z.object({ id: z.string() });
const found = z.object({
  item: z.array(z.object({ id: z.string(), name: z.string().optional() })).default([]),
});

export class GatewayControlError extends Error {}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/** The control plane over HTTPS. The SDK's client would weigh more than all the rest of the function. */
export function gatewayControl(options: GatewayControlOptions): GatewayControl {
  const call = caller(options);
  return {
    async createKey({ name, value }) {
      const answer = await call('POST', '/apikeys', { name, value, enabled: true });
      if (answer.status === 201) return created.parse(answer.body).id;
      if (answer.type === 'LimitExceededException') return undefined;
      if (answer.status !== 409) throw failure('CreateApiKey', answer);
      const known = await call('GET', `/apikeys?name=${encodeURIComponent(name)}`);
      if (known.status !== 200) throw failure('GetApiKeys', known);
      const id = found.parse(known.body).item.find((key) => key.name === name)?.id;
      if (id === undefined) throw failure('CreateApiKey', answer);
      return id;
    },
    async assign(keyId, usagePlanId) {
      const answer = await call('POST', `/usageplans/${usagePlanId}/keys`, { keyId, keyType: 'API_KEY' });
      if (answer.status !== 201 && answer.status !== 409) throw failure('CreateUsagePlanKey', answer);
    },
    async deleteKey(keyId) {
      const answer = await call('DELETE', `/apikeys/${keyId}`);
      if (answer.status !== 202 && answer.status !== 404) throw failure('DeleteApiKey', answer);
    },
  };
}

function failure(operation: string, { status, type }: Answer): GatewayControlError {
  return new GatewayControlError(`${operation} answered ${status} ${type}`);
}

/** One call, tried again while the control plane asks for patience or fails by itself. */
function caller({
  region,
  credentials,
  endpoint,
  fetch: send = fetch,
  backoffMs = BACKOFF_MS,
}: GatewayControlOptions) {
  const base = endpoint ?? `https://apigateway.${region}.amazonaws.com`;
  return async (method: string, path: string, json?: object): Promise<Answer> => {
    const url = new URL(base + path);
    const body = json === undefined ? '' : JSON.stringify(json);
    for (let attempt = 1; ; attempt++) {
      const headers = signedHeaders(
        { method, url, headers: { 'content-type': 'application/json' }, body },
        credentials,
        { region, service: 'apigateway' },
        new Date(),
      );
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await send(url, { method, headers, signal, ...(body === '' ? {} : { body }) });
      const answer = await read(response);
      const isBusy = answer.type === 'TooManyRequestsException' || answer.status >= 500;
      if (!isBusy || attempt === ATTEMPTS_MAX) return answer;
      await sleep(backoffMs * 2 ** (attempt - 1));
    }
  };
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  // The type comes as `ConflictException` or `ConflictException:http://...`.
  const [type = ''] = (response.headers.get('x-amzn-errortype') ?? '').split(':');
  const isJson = text.startsWith('{');
  return { status: response.status, type, body: isJson ? JSON.parse(text) : undefined };
}
