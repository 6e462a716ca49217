import {
  buildNewCredentialWrite,
  type CredentialItem,
  changeCredentials,
  limitsOf,
  microsToSeconds,
  revokeCredentialWrite,
} from '../../access/credentials.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { getUser, type UserItem } from './users.ts';

/** Time in seconds for which an expired session stays stored for investigations. */
const EXPIRED_SESSION_KEEP_SECONDS = 86_400;

/**
 * Maximum number of stored sessions of a user. One DynamoDB transaction, which is limited to 100 writes, can end all of
 * them.
 */
const STORED_SESSIONS_MAX = 90;

type Session = UserItem['sessions'][string];

/** Placeholders are short because a DynamoDB expression is limited to 4 KB. */
function sessionPlaceholdersOf(ids: readonly string[]) {
  return {
    paths: ids.map((_, index) => `sessions.#s${index}`),
    names: Object.fromEntries(ids.map((id, index) => [`#s${index}`, id])),
  };
}

/**
 * Returns the write that adds a session to the user's item and removes its expired sessions. The write fails
 * if the user is suspended.
 */
function buildSessionAdditionWrite(
  user: UserItem,
  id: string,
  session: Session,
  expiredSessionIds: readonly string[],
): Write {
  const { paths, names } = sessionPlaceholdersOf(expiredSessionIds);
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
 * Returns the write that removes sessions from the user's item. The write fails if one of the sessions is
 * missing, or if fewer than `minRemainingSessions` sessions would remain.
 */
function buildSessionsRemovalWrite(
  user: UserItem,
  ids: readonly string[],
  minRemainingSessions: number,
): Write {
  const { paths, names } = sessionPlaceholdersOf(ids);
  return {
    Update: {
      Key: ITEMS.user.key({ userId: user.id }),
      UpdateExpression: `REMOVE ${paths.join(', ')}`,
      ConditionExpression: [
        'size(sessions) >= :least',
        ...paths.map((path) => `attribute_exists(${path})`),
      ].join(' AND '),
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':least': minRemainingSessions + ids.length },
    },
  };
}

/** Returns the active sessions, latest expiry first. */
function listActiveSessions(user: UserItem, now: Date): [string, Session][] {
  return Object.entries(user.sessions)
    .filter(([, session]) => session.expires_micros > now.getTime() * 1_000)
    .toSorted(([idA, a], [idB, b]) => b.expires_micros - a.expires_micros || (idA < idB ? 1 : -1));
}

/**
 * Stores a session and the additional writes in one DynamoDB transaction. Returns false if the user is suspended or
 * erased, or already has STORED_SESSIONS_MAX sessions.
 * Does not end older active sessions, so that concurrent logins do not conflict. The caller must call
 * `endOldestSessions` afterwards.
 */
export async function insertSession(
  table: Table,
  user: UserItem,
  newSession: { readonly item: CredentialItem; readonly hash: string; readonly expiresMicros: number },
  now: Date,
  additionalWrites: readonly Write[],
): Promise<boolean> {
  const { item, hash, expiresMicros } = newSession;
  const activeSessionIds = new Set(listActiveSessions(user, now).map(([id]) => id));
  const expiredSessionIds = Object.keys(user.sessions).filter((id) => !activeSessionIds.has(id));
  const { committed } = await transactIf(table, [
    buildSessionAdditionWrite(user, item.id, { hash, expires_micros: expiresMicros }, expiredSessionIds),
    buildNewCredentialWrite(item, microsToSeconds(expiresMicros) + EXPIRED_SESSION_KEEP_SECONDS),
    ...additionalWrites,
  ]);
  return committed;
}

/** Returns writes to add to the DynamoDB transaction that ends the sessions with these ids. */
type AdditionalWritesOf = (endedSessionIds: readonly string[]) => Promise<readonly Write[]>;

async function endListedSessions(
  table: Table,
  user: UserItem,
  sessionsToEnd: readonly [string, Session][],
  now: Date,
  {
    buildAdditionalWrites,
    atLeast,
  }: { readonly buildAdditionalWrites: AdditionalWritesOf; readonly atLeast: number },
): Promise<boolean> {
  const ids = sessionsToEnd.map(([id]) => id);
  const additionalWrites = await buildAdditionalWrites(ids);
  const findFailedConditions = async () => {
    const sessions = (await getUser(table, user.id))?.sessions ?? {};
    return ids.every((id) => sessions[id] !== undefined) ? [] : [0];
  };
  const createWrites = (changeId: string) => [
    buildSessionsRemovalWrite(user, ids, atLeast),
    ...sessionsToEnd.map(([, session]) => revokeCredentialWrite(session.hash, now, changeId)),
    ...additionalWrites,
  ];
  return changeCredentials(table, user.id, createWrites, findFailedConditions);
}

/**
 * Ends the sessions that exceed the user's quota, earliest expiry first. Returns false if the sessions have changed in
 * the meantime. Even concurrent calls do not reduce the number of active sessions below the quota.
 * @param keptSessionId id of a new session that stays active, even if it expires before the other sessions
 */
export async function endOldestSessions(
  table: Table,
  user: UserItem,
  keptSessionId: string | undefined,
  now: Date,
  buildAdditionalWrites: AdditionalWritesOf,
): Promise<boolean> {
  const { maxSessions } = limitsOf(user);
  const activeSessions = listActiveSessions(user, now);
  if (activeSessions.length <= maxSessions) return true;
  const sessionsToEnd = activeSessions
    .filter(([id]) => id !== keptSessionId)
    .slice(maxSessions - activeSessions.length);
  return endListedSessions(table, user, sessionsToEnd, now, { buildAdditionalWrites, atLeast: maxSessions });
}

/**
 * Ends those of the given sessions that are active. Returns their number, or undefined if the user's sessions have
 * changed since they were read.
 */
export async function endSessions(
  table: Table,
  user: UserItem,
  ids: readonly string[],
  now: Date,
  buildAdditionalWrites: AdditionalWritesOf,
): Promise<number | undefined> {
  const sessionsToEnd = listActiveSessions(user, now).filter(([id]) => ids.includes(id));
  if (sessionsToEnd.length === 0) return 0;
  return (await endListedSessions(table, user, sessionsToEnd, now, {
    buildAdditionalWrites,
    atLeast: 0,
  }))
    ? sessionsToEnd.length
    : undefined;
}
