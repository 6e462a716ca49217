import { type AuditEvent, type AuditFilter, pageEvents } from '../platform/audit/events.ts';
import { paginate } from '../platform/contract/envelope.ts';
import type { PageRequest } from '../platform/contract/query.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Reply } from '../platform/request.ts';

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
  query: PageRequest & Pick<AuditFilter, 'type'>,
): Promise<Reply> {
  const { events, total } = await pageEvents(table, { userId, type: query.type }, query);
  const data = events.map((event) => ownEventView(event, userId));
  return { data, pagination: paginate(total, query, data.length) };
}

/** The same of all accounts, or of one, and of what operators did beside. */
export async function listAllAuditEvents(
  table: Table,
  { account: userId, ...query }: PageRequest & Pick<AuditFilter, 'type'> & { account?: string | undefined },
): Promise<Reply> {
  const { events, total } = await pageEvents(table, { userId, type: query.type }, query);
  const data = events.map(eventView);
  return { data, pagination: paginate(total, query, data.length) };
}
