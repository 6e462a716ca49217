import { randomBytes } from 'node:crypto';
import type { CredentialItem } from '../access/credentials.ts';
import {
  buildCredentialText,
  CREDENTIAL_RANDOM_BYTES,
  type CredentialEnvironment,
  type CredentialKind,
  credentialHintOf,
  hashCredential,
} from '../access/domain/credential.ts';
import { buildRequestCause, type Cause } from '../platform/audit/cause.ts';
import { buildAuditWrite, type NewAuditEvent } from '../platform/audit/events.ts';
import { config } from '../platform/config.ts';
import type { Scope } from '../platform/contract/scopes.ts';
import { defaultTable, type Table } from '../platform/dynamodb/client.ts';
import type { Write } from '../platform/dynamodb/transact.ts';
import { createId } from '../platform/ids.ts';
import type { RequestContext } from '../platform/request.ts';
import type { UserItem } from './store/users.ts';

export interface Accounts {
  readonly table: Table;
  readonly environment: CredentialEnvironment;
  /** Actor, IP address and request id. The audit event of each change records them. */
  readonly cause: Cause;
}

/**
 * Returns a context with the default table and stage. Audit events record the request of `context` as the cause of a
 * change.
 */
export function defaultAccountsContext(context: RequestContext): Accounts {
  return { table: defaultTable(), environment: config.STAGE_KIND, cause: buildRequestCause(context) };
}

/**
 * Returns the write of an audit event. It belongs in the same DynamoDB transaction as the change that the event
 * records.
 */
export function accountAuditWrite(
  { table, cause }: Accounts,
  event: NewAuditEvent,
  now: Date,
): Promise<Write> {
  return buildAuditWrite(table, cause, event, now);
}

export { limitsOf } from '../access/credentials.ts';
export { listApiKeys } from './store/api-key-entries.ts';

export interface CredentialOptions {
  readonly kind: CredentialKind;
  readonly name?: string | undefined;
  readonly scopes: readonly Scope[];
  readonly expiresMicros?: number | undefined;
  /** IP addresses and ranges from which a key may be used. If absent, any address is allowed. */
  readonly allowed_ips?: readonly string[] | undefined;
  /** IP address from which the session was started. */
  readonly sourceIp?: string;
  readonly userAgent?: string | undefined;
  /** Name of the wallet app that signed the message. The client sends it, and it is not verified. */
  readonly walletApp?: string | undefined;
}

export interface IssuedCredential {
  /** The secret text of the credential. It is shown once and never stored. */
  readonly text: string;
  readonly hash: string;
  readonly item: CredentialItem;
}

/** Creates a credential for a user. Stores nothing. */
export function issueCredential(
  accountsContext: Accounts,
  user: Pick<UserItem, 'id'>,
  options: CredentialOptions,
  now: Date,
): IssuedCredential {
  const { kind, name, scopes, expiresMicros, allowed_ips } = options;
  const { sourceIp, userAgent, walletApp } = options;
  const text = buildCredentialText(kind, accountsContext.environment, randomBytes(CREDENTIAL_RANDOM_BYTES));
  const hash = hashCredential(text);
  const item: CredentialItem = {
    id: createId(kind === 'api_key' ? 'apiKey' : 'session'),
    hash,
    kind,
    user_id: user.id,
    scopes: [...scopes],
    status: 'active',
    ...(name === undefined ? {} : { name }),
    hint: credentialHintOf(text),
    created_at: now.toISOString(),
    ...(expiresMicros === undefined ? {} : { expires_micros: expiresMicros }),
    ...(allowed_ips === undefined ? {} : { allowed_ips: [...allowed_ips] }),
    ...(sourceIp === undefined ? {} : { source_ip: sourceIp }),
    ...(userAgent === undefined ? {} : { user_agent: userAgent }),
    ...(walletApp === undefined ? {} : { wallet_app: walletApp }),
  };
  return { text, hash, item };
}
