import { randomBytes } from 'node:crypto';
import type { CredentialItem } from '../access/credentials.ts';
import {
  type CredentialEnvironment,
  type CredentialKind,
  credentialHash,
  credentialHint,
  credentialText,
  RANDOM_BYTES,
} from '../access/domain/credential.ts';
import { type Cause, requestCause } from '../platform/audit/cause.ts';
import { auditWrite, type NewAuditEvent } from '../platform/audit/events.ts';
import { config } from '../platform/config.ts';
import type { Scope } from '../platform/contract/scopes.ts';
import { defaultTable, type Table } from '../platform/dynamodb/client.ts';
import type { Write } from '../platform/dynamodb/transact.ts';
import { createId } from '../platform/ids.ts';
import type { RequestContext } from '../platform/request.ts';
import type { UserItem } from './store/users.ts';

/** Where accounts are kept, which environment's credentials are issued there, and who changes something. */
export interface Accounts {
  readonly table: Table;
  readonly environment: CredentialEnvironment;
  /** What is recorded with each change. */
  readonly cause: Cause;
}

/** The deployment that the function runs in, as the caller of a request sees it. */
export function defaultAccounts(context: RequestContext): Accounts {
  return { table: defaultTable(), environment: config.STAGE_KIND, cause: requestCause(context) };
}

/** The write that records what happens to an account, for the transaction that does it. */
export function recorded({ table, cause }: Accounts, event: NewAuditEvent, now: Date): Promise<Write> {
  return auditWrite(table, cause, event, now);
}

export { limitsOf } from '../access/credentials.ts';
export { listApiKeys } from './store/api-key-entries.ts';

export interface CredentialOptions {
  readonly kind: CredentialKind;
  readonly name?: string | undefined;
  readonly scopes: readonly Scope[];
  readonly expiresMicros?: number | undefined;
  /** Addresses and ranges that a key may be used from; everywhere when absent. */
  readonly allowed_ips?: readonly string[] | undefined;
  /** The address from which a session begins. */
  readonly sourceIp?: string;
  /** What the browser or program calls itself in which a session begins. */
  readonly userAgent?: string | undefined;
  /** What the client calls the wallet by which a session begins. */
  readonly walletApp?: string | undefined;
}

export interface IssuedCredential {
  /** The secret itself, to be shown once and never stored. */
  readonly text: string;
  readonly hash: string;
  readonly item: CredentialItem;
}

/** Makes a credential of the user. Nothing is stored yet. */
export function issueCredential(
  accounts: Accounts,
  user: Pick<UserItem, 'id'>,
  options: CredentialOptions,
  now: Date,
): IssuedCredential {
  const { kind, name, scopes, expiresMicros, allowed_ips } = options;
  const { sourceIp, userAgent, walletApp } = options;
  const text = credentialText(kind, accounts.environment, randomBytes(RANDOM_BYTES));
  const hash = credentialHash(text);
  const item: CredentialItem = {
    id: createId(kind === 'api_key' ? 'apiKey' : 'session'),
    hash,
    kind,
    user_id: user.id,
    scopes: [...scopes],
    status: 'active',
    ...(name === undefined ? {} : { name }),
    hint: credentialHint(text),
    created_at: now.toISOString(),
    ...(expiresMicros === undefined ? {} : { expires_micros: expiresMicros }),
    ...(allowed_ips === undefined ? {} : { allowed_ips: [...allowed_ips] }),
    ...(sourceIp === undefined ? {} : { source_ip: sourceIp }),
    ...(userAgent === undefined ? {} : { user_agent: userAgent }),
    ...(walletApp === undefined ? {} : { wallet_app: walletApp }),
  };
  return { text, hash, item };
}
