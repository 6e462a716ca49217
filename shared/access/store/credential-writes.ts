import { assignmentUpdate } from '../../platform/dynamodb/assignment.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import type { CredentialItem } from './credentials.ts';

/** How long a revoked credential is kept, so that its past use can be investigated. */
export const KEEP_REVOKED_SECONDS = 30 * 86_400;

export const expirySeconds = (micros: number) => Math.ceil(micros / 1_000_000);

/** The write that stores a new credential; it fails if the hash is taken. */
export function putCredential(item: CredentialItem, ttlSeconds?: number): Write {
  const ttl = ttlSeconds === undefined ? {} : { [TABLE.ttlAttribute]: ttlSeconds };
  return {
    Put: {
      Item: { ...ITEMS.credential.key(item), ...item, ...ttl },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Attributes that decide no request. */
const OF_NO_REQUEST: ReadonlySet<string> = new Set(['name', 'version', 'change', TABLE.ttlAttribute]);

/** Whether requests with a credential may be let in, or not, by this attribute of it. */
export function isDecidedBy(attribute: string): boolean {
  return !OF_NO_REQUEST.has(attribute);
}

/** The write that ends a credential at once; without the id of a change where it was ended before. */
export function revokeCredential(hash: string, now: Date, changeId?: string): Write {
  const ttl = Math.ceil(now.getTime() / 1_000) + KEEP_REVOKED_SECONDS;
  const change = changeId === undefined ? {} : { change: changeId };
  return {
    Update: {
      Key: ITEMS.credential.key({ hash }),
      ...assignmentUpdate(
        { status: 'revoked', ...change, [TABLE.ttlAttribute]: ttl },
        { condition: 'attribute_exists(pk)' },
      ),
    },
  };
}

/**
 * The write that ends an active credential of any version. The item is kept for as long as it is on its user's list.
 *
 * @param endsMicros the published time of expiry, in microseconds since the epoch
 */
export function stopCredential(hash: string, endsMicros: number, changeId: string): Write {
  return {
    Update: {
      Key: ITEMS.credential.key({ hash }),
      ...assignmentUpdate(
        { status: 'revoked', expires_micros: endsMicros, change: changeId },
        { condition: '#status = :active', values: { ':active': 'active' } },
      ),
    },
  };
}

/** A credential as it was read: which one, and in which version. */
export type ReadCredential = Pick<CredentialItem, 'hash' | 'version'>;

/** That a credential works and is as it was read. */
function unchanged({ version }: ReadCredential) {
  return {
    condition: `#status = :active AND ${version === undefined ? 'attribute_not_exists(#version)' : '#version = :version'}`,
    names: { '#status': 'status', '#version': 'version' },
    values: { ':active': 'active', ...(version === undefined ? {} : { ':version': version }) },
  };
}

/** A condition of a transaction: the credential is active. */
export function requireActive(hash: string): Write {
  return {
    ConditionCheck: {
      Key: ITEMS.credential.key({ hash }),
      ConditionExpression: '#status = :active',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':active': 'active' },
    },
  };
}

/** What may change of a credential: what is absent stays, what is undefined goes. */
export type CredentialChange = {
  readonly [F in 'name' | 'allowed_ips' | 'status' | 'expires_micros']?: CredentialItem[F] | undefined;
};

interface ChangeOptions {
  /** Absent for a change by which no request is decided. */
  readonly changeId?: string;
  readonly ttlSeconds?: number;
}

/** The write that changes what is named of a credential and nothing else, if it works and is as it was read. */
export function changeCredential(
  read: ReadCredential,
  change: CredentialChange,
  { changeId, ttlSeconds }: ChangeOptions = {},
): Write {
  const id = changeId === undefined ? {} : { change: changeId };
  const ttl = ttlSeconds === undefined ? {} : { [TABLE.ttlAttribute]: ttlSeconds };
  const version = (read.version ?? 0) + 1;
  return {
    Update: {
      Key: ITEMS.credential.key({ hash: read.hash }),
      ...assignmentUpdate({ ...change, ...id, ...ttl, version }, unchanged(read)),
    },
  };
}
