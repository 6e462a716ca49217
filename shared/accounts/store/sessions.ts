import {
  type CredentialItem,
  expirySeconds,
  limitsOf,
  moveStamp,
  putCredential,
  revokeCredential,
} from '../../access/credentials.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import type { UserItem } from './users.ts';

/** An expired session is kept this long for whoever looks into its use. */
const KEEP_EXPIRED_SECONDS = 86_400;

type Session = UserItem['sessions'][string];

/**
 * Takes sessions off the user's item and puts one on it. It depends on what it removes alone, so that logins at one
 * time do not undo each other.
 */
function changeSessions(
  user: UserItem,
  removed: readonly string[],
  added?: { readonly id: string; readonly session: Session },
): Write {
  const path = (id: string) => `sessions.#${id}`;
  const removal = removed.length === 0 ? '' : ` REMOVE ${removed.map(path).join(', ')}`;
  const conditions = [
    ...removed.map((id) => `attribute_exists(${path(id)})`),
    ...(added === undefined ? [] : ['version = :version', 'size(sessions) <= :before_max']),
  ];
  return {
    Update: {
      Key: ITEMS.user.key({ userId: user.id }),
      UpdateExpression: (added === undefined ? '' : `SET ${path(added.id)} = :session`) + removal,
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(
        [...removed, ...(added === undefined ? [] : [added.id])].map((id) => [`#${id}`, id]),
      ),
      ...(added === undefined
        ? {}
        : {
            ExpressionAttributeValues: {
              ':session': added.session,
              ':version': user.version,
              ':before_max': limitsOf(user).maxSessions - 1 + removed.length,
            },
          }),
    },
  };
}

function liveSessions(user: UserItem, now: Date): [string, Session][] {
  return Object.entries(user.sessions)
    .filter(([, session]) => session.expires_micros > now.getTime() * 1_000)
    .toSorted(([, a], [, b]) => b.expires_micros - a.expires_micros);
}

/**
 * Stores a session, and ends the oldest beyond the number, with the writes that belong to those; false when the user
 * changed meanwhile.
 */
export async function insertSession(
  table: Table,
  user: UserItem,
  session: { readonly item: CredentialItem; readonly hash: string; readonly expiresMicros: number },
  now: Date,
  attach: (ended: readonly string[]) => Promise<readonly Write[]>,
): Promise<boolean> {
  const { item, hash, expiresMicros } = session;
  const live = liveSessions(user, now);
  const room = limitsOf(user).maxSessions - 1;
  const kept = new Set(live.slice(0, room).map(([id]) => id));
  const ending = live.slice(room);
  const removed = Object.keys(user.sessions).filter((id) => !kept.has(id));
  const added = { id: item.id, session: { hash, expires_micros: expiresMicros } };
  const writes = [
    changeSessions(user, removed, added),
    putCredential(item, hash, expirySeconds(expiresMicros) + KEEP_EXPIRED_SECONDS),
    ...ending.map(([, old]) => revokeCredential(old.hash, now)),
    ...(await attach(ending.map(([id]) => id))),
  ];
  if (!(await transactIf(table, writes)).held) return false;
  if (ending.length > 0) await moveStamp(table, user.id);
  return true;
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
  attach: (ended: readonly string[]) => Promise<readonly Write[]>,
): Promise<number | undefined> {
  const ending = liveSessions(user, now).filter(([id]) => ids.includes(id));
  if (ending.length === 0) return 0;
  const writes = [
    changeSessions(
      user,
      ending.map(([id]) => id),
    ),
    ...ending.map(([, session]) => revokeCredential(session.hash, now)),
    ...(await attach(ending.map(([id]) => id))),
  ];
  if (!(await transactIf(table, writes)).held) return undefined;
  await moveStamp(table, user.id);
  return ending.length;
}
