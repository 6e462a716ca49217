import { buildAssignmentUpdate } from '../../platform/dynamodb/assignment.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import type { CredentialItem } from './credentials.ts';

/** Time in seconds for which a revoked credential stays stored, so that operators can investigate its use. */
export const REVOKED_CREDENTIAL_KEEP_SECONDS = 30 * 86_400;

export const microsToSeconds = (epochMicros: number) => Math.ceil(epochMicros / 1_000_000);

/** Returns the write that stores a new credential. The write fails if a credential with this hash exists. */
export function buildNewCredentialWrite(item: CredentialItem, ttlSeconds?: number): Write {
  const ttl = ttlSeconds === undefined ? {} : { [TABLE.ttlAttribute]: ttlSeconds };
  return {
    Put: {
      Item: { ...ITEMS.credential.key(item), ...item, ...ttl },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

const ATTRIBUTES_WITHOUT_REQUEST_EFFECT: ReadonlySet<string> = new Set([
  'name',
  'version',
  'change',
  TABLE.ttlAttribute,
]);

/** Returns whether an attribute of a credential affects which requests are admitted. */
export function attributeAffectsRequests(attribute: string): boolean {
  return !ATTRIBUTES_WITHOUT_REQUEST_EFFECT.has(attribute);
}

/**
 * Returns the write that revokes a credential.
 * @param changeId id to store with the change; absent if the credential has already ended
 */
export function buildRevocationWrite(hash: string, now: Date, changeId?: string): Write {
  const ttl = Math.ceil(now.getTime() / 1_000) + REVOKED_CREDENTIAL_KEEP_SECONDS;
  const changeIdAttribute = changeId === undefined ? {} : { change: changeId };
  return {
    Update: {
      Key: ITEMS.credential.key({ hash }),
      ...buildAssignmentUpdate(
        { status: 'revoked', ...changeIdAttribute, [TABLE.ttlAttribute]: ttl },
        { condition: 'attribute_exists(pk)' },
      ),
    },
  };
}

/**
 * Returns the write that ends an active credential. Sets no TTL, because the user's list of keys still contains
 * the credential.
 * @param expiresMicros the expiry that callers see, in epoch microseconds
 */
export function buildCredentialRevocationWrite(hash: string, expiresMicros: number, changeId: string): Write {
  return {
    Update: {
      Key: ITEMS.credential.key({ hash }),
      ...buildAssignmentUpdate(
        { status: 'revoked', expires_micros: expiresMicros, change: changeId },
        { condition: '#status = :active', values: { ':active': 'active' } },
      ),
    },
  };
}

export type CredentialVersion = Pick<CredentialItem, 'hash' | 'version'>;

function buildUnchangedCondition({ version }: CredentialVersion) {
  return {
    condition: `#status = :active AND ${version === undefined ? 'attribute_not_exists(#version)' : '#version = :version'}`,
    names: { '#status': 'status', '#version': 'version' },
    values: { ':active': 'active', ...(version === undefined ? {} : { ':version': version }) },
  };
}

export function buildActiveCredentialCheck(hash: string): Write {
  return {
    ConditionCheck: {
      Key: ITEMS.credential.key({ hash }),
      ConditionExpression: '#status = :active',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':active': 'active' },
    },
  };
}

/** A change of a credential. Absent fields stay unchanged. Fields with the value undefined are removed. */
export type CredentialChange = {
  readonly [F in 'name' | 'allowed_ips' | 'status' | 'expires_micros']?: CredentialItem[F] | undefined;
};

interface ChangeOptions {
  /** Id of a change that affects which requests are admitted. Absent for any other change. */
  readonly changeId?: string;
  readonly ttlSeconds?: number;
}

/**
 * Returns the write that changes the given fields of a credential. The write fails if the credential is not
 * active, or if another request has changed it since it was read.
 */
export function buildCredentialChangeWrite(
  read: CredentialVersion,
  change: CredentialChange,
  { changeId, ttlSeconds }: ChangeOptions = {},
): Write {
  const id = changeId === undefined ? {} : { change: changeId };
  const ttl = ttlSeconds === undefined ? {} : { [TABLE.ttlAttribute]: ttlSeconds };
  const version = (read.version ?? 0) + 1;
  return {
    Update: {
      Key: ITEMS.credential.key({ hash: read.hash }),
      ...buildAssignmentUpdate({ ...change, ...id, ...ttl, version }, buildUnchangedCondition(read)),
    },
  };
}
