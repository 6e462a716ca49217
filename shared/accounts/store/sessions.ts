import {
  type CredentialItem,
  changeCredentials,
  expirySeconds,
  limitsOf,
  putCredential,
  revokeCredential,
} from '../../access/credentials.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { getUser, type UserItem } from './users.ts';

/** How long an expired session stays stored, in seconds, so that its use can be investigated. */
const KEEP_EXPIRED_SECONDS = 86_400;

/**
 * Maximum number of stored sessions of a user for a moment, when many log in at the same time. All
 * of them fit in one transaction.
 */
const STORED_SESSIONS_MAX = 90;

type Session = UserItem['sessions'][string];

/** Returns short placeholders for session ids, because an expression may have at most 4 KB. */
function placeholdersOf(ids: readonly string[]) {
  return {
    paths: ids.map((_, index) => `sessions.#s${index}`),
    names: Object.fromEntries(ids.map((id, index) => [`#s${index}`, id])),
  };
}

/**
 * Returns the write that adds a session to the user's item and removes expired ones. It fails if
 * the user is suspended.
 */
function addSessionWrite(user: UserItem, id: string, session: Session, expired: readonly string[]): Write {
  const { paths, names } = placeholdersOf(expired);
  return {
    Update: {
      Key: ITEMS.user.key({ userId: user.id }),
      UpdateExpression: `SET sessions.#added = :session${paths.length === 0 ? '' : ` REMOVE ${paths.join(', ')}`}`,
      ConditionExpression:
        'attribute_exists(pk) AND attribute_not_exists(suspended_at) AND size(sessions) < :most',
      ExpressionAttributeNames: { ...names, '#added': id },
      ExpressionAttributeValues: { ':session': session, ':most': STORED_SESSIONS_MAX },
    },
  };
}

/**
 * Returns the write that removes sessions from the user's item. It fails if one of them is missing,
 * or if fewer than `atLeast` would remain.
 */
function removeSessionsWrite(user: UserItem, ids: readonly string[], minimumLeft: number): Write {
  const { paths, names } = placeholdersOf(ids);
  return {
    Update: {
      Key: ITEMS.user.key({ userId: user.id }),
      UpdateExpression: `REMOVE ${paths.join(', ')}`,
      ConditionExpression: [
        'size(sessions) >= :least',
        ...paths.map((path) => `attribute_exists(${path})`),
      ].join(' AND '),
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':least': minimumLeft + ids.length },
    },
  };
}

/**
 * Returns the active sessions, newest first. Equal expiries are ordered by id, so that the order is
 * always the same.
 */
function liveSessions(user: UserItem, now: Date): [string, Session][] {
  return Object.entries(user.sessions)
    .filter(([, session]) => session.expires_micros > now.getTime() * 1_000)
    .toSorted(([idA, a], [idB, b]) => b.expires_micros - a.expires_micros || (idA < idB ? 1 : -1));
}

/**
 * Stores a session together with the attached writes. Returns false when the user is suspended,
 * erased, or has far too many sessions.
 * No other condition on the user applies, so that concurrent logins do not conflict.
 * `endOldestSessions` then ends sessions above the quota.
 */
export async function insertSession(
  table: Table,
  user: UserItem,
  session: { readonly item: CredentialItem; readonly hash: string; readonly expiresMicros: number },
  now: Date,
  attachedWrites: readonly Write[],
): Promise<boolean> {
  const { item, hash, expiresMicros } = session;
  const live = new Set(liveSessions(user, now).map(([id]) => id));
  const expired = Object.keys(user.sessions).filter((id) => !live.has(id));
  const { held } = await transactIf(table, [
    addSessionWrite(user, item.id, { hash, expires_micros: expiresMicros }, expired),
    putCredential(item, expirySeconds(expiresMicros) + KEEP_EXPIRED_SECONDS),
    ...attachedWrites,
  ]);
  return held;
}

/** Makes the writes that belong to ended sessions. */
type Attach = (endedIds: readonly string[]) => Promise<readonly Write[]>;

async function end(
  table: Table,
  user: UserItem,
  endingSessions: readonly [string, Session][],
  now: Date,
  { attach, atLeast }: { readonly attach: Attach; readonly atLeast: number },
): Promise<boolean> {
  const ids = endingSessions.map(([id]) => id);
  const attachedWrites = await attach(ids);
  const findConflicts = async () => {
    const sessions = (await getUser(table, user.id))?.sessions ?? {};
    return ids.every((id) => sessions[id] !== undefined) ? [] : [0];
  };
  const writesOf = (changeId: string) => [
    removeSessionsWrite(user, ids, atLeast),
    ...endingSessions.map(([, session]) => revokeCredential(session.hash, now, changeId)),
    ...attachedWrites,
  ];
  return changeCredentials(table, user.id, writesOf, findConflicts);
}

/**
 * Ends the oldest sessions above the user's quota in one step, together with the attached writes.
 * Returns false when the sessions have changed meanwhile. Concurrent calls never leave fewer
 * sessions than the quota.
 * @param keptId a new session that must not end, even if it expires first
 */
export async function endOldestSessions(
  table: Table,
  user: UserItem,
  keptId: string | undefined,
  now: Date,
  attach: Attach,
): Promise<boolean> {
  const { maxSessions } = limitsOf(user);
  const live = liveSessions(user, now);
  if (live.length <= maxSessions) return true;
  const endingSessions = live.filter(([id]) => id !== keptId).slice(maxSessions - live.length);
  return end(table, user, endingSessions, now, { attach, atLeast: maxSessions });
}

/**
 * Ends the active sessions with these ids in one step, together with the attached writes. Undefined
 * when they have changed meanwhile.
 */
export async function endSessions(
  table: Table,
  user: UserItem,
  ids: readonly string[],
  now: Date,
  attach: Attach,
): Promise<number | undefined> {
  const endingSessions = liveSessions(user, now).filter(([id]) => ids.includes(id));
  if (endingSessions.length === 0) return 0;
  return (await end(table, user, endingSessions, now, { attach, atLeast: 0 }))
    ? endingSessions.length
    : undefined;
}
