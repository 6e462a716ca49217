import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { credentialHash } from '../../../shared/access/domain/credential.ts';
import { getCredential } from '../../../shared/access/store/credentials.ts';
import { type Accounts, issueCredential, recorded } from '../../../shared/accounts/credentials.ts';
import { revokeKey } from '../../../shared/accounts/keys/key-changes.ts';
import { listApiKeys } from '../../../shared/accounts/store/api-key-entries.ts';
import { insertApiKey } from '../../../shared/accounts/store/api-keys.ts';
import { getUser, type UserItem } from '../../../shared/accounts/store/users.ts';
import { addUser, type UserOptions } from '../../../shared/accounts/users.ts';
import { disableWebhooksOf } from '../../../shared/notifications/webhooks/webhooks-of-key.ts';
import { OPERATOR_CAUSE } from '../../../shared/platform/audit/cause.ts';
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

const DEMO_NAMES = ['free', 'pro', 'enterprise', 'admin'] as const satisfies (keyof typeof DEMO_USERS)[];
type DemoName = (typeof DEMO_NAMES)[number];
export type DemoKeys = Readonly<Record<DemoName, string>>;

/** This name distinguishes the demo key from keys that were created for a demo user later. */
const KEY_NAME = 'Demo key of this server';

const ENDING = { type: 'api_key.revoked', disableWebhooks: disableWebhooksOf } as const;

async function demoUser(accounts: Accounts, name: DemoName, now: Date): Promise<UserItem> {
  const id = `${ID_PREFIXES.user}demo${name}`;
  const user =
    (await getUser(accounts.table, id)) ??
    (await addUser(accounts, { id, name: `Demo ${name}`, ...DEMO_USERS[name] }, now));
  if (user === undefined)
    throw new Error(`The demo user ${id} could not be created. Start the server again.`);
  return user;
}

/** Whether the demo key of an earlier run still belongs to this user and works. */
async function isKept(accounts: Accounts, user: UserItem, key: string): Promise<boolean> {
  const credential = await getCredential(accounts.table, credentialHash(key));
  return credential?.status === 'active' && credential.user_id === user.id;
}

/**
 * The key of one demo user, whom the first start creates: the one of an earlier run where its text was kept and it
 * still works. Otherwise a new one, and the earlier one ends, as its text is nowhere to be read again. Keys that were
 * made since, and what an operator changed of the user, stay.
 */
async function demoKey(
  accounts: Accounts,
  name: DemoName,
  kept: string | undefined,
  now: Date,
): Promise<string> {
  const user = await demoUser(accounts, name, now);
  if (kept !== undefined && (await isKept(accounts, user, kept))) return kept;
  for (const { item } of await listApiKeys(accounts.table, user.id)) {
    if (item.name === KEY_NAME) await revokeKey(accounts, user.id, item.id, now, ENDING);
  }
  const scopes = ROLE_SCOPES[user.role];
  const issued = issueCredential(accounts, user, { kind: 'api_key', name: KEY_NAME, scopes }, now);
  // The demo key may exceed the plan's quota of keys.
  const event = { type: 'api_key.created', userId: user.id, subject: issued.item.id } as const;
  const writes = [await recorded(accounts, event, now)];
  if (!(await insertApiKey(accounts.table, user, issued, Number.MAX_SAFE_INTEGER, writes))) {
    throw new Error(`The demo key of ${user.id} could not be stored. Start the server again.`);
  }
  return issued.text;
}

const keptKeys = z.partialRecord(z.enum(DEMO_NAMES), z.string());

function readKept(file: string | undefined): Partial<DemoKeys> {
  if (file === undefined || !existsSync(file)) return {};
  return keptKeys.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function keep(file: string, keys: DemoKeys): void {
  writeFileSync(`${file}.new`, JSON.stringify(keys), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * Keys for a Free, a Pro and an Enterprise user and an administrator. They are `test` credentials, which only
 * functions started as local accept: on a deployed stack they would be refused unread.
 *
 * @param file keeps the keys beside kept data, readable by this user alone, so that every run has the same ones
 */
export async function demoKeys(table: Table, file?: string, now: Date = new Date()): Promise<DemoKeys> {
  const accounts: Accounts = { table, environment: 'test', cause: OPERATOR_CAUSE };
  const kept = readKept(file);
  const keyOf = (name: DemoName) => demoKey(accounts, name, kept[name], now);
  // One after the other, so that the users get the same numbers at every start.
  const free = await keyOf('free');
  const pro = await keyOf('pro');
  const enterprise = await keyOf('enterprise');
  const keys = { free, pro, enterprise, admin: await keyOf('admin') };
  if (file !== undefined) keep(file, keys);
  return keys;
}
