import { ID_PREFIXES } from '../../shared/contract/ids.ts';
import { CUSTOM_LIMITS_MAX } from '../../shared/contract/plans.ts';
import { ROLE_SCOPES } from '../../shared/contract/scopes.ts';
import { insertApiKey, listApiKeyEntries, removeApiKey } from '../../shared/repositories/api-keys.ts';
import type { Table } from '../../shared/repositories/client.ts';
import { getUser } from '../../shared/repositories/users.ts';
import { type Accounts, issueCredential, limitsOf } from '../../shared/services/credentials.ts';
import { addUser, type UserOptions } from '../../shared/services/users.ts';

/** The demo users, each with one key. */
const DEMO_USERS = {
  free: { plan: 'free' },
  pro: { plan: 'pro' },
  enterprise: { plan: 'enterprise', limits: CUSTOM_LIMITS_MAX },
  admin: { plan: 'enterprise', role: 'admin' },
} as const satisfies Record<string, UserOptions>;

export type DemoName = keyof typeof DEMO_USERS;
export type DemoKeys = Readonly<Record<DemoName, string>>;

/**
 * The key of one demo user, whom the first call creates. Keys of former calls end, as their text is nowhere to be
 * read again.
 */
async function issueDemoKey(accounts: Accounts, name: DemoName, now: Date): Promise<string> {
  const id = `${ID_PREFIXES.user}demo${name}`;
  await addUser(accounts, { id, name: `Demo ${name}`, ...DEMO_USERS[name] }, now);
  for (const entry of await listApiKeyEntries(accounts.table, id)) {
    const owner = await getUser(accounts.table, id);
    if (owner !== undefined) await removeApiKey(accounts.table, owner, entry, now);
  }
  const user = await getUser(accounts.table, id);
  if (user === undefined) throw new Error(`The demo user ${id} could not be created`);
  const scopes = ROLE_SCOPES[user.role];
  const issued = issueCredential(accounts, user, { kind: 'api_key', name: 'Demo', scopes }, now);
  if (!(await insertApiKey(accounts.table, user, issued, limitsOf(user).maxApiKeys))) {
    throw new Error(`The demo user ${id} has no room for a key`);
  }
  return issued.text;
}

/**
 * New keys for a Free, a Pro and an Enterprise user and an administrator. They are `test` credentials, which only
 * functions started as local accept: on a deployed stack they would be refused unread.
 */
export async function issueDemoKeys(table: Table, now: Date = new Date()): Promise<DemoKeys> {
  const accounts: Accounts = { table, environment: 'test' };
  const keyOf = (name: DemoName) => issueDemoKey(accounts, name, now);
  // One after the other, so that the users' numbers are the same at every start.
  const free = await keyOf('free');
  const pro = await keyOf('pro');
  const enterprise = await keyOf('enterprise');
  return { free, pro, enterprise, admin: await keyOf('admin') };
}
