import * as z from 'zod/mini';
import { limitsOf, readAccount } from '../access/credentials.ts';
import { userItem } from '../accounts/users.ts';
import { PLAN_LIMITS } from '../platform/contract/plans.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { connectionItem, countLiveConnections } from '../wallets/connections.ts';
import type { ItemChange } from './domain/change.ts';
import { type HourOfRequests, quotaHappenings, requestHappenings } from './domain/event-quotas.ts';
import type { Told } from './domain/event-sources.ts';
import { recordEvents } from './events.ts';

const user = z.pick(userItem, {
  id: true,
  plan: true,
  custom_limits: true,
  api_key_count: true,
  sessions: true,
});

/** What is told of the keys and sessions of a user whose item was changed: where there are more than before. */
export function toldByUser({ before, after, atMs }: ItemChange): Told[] {
  if (before === undefined || after === undefined) return [];
  const [was, is] = [user.parse(before), user.parse(after)];
  const { maxApiKeys, maxSessions } = limitsOf(is);
  const [sessionsBefore, sessions] = [was, is].map((each) => Object.keys(each.sessions).length);
  const uses = [
    { quota: 'api_keys', from: was.api_key_count, used: is.api_key_count, max: maxApiKeys },
    { quota: 'sessions', from: sessionsBefore ?? 0, used: sessions ?? 0, max: maxSessions },
  ] as const;
  return uses
    .filter(({ from, used }) => used > from)
    .flatMap(({ quota, used, max }) => quotaHappenings({ quota, used, max, plan: is.plan }, atMs))
    .map((happening) => ({ account: is.id, happening }));
}

const connection = z.pick(connectionItem, { owner: true });

/** What is told of the wallet connections of accounts that have new ones: their lists know how many there are. */
export async function toldByConnections(table: Table, changes: readonly ItemChange[]): Promise<Told[]> {
  const owners = new Map<string, number>();
  for (const { before, after, atMs } of changes) {
    if (before === undefined && after !== undefined) owners.set(connection.parse(after).owner, atMs);
  }
  const told: Told[] = [];
  for (const [owner, atMs] of owners) {
    const account = await readAccount(table, owner);
    if (account === undefined) continue;
    const used = await countLiveConnections(table, owner);
    const max = PLAN_LIMITS[account.plan].maxWalletConnections;
    const use = { quota: 'wallet_connections', used, max, plan: account.plan } as const;
    told.push(...quotaHappenings(use, atMs).map((happening) => ({ account: owner, happening })));
  }
  return told;
}

/** Tells an account of what its requests of hours that are over say of its limit. */
export async function tellOfRequests(
  table: Table,
  account: string,
  hours: readonly HourOfRequests[],
  now: Date,
): Promise<void> {
  const found = await readAccount(table, account);
  if (found === undefined) return;
  const { requestsPerMinute } = found.limits;
  await recordEvents(
    table,
    account,
    hours.flatMap((hour) => requestHappenings(hour, requestsPerMinute)),
    now,
  );
}
