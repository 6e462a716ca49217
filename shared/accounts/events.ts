import { type AuditEvent, readEventPage } from '../platform/audit/events.ts';
import type { AppliedQuery } from '../platform/contract/route.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Reply } from '../platform/request.ts';
import type { adminAuditLogRoute } from './contract/admin-audit-log.ts';
import type { auditLogRoute } from './contract/audit-log.ts';

/** Returns an audit event in the form that administrators see. */
function auditEventView({ number: _, user_id: account, actor, ...event }: AuditEvent) {
  const { kind, id, user_id } = actor;
  return { ...event, account, actor: { kind, id, account: user_id } };
}

/**
 * Returns an audit event in the form that the account's user sees. If an operator made the change, the
 * operator's identity, IP address and request id are left out.
 */
function toOwnAuditEventView(event: AuditEvent, userId: string) {
  const view = auditEventView(event);
  const { actor } = event;
  if (actor.kind === 'anonymous' || actor.user_id === userId) return view;
  return {
    ...view,
    actor: { kind: 'operator' as const, id: null, account: null },
    source_ip: null,
    request_id: null,
  };
}

/** Returns one page of the audit events of the user's account, newest first. */
export async function listAuditEvents(
  table: Table,
  userId: string,
  query: AppliedQuery<typeof auditLogRoute, 'type' | 'after'>,
): Promise<Reply> {
  const { items, ...page } = await readEventPage(table, { userId, type: query.type }, query);
  return { ...page, data: items.map((event) => toOwnAuditEventView(event, userId)) };
}

/**
 * Returns one page of audit events, either of one account or of all accounts. The events of all accounts
 * include operators' actions.
 */
export async function listAllAuditEvents(
  table: Table,
  { account: userId, ...query }: AppliedQuery<typeof adminAuditLogRoute, 'account' | 'type' | 'after'>,
): Promise<Reply> {
  const { items, ...page } = await readEventPage(table, { userId, type: query.type }, query);
  return { ...page, data: items.map(auditEventView) };
}
