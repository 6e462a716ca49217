import {
  type CredentialItem,
  expirySeconds,
  moveStamp,
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

function replaceSessions(user: UserItem, sessions: Sessions, alsoIf = ''): Write {
  return {
    Update: {
      Key: ITEMS.user.key({ userId: user.id }),
      UpdateExpression: 'SET sessions = :sessions',
      ConditionExpression: `sessions = :known${alsoIf}`,
      ExpressionAttributeValues: {
        ':sessions': sessions,
        ':known': user.sessions,
        ...(alsoIf === '' ? {} : { ':version': user.version }),
      },
    },
  };
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
  const ending = live.slice(SESSIONS_MAX - 1);
  const sessions = Object.fromEntries([...kept, [item.id, { hash, expires_micros: expiresMicros }] as const]);
  const writes = [
    replaceSessions(user, sessions, ' AND version = :version'),
    putCredential(item, hash, expirySeconds(expiresMicros) + KEEP_EXPIRED_SECONDS),
    ...ending.map(([, old]) => revokeCredential(old.hash, now)),
  ];
  if (!(await transactIf(table, writes)).held) return false;
  if (ending.length > 0) await moveStamp(table, user.id);
  return true;
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
    replaceSessions(user, Object.fromEntries(staying)),
    ...ending.map(([, session]) => revokeCredential(session.hash, now)),
  ];
  if (!(await transactIf(table, writes)).held) return undefined;
  await moveStamp(table, user.id);
  return ending.length;
}
