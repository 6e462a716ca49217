import { principalOf } from '../../shared/access/principal.ts';
import {
  type Accounts,
  type CredentialOptions,
  type IssuedCredential,
  issueCredential,
} from '../../shared/accounts/credentials.ts';
import { revokeKey } from '../../shared/accounts/keys/key-changes.ts';
import type { ManagingSession } from '../../shared/accounts/keys/key-rules.ts';
import { insertApiKey } from '../../shared/accounts/store/api-keys.ts';
import { insertSession } from '../../shared/accounts/store/sessions.ts';
import { getUser, type UserItem } from '../../shared/accounts/store/users.ts';
import { addUser, type UserOptions } from '../../shared/accounts/users.ts';
import { OPERATOR_CAUSE } from '../../shared/platform/audit/cause.ts';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import { ROLE_SCOPES, type Scope } from '../../shared/platform/contract/scopes.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import type { Principal } from '../../shared/platform/request.ts';

/** Timeout in milliseconds. It is long, so that tests on a busy machine are slow but do not fail. */
export const TEST_STORE_TIMEOUT_MILLIS = 600_000;

export const NOW = new Date('2026-01-15T12:00:00.000Z');

/**
 * Returns the context for account functions on a table. They issue credentials of the environment `test`, and audit
 * events name an operator as the actor.
 */
export function createAccountsContext(table: Table): Accounts {
  return { table, environment: 'test', cause: OPERATOR_CAUSE };
}

export async function makeUser(accounts: Accounts, options: UserOptions = {}): Promise<UserItem> {
  const user = await addUser(accounts, options, NOW);
  if (user === undefined) throw new Error('The user exists already');
  return user;
}

/** Stores an API key of the user. It has all scopes of the user's role unless `scopes` are given. */
export async function makeKey(
  accounts: Accounts,
  userId: string,
  options: Partial<CredentialOptions> & { readonly scopes?: readonly Scope[] } = {},
): Promise<IssuedCredential> {
  const user = await getUser(accounts.table, userId);
  if (user === undefined) throw new Error('There is no such user');
  const scopes = options.scopes ?? ROLE_SCOPES[user.role];
  const issued = issueCredential(accounts, user, { kind: 'api_key', name: 'test', ...options, scopes }, NOW);
  if (!(await insertApiKey(accounts.table, user, issued, Number.MAX_SAFE_INTEGER, []))) {
    throw new Error('The key was not stored');
  }
  return issued;
}

/**
 * Revokes a key but does not disable its webhook endpoints. Use it only for keys that are not in the `set_by` of an
 * endpoint.
 */
export function revokeKeyWithoutWebhooks(accounts: Accounts, userId: string, keyId: string, now: Date) {
  return revokeKey(accounts, userId, keyId, now, {
    type: 'api_key.revoked',
    disableWebhooks: async () => [],
  });
}

/** Creates a session of the user. Returns it in the form that functions for changes of API keys require. */
export async function createManagingSession(
  accounts: Accounts,
  user: UserItem,
  now = NOW,
): Promise<ManagingSession> {
  const { item, text } = await makeSession(accounts, user.id, now);
  return { principal: principalWith(user, item), presentedCredential: text };
}

/** Returns the caller that a credential of the user authenticates. */
export function principalWith(user: UserItem, credential: IssuedCredential['item']): Principal {
  return principalOf(credential, user);
}

/** A stored session of the user that ends an hour after `now`. */
export async function makeSession(accounts: Accounts, userId: string, now: Date): Promise<IssuedCredential> {
  const user = await getUser(accounts.table, userId);
  if (user === undefined) throw new Error('There is no such user');
  const expiresMicros = (now.getTime() + 3_600_000) * 1_000;
  const scopes = ROLE_SCOPES[user.role];
  const issued = issueCredential(accounts, user, { kind: 'session', scopes, expiresMicros }, now);
  if (!(await insertSession(accounts.table, user, { ...issued, expiresMicros }, now, []))) {
    throw new Error('The session was not stored');
  }
  return issued;
}

/** The error with which an attempt is rejected. Throws when the attempt succeeds. */
export async function rejectionOf(attempt: Promise<unknown>): Promise<ApiError> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`Not refused: ${String(error)}`);
  return error;
}
