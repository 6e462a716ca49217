import { createHash } from 'node:crypto';
import { privateKeyToAccount } from 'viem/accounts';
import * as z from 'zod/mini';
import { CREDENTIAL_HEADER } from '../platform/contract/headers.ts';

/** Timeout of one response in milliseconds. It includes the time of a cold start. */
const RESPONSE_TIMEOUT_MS = 10_000;

const challengeResponseSchema = z.object({ data: z.object({ message: z.string() }) });
const loginResponseSchema = z.object({ data: z.object({ token: z.string() }) });
const listResponseSchema = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ pagination: z.object({ total: z.int() }) }),
});

/**
 * Returns the canary's wallet. It is always the same, so that only one canary user exists. The wallet's
 * private key need not be secret, because this user has no special rights and no money.
 */
function deriveWallet(tableName: string) {
  return privateKeyToAccount(`0x${createHash('sha256').update(`canary of ${tableName}`).digest('hex')}`);
}

interface CanaryRequest {
  readonly method?: 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string;
}

async function sendRequest<T>(
  baseUrl: string,
  canaryRequest: CanaryRequest,
  responseSchema: z.ZodMiniType<T>,
): Promise<T> {
  const { method = 'GET', path, body, token } = canaryRequest;
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { [CREDENTIAL_HEADER]: token }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${method} ${path}: status ${response.status}`);
  return responseSchema.parse(await response.json());
}

/**
 * Makes the same requests as a user of the public API: signs in with a wallet, lists strategies, and signs
 * out.
 *
 * @throws Error that names the first step that failed
 */
export async function signInAndListStrategies(
  baseUrl: string,
  tableName: string,
): Promise<{ readonly strategies: number }> {
  const wallet = deriveWallet(tableName);
  const challengeRequest = {
    method: 'POST',
    path: '/auth/challenge',
    body: { wallet_address: wallet.address },
  } as const;
  const { message } = (await sendRequest(baseUrl, challengeRequest, challengeResponseSchema)).data;
  const signature = await wallet.signMessage({ message });
  const loginRequest = { method: 'POST', path: '/auth/login', body: { message, signature } } as const;
  const { token } = (await sendRequest(baseUrl, loginRequest, loginResponseSchema)).data;
  const { meta } = await sendRequest(baseUrl, { path: '/strategies?per_page=1', token }, listResponseSchema);
  await sendRequest(baseUrl, { path: '/auth/logout', token }, z.object({ success: z.literal(true) }));
  return { strategies: meta.pagination.total };
}
