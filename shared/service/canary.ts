import { createHash } from 'node:crypto';
import { privateKeyToAccount } from 'viem/accounts';
import * as z from 'zod/mini';
import { CREDENTIAL_HEADER } from '../platform/contract/headers.ts';

/** What one answer may take, a cold start included. */
const PATIENCE_MS = 10_000;

const challenged = z.object({ data: z.object({ message: z.string() }) });
const loggedIn = z.object({ data: z.object({ token: z.string() }) });
const listed = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ pagination: z.object({ total: z.int() }) }),
});

/**
 * The wallet that the canary signs in with: the same at every run, so that there is one such user. It is no secret, as
 * that user is one like any other and holds nothing.
 */
function walletOf(tableName: string) {
  return privateKeyToAccount(`0x${createHash('sha256').update(`canary of ${tableName}`).digest('hex')}`);
}

interface Question {
  readonly method?: 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string;
}

async function ask<T>(baseUrl: string, question: Question, answer: z.ZodMiniType<T>): Promise<T> {
  const { method = 'GET', path, body, token } = question;
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { [CREDENTIAL_HEADER]: token }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!response.ok) throw new Error(`${method} ${path}: status ${response.status}`);
  return answer.parse(await response.json());
}

/**
 * Does from outside what a user does: signs in with a wallet, lists strategies, and signs out.
 *
 * @throws Error naming the first step that did not go well
 */
export async function signInAndList(
  baseUrl: string,
  tableName: string,
): Promise<{ readonly strategies: number }> {
  const wallet = walletOf(tableName);
  const begin = {
    method: 'POST',
    path: '/auth/challenge',
    body: { wallet_address: wallet.address },
  } as const;
  const { message } = (await ask(baseUrl, begin, challenged)).data;
  const signature = await wallet.signMessage({ message });
  const login = { method: 'POST', path: '/auth/login', body: { message, signature } } as const;
  const { token } = (await ask(baseUrl, login, loggedIn)).data;
  const { meta } = await ask(baseUrl, { path: '/strategies?per_page=1', token }, listed);
  await ask(baseUrl, { path: '/auth/logout', token }, z.object({ success: z.literal(true) }));
  return { strategies: meta.pagination.total };
}
