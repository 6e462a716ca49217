import { randomBytes } from 'node:crypto';
import { bucketAttributes, type CredentialItem } from '../access/credentials.ts';
import {
  type CredentialEnvironment,
  type CredentialKind,
  credentialHash,
  credentialHint,
  credentialText,
  RANDOM_BYTES,
} from '../access/domain/credential.ts';
import { effectiveLimits } from '../access/domain/limits.ts';
import type { BucketLimits } from '../access/domain/rate-limit.ts';
import { CREDENTIAL_ENVIRONMENT } from '../platform/config.ts';
import type { Scope } from '../platform/contract/scopes.ts';
import { defaultTable, type Table } from '../platform/dynamodb/client.ts';
import { createId } from '../platform/ids.ts';
import type { UserItem } from './store/users.ts';

/** Where accounts are kept, and which environment's credentials are issued there. */
export interface Accounts {
  readonly table: Table;
  readonly environment: CredentialEnvironment;
}

/** The deployment that the function runs in. */
export function defaultAccounts(): Accounts {
  return { table: defaultTable(), environment: CREDENTIAL_ENVIRONMENT };
}

export function limitsOf(user: Pick<UserItem, 'plan' | 'custom_limits'>) {
  const custom = user.custom_limits;
  const limits: BucketLimits | undefined =
    custom === undefined ? undefined : { requestsPerMinute: custom.requests_per_minute, burst: custom.burst };
  return effectiveLimits(user.plan, limits);
}

export interface CredentialOptions {
  readonly kind: CredentialKind;
  readonly name?: string | undefined;
  readonly scopes: readonly Scope[];
  readonly expiresMicros?: number | undefined;
  /** Where the new bucket starts; 0 for a full one. */
  readonly tat?: number;
}

export interface IssuedCredential {
  /** The secret itself, to be shown once and never stored. */
  readonly text: string;
  readonly hash: string;
  readonly item: CredentialItem;
}

/** Makes a credential of the user, with a copy of the limits in effect. Nothing is stored yet. */
export function issueCredential(
  accounts: Accounts,
  user: UserItem,
  options: CredentialOptions,
  now: Date,
): IssuedCredential {
  const { kind, name, scopes, expiresMicros, tat } = options;
  const text = credentialText(kind, accounts.environment, randomBytes(RANDOM_BYTES));
  const item: CredentialItem = {
    id: createId(kind === 'api_key' ? 'apiKey' : 'session'),
    kind,
    user_id: user.id,
    role: user.role,
    plan: user.plan,
    scopes: [...scopes],
    status: 'active',
    ...(name === undefined ? {} : { name }),
    hint: credentialHint(text),
    created_at: now.toISOString(),
    ...(expiresMicros === undefined ? {} : { expires_micros: expiresMicros }),
    ...bucketAttributes(limitsOf(user), tat),
    requests_used: 0,
    requests_refused: 0,
  };
  return { text, hash: credentialHash(text), item };
}
