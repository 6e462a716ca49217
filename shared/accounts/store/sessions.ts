import type { CredentialItem } from '../../access/credentials.ts';
import {
  addEnded,
  type EndedUpdate,
  expirySeconds,
  gatherEnded,
  putCredential,
  revokeCredential,
} from '../../access/credentials.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import type { UserItem } from './users.ts';

/** Sessions that a user may have at one time; a further login ends the oldest. */
export const SESSIONS_MAX = 20;
/** An expired session is kept this long for whoever looks into its use. */
const KEEP_EXPIRED_SECONDS = 86_400;

type Sessions = UserItem['sessions'];

function replaceSessions(user: UserItem, sessions: Sessions, ended: EndedUpdate, alsoIf = ''): Write {
  return {
    Update: {
      Key: ITEMS.user.key({ userId: user.id }),
      UpdateExpression: `SET ${['sessions = :sessions', ...ended.sets].join(', ')}`,
      ConditionExpression: ['sessions = :known', ...ended.conditions].join(' AND ') + alsoIf,
      ExpressionAttributeValues: {
        ':sessions': sessions,
        ':known': user.sessions,
        ...ended.values,
        ...(alsoIf === '' ? {} : { ':version': user.version }),
      },
    },
  };
}

/** Hashes of the user's sessions beside those that stay. */
function hashesBeside(user: UserItem, staying: readonly (readonly [string, unknown])[]): string[] {
  const ids = new Set(staying.map(([id]) => id));
  return Object.entries(user.sessions).flatMap(([id, { hash }]) => (ids.has(id) ? [] : [hash]));
}

function liveSessions(user: UserItem, now: Date): [string, Sessions[string]][] {
  return Object.entries(user.sessions)
    .filter(([, session]) => session.expires_micros > now.getTime() * 1_000)
    .toSorted(([, a], [, b]) => b.expires_micros - a.expires_micros);
}

/** Stores a session, and ends the oldest beyond the number; false when the user changed meanwhile. */
export async function insertSession(
  table: Table,
  user: UserItem,
  session: { readonly item: CredentialItem; readonly hash: string; readonly expiresMicros: number },
  now: Date,
): Promise<boolean> {
  const { item, hash, expiresMicros } = session;
  const live = liveSessions(user, now);
  const kept = live.slice(0, SESSIONS_MAX - 1);
  const sessions = Object.fromEntries([...kept, [item.id, { hash, expires_micros: expiresMicros }] as const]);
  const ended = await gatherEnded(table, user, hashesBeside(user, kept));
  const writes = [
    replaceSessions(user, sessions, ended, ' AND version = :version'),
    putCredential(item, hash, expirySeconds(expiresMicros) + KEEP_EXPIRED_SECONDS),
    ...live.slice(SESSIONS_MAX - 1).map(([, old]) => revokeCredential(old.hash, now)),
  ];
  return (await transactIf(table, writes)).held;
}

/** Ends the sessions with these ids (all of them when undefined) in one step; undefined when they changed meanwhile. */
export async function endSessions(
  table: Table,
  user: UserItem,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<number | undefined> {
  const live = liveSessions(user, now);
  const ending = live.filter(([id]) => ids === undefined || ids.includes(id));
  if (ending.length === 0) return 0;
  const staying = live.filter((entry) => !ending.includes(entry));
  const writes = [
    replaceSessions(user, Object.fromEntries(staying), addEnded(hashesBeside(user, staying))),
    ...ending.map(([, session]) => revokeCredential(session.hash, now)),
  ];
  return (await transactIf(table, writes)).held ? ending.length : undefined;
}
