import { revokeKey } from '../../../shared/accounts/api-keys.ts';
import { type Accounts, issueCredential } from '../../../shared/accounts/credentials.ts';
import { insertApiKey, listApiKeys } from '../../../shared/accounts/store/api-keys.ts';
import { getUser, type UserItem } from '../../../shared/accounts/store/users.ts';
import { addUser, type UserOptions } from '../../../shared/accounts/users.ts';
import { ID_PREFIXES } from '../../../shared/platform/contract/ids.ts';
import { CUSTOM_LIMITS_MAX } from '../../../shared/platform/contract/plans.ts';
import { ROLE_SCOPES } from '../../../shared/platform/contract/scopes.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';

/** The demo users, each with one key. */
const DEMO_USERS = {
  free: { plan: 'free' },
  pro: { plan: 'pro' },
  enterprise: { plan: 'enterprise', limits: CUSTOM_LIMITS_MAX },
  admin: { plan: 'enterprise', role: 'admin' },
} as const satisfies Record<string, UserOptions>;

export type DemoName = keyof typeof DEMO_USERS;
export type DemoKeys = Readonly<Record<DemoName, string>>;

/** The name tells the demo key from those that somebody made for a demo user since. */
const KEY_NAME = 'Demo key of this server';

async function demoUser(accounts: Accounts, name: DemoName, now: Date): Promise<UserItem> {
  const id = `${ID_PREFIXES.user}demo${name}`;
  const user =
    (await getUser(accounts.table, id)) ??
    (await addUser(accounts, { id, name: `Demo ${name}`, ...DEMO_USERS[name] }, now));
  if (user === undefined) throw new Error(`The demo user ${id} could not be created`);
  return user;
}

/**
 * The key of one demo user, whom the first start creates. The key of a former start ends, as its text is nowhere to
 * be read again; keys that were made since, and what an operator changed of the user, stay.
 */
async function issueDemoKey(accounts: Accounts, name: DemoName, now: Date): Promise<string> {
  const user = await demoUser(accounts, name, now);
  for (const { item } of await listApiKeys(accounts.table, user.id)) {
    if (item.name === KEY_NAME) await revokeKey(accounts, user.id, item.id, now);
  }
  const scopes = ROLE_SCOPES[user.role];
  const issued = issueCredential(accounts, user, { kind: 'api_key', name: KEY_NAME, scopes }, now);
  // The demo key has its place even where the plan's number is used up.
  if (!(await insertApiKey(accounts.table, user, issued, Number.MAX_SAFE_INTEGER))) {
    throw new Error(`The demo key of ${user.id} could not be stored`);
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
