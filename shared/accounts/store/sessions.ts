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

/** How long an expired session is kept, so that its past use can be investigated. */
const KEEP_EXPIRED_SECONDS = 86_400;

/**
 * So many a user may have for a moment, while more log in at once than their plan has room for: so few that all can
 * end in one transaction.
 */
const SESSIONS_AT_ONCE = 90;

type Session = UserItem['sessions'][string];

/** Names in the place of ids, as an expression may have no more than 4 KB. */
function named(ids: readonly string[]) {
  return {
    paths: ids.map((_, index) => `sessions.#s${index}`),
    names: Object.fromEntries(ids.map((id, index) => [`#s${index}`, id])),
  };
}

/** Puts a session on the user's item in the place of those that have expired, unless the user is suspended. */
function addition(user: UserItem, id: string, session: Session, expired: readonly string[]): Write {
  const { paths, names } = named(expired);
  return {
    Update: {
      Key: ITEMS.user.key({ userId: user.id }),
      UpdateExpression: `SET sessions.#added = :session${paths.length === 0 ? '' : ` REMOVE ${paths.join(', ')}`}`,
      ConditionExpression:
        'attribute_exists(pk) AND attribute_not_exists(suspended_at) AND size(sessions) < :most',
      ExpressionAttributeNames: { ...names, '#added': id },
      ExpressionAttributeValues: { ':session': session, ':most': SESSIONS_AT_ONCE },
    },
  };
}

/** Takes sessions off the user's item that are all on it, if `atLeast` or more are left. */
function removal(user: UserItem, ids: readonly string[], atLeast: number): Write {
  const { paths, names } = named(ids);
  return {
    Update: {
      Key: ITEMS.user.key({ userId: user.id }),
      UpdateExpression: `REMOVE ${paths.join(', ')}`,
      ConditionExpression: [
        'size(sessions) >= :least',
        ...paths.map((path) => `attribute_exists(${path})`),
      ].join(' AND '),
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':least': atLeast + ids.length },
    },
  };
}

/** Newest first, in the same order for everybody. */
function liveSessions(user: UserItem, now: Date): [string, Session][] {
  return Object.entries(user.sessions)
    .filter(([, session]) => session.expires_micros > now.getTime() * 1_000)
    .toSorted(([idA, a], [idB, b]) => b.expires_micros - a.expires_micros || (idA < idB ? 1 : -1));
}

/**
 * Stores a session, with the writes that belong to it; false when the user is suspended, gone, or has far more
 * sessions than they may. It depends on nothing else of the user, so that logins at one time do not undo each other:
 * those beyond the number are ended afterwards (see `endOldestSessions`).
 */
export async function insertSession(
  table: Table,
  user: UserItem,
  session: { readonly item: CredentialItem; readonly hash: string; readonly expiresMicros: number },
  now: Date,
  attached: readonly Write[],
): Promise<boolean> {
  const { item, hash, expiresMicros } = session;
  const live = new Set(liveSessions(user, now).map(([id]) => id));
  const expired = Object.keys(user.sessions).filter((id) => !live.has(id));
  const { held } = await transactIf(table, [
    addition(user, item.id, { hash, expires_micros: expiresMicros }, expired),
    putCredential(item, expirySeconds(expiresMicros) + KEEP_EXPIRED_SECONDS),
    ...attached,
  ]);
  return held;
}

/** What ends with sessions: the writes that belong to that. */
type Attach = (ended: readonly string[]) => Promise<readonly Write[]>;

async function end(
  table: Table,
  user: UserItem,
  ending: readonly [string, Session][],
  now: Date,
  { attach, atLeast }: { readonly attach: Attach; readonly atLeast: number },
): Promise<boolean> {
  const ids = ending.map(([id]) => id);
  const attached = await attach(ids);
  const lookAgain = async () => {
    const sessions = (await getUser(table, user.id))?.sessions ?? {};
    return ids.every((id) => sessions[id] !== undefined) ? [] : [0];
  };
  const writesOf = (changeId: string) => [
    removal(user, ids, atLeast),
    ...ending.map(([, session]) => revokeCredential(session.hash, now, changeId)),
    ...attached,
  ];
  return changeCredentials(table, user.id, writesOf, lookAgain);
}

/**
 * Ends the oldest sessions beyond the number that the user may have, in one step, with the writes that belong to
 * those; false when they changed meanwhile. However many do so at once, that number is left.
 *
 * @param keptId a session that has just begun: others go before it, even if it is the first to expire
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
  const ending = live.filter(([id]) => id !== keptId).slice(maxSessions - live.length);
  return end(table, user, ending, now, { attach, atLeast: maxSessions });
}

/**
 * Ends the sessions with these ids in one step, as far as they live, with the writes that belong to those; undefined
 * when they changed meanwhile.
 */
export async function endSessions(
  table: Table,
  user: UserItem,
  ids: readonly string[],
  now: Date,
  attach: Attach,
): Promise<number | undefined> {
  const ending = liveSessions(user, now).filter(([id]) => ids.includes(id));
  if (ending.length === 0) return 0;
  return (await end(table, user, ending, now, { attach, atLeast: 0 })) ? ending.length : undefined;
}
