import { getCredentials } from '../../access/credentials.ts';
import { lastUseTimeOf, readCredentialUses } from '../../access/usage.ts';
import { type CursorRequest, pageOfList } from '../../platform/contract/cursor.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { CONFLICT_RETRY_POLICY } from '../../platform/dynamodb/transact.ts';
import type { Principal, Reply } from '../../platform/request.ts';
import { RetryableError, retry } from '../../platform/retry.ts';
import { type Accounts, accountAuditWrite } from '../credentials.ts';
import { isoFromMicros } from '../keys/api-key-views.ts';
import { endOldestSessions, endSessions } from '../store/sessions.ts';
import { requireUser } from '../users.ts';

const CONFLICT_TEXT = "The user's sessions change all the time";

/** Returns one page of the active sessions, newest first. */
export async function listSessions(
  accountsContext: Accounts,
  { userId, credentialId }: Principal,
  query: CursorRequest,
  now: Date,
): Promise<Reply> {
  const { table } = accountsContext;
  const nowMicros = now.getTime() * 1_000;
  const user = await requireUser(accountsContext, userId);
  const live = Object.values(user.sessions).filter((session) => session.expires_micros > nowMicros);
  const items = await getCredentials(
    table,
    live.map(({ hash }) => hash),
  );
  const credentialUseOf = await readCredentialUses(table, userId, nowMicros);
  const { items: pageItems, ...page } = pageOfList(items, query, ({ created_at: key, id }) => ({ key, id }));
  const data = pageItems.map(({ id, created_at, expires_micros, source_ip, user_agent, wallet_app }) => ({
    id,
    created_at,
    expires_at: isoFromMicros(expires_micros ?? nowMicros),
    last_used_at: lastUseTimeOf(credentialUseOf(id), created_at),
    source_ip: source_ip ?? null,
    user_agent: user_agent ?? null,
    wallet_app: wallet_app ?? null,
    current: id === credentialId,
  }));
  return { ...page, data };
}

/** @throws ApiError session_not_found, also if the session has already ended */
export async function revokeSession(accountsContext: Accounts, userId: string, id: string, now: Date) {
  const { sessions_ended } = await endMatchingSessions(
    accountsContext,
    userId,
    (sessionId) => sessionId === id,
    now,
  );
  if (sessions_ended === 0) throw new ApiError('session_not_found');
  return { id, status: 'ended' as const };
}

/** Ends all sessions of the caller's user except the current session. API keys stay valid. */
export function revokeOtherSessions(
  accountsContext: Accounts,
  { userId, credentialId }: Principal,
  now: Date,
) {
  return endMatchingSessions(accountsContext, userId, (sessionId) => sessionId !== credentialId, now);
}

/** Ends the current session. If the caller uses an API key, no session ends. */
export async function logout(accountsContext: Accounts, principal: Principal, now: Date) {
  const { kind, userId, credentialId } = principal;
  if (kind !== 'session') return { sessions_ended: 0 };
  return endMatchingSessions(accountsContext, userId, (sessionId) => sessionId === credentialId, now);
}

export async function endAllSessions(accountsContext: Accounts, userId: string, now: Date) {
  return endMatchingSessions(accountsContext, userId, () => true, now);
}

/** Returns the write of the audit event about ended sessions. Returns no write if `ids` is empty. */
async function buildEndedSessionWrites(
  accountsContext: Accounts,
  userId: string,
  ids: readonly string[],
  now: Date,
) {
  const [first, ...more] = ids;
  if (first === undefined) return [];
  const details = { sessions: ids.length, session_ids: ids.join(' ') };
  const subjectFields = more.length === 0 ? { subject: first } : { details };
  return [await accountAuditWrite(accountsContext, { type: 'session.ended', userId, ...subjectFields }, now)];
}

async function endMatchingSessions(
  accountsContext: Accounts,
  userId: string,
  shouldEndSession: (id: string) => boolean,
  now: Date,
) {
  return retry(CONFLICT_RETRY_POLICY, async () => {
    const user = await requireUser(accountsContext, userId);
    const ids = Object.keys(user.sessions).filter(shouldEndSession);
    const endedSessionIds = await endSessions(accountsContext.table, user, ids, now, (endedSessionIds) =>
      buildEndedSessionWrites(accountsContext, userId, endedSessionIds, now),
    );
    if (endedSessionIds === undefined) throw new RetryableError(CONFLICT_TEXT);
    return { sessions_ended: endedSessionIds };
  });
}

/**
 * Ends the oldest sessions if the user has more sessions than the quota allows. The session `keptSessionId` never
 * ends.
 */
export async function endExcessSessions(
  accountsContext: Accounts,
  userId: string,
  now: Date,
  keptSessionId?: string,
) {
  await retry(CONFLICT_RETRY_POLICY, async () => {
    const user = await requireUser(accountsContext, userId);
    const buildAdditionalWrites = (endedSessionIds: readonly string[]) =>
      buildEndedSessionWrites(accountsContext, userId, endedSessionIds, now);
    if (!(await endOldestSessions(accountsContext.table, user, keptSessionId, now, buildAdditionalWrites)))
      throw new RetryableError(CONFLICT_TEXT);
  });
}
