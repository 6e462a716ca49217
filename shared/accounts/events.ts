import { type AuditEvent, readEventPage } from '../platform/audit/events.ts';
import type { AppliedQuery } from '../platform/contract/route.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Reply } from '../platform/request.ts';
import type { adminAuditLogRoute } from './contract/admin-audit-log.ts';
import type { auditLogRoute } from './contract/audit-log.ts';

/** An event as operators see it. */
function eventView({ number: _, user_id: account, actor, ...event }: AuditEvent) {
  const { kind, id, user_id } = actor;
  return { ...event, account, actor: { kind, id, account: user_id } };
}

/** An event as the user sees whose account it is: who of the operators it was, and from where, is not theirs to know. */
function ownEventView(event: AuditEvent, userId: string) {
  const view = eventView(event);
  const { actor } = event;
  if (actor.kind === 'anonymous' || actor.user_id === userId) return view;
  return {
    ...view,
    actor: { kind: 'operator' as const, id: null, account: null },
    source_ip: null,
    request_id: null,
  };
}

/** One page of what happened to the user's account, newest first. */
export async function listAuditEvents(
  table: Table,
  userId: string,
  query: AppliedQuery<typeof auditLogRoute, 'type' | 'after'>,
): Promise<Reply> {
  const { items, ...page } = await readEventPage(table, { userId, type: query.type }, query);
  return { ...page, data: items.map((event) => ownEventView(event, userId)) };
}

/** The same of all accounts, or of one, and of what operators did beside. */
export async function listAllAuditEvents(
  table: Table,
  { account: userId, ...query }: AppliedQuery<typeof adminAuditLogRoute, 'account' | 'type' | 'after'>,
): Promise<Reply> {
  const { items, ...page } = await readEventPage(table, { userId, type: query.type }, query);
  return { ...page, data: items.map(eventView) };
}
