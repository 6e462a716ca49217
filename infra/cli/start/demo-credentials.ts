import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { hashCredential } from '../../../shared/access/domain/credential.ts';
import { getCredential } from '../../../shared/access/store/credentials.ts';
import { type Accounts, accountAuditWrite, issueCredential } from '../../../shared/accounts/credentials.ts';
import { revokeKey } from '../../../shared/accounts/keys/key-changes.ts';
import { listApiKeys } from '../../../shared/accounts/store/api-key-entries.ts';
import { insertApiKey } from '../../../shared/accounts/store/api-keys.ts';
import { getUser, type UserItem } from '../../../shared/accounts/store/users.ts';
import { addUser, type UserOptions } from '../../../shared/accounts/users.ts';
import { disableWebhooksOfKey } from '../../../shared/notifications/webhooks/webhooks-of-key.ts';
import { OPERATOR_CAUSE } from '../../../shared/platform/audit/cause.ts';
import { ID_PREFIXES } from '../../../shared/platform/contract/ids.ts';
import { CUSTOM_LIMITS_MAX } from '../../../shared/platform/contract/plans.ts';
import { ROLE_SCOPES } from '../../../shared/platform/contract/scopes.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';

const DEMO_USERS = {
  free: { plan: 'free' },
  pro: { plan: 'pro' },
  enterprise: { plan: 'enterprise', limits: CUSTOM_LIMITS_MAX },
  admin: { plan: 'enterprise', role: 'admin' },
} as const satisfies Record<string, UserOptions>;

const DEMO_USER_NAMES = ['free', 'pro', 'enterprise', 'admin'] as const satisfies (keyof typeof DEMO_USERS)[];
type DemoUserName = (typeof DEMO_USER_NAMES)[number];
export type DemoKeys = Readonly<Record<DemoUserName, string>>;

/** Distinguishes the demo key from keys that were created later for a demo user. */
const DEMO_KEY_NAME = 'Demo key of this server';

const REVOCATION_OPTIONS = { type: 'api_key.revoked', disableWebhooks: disableWebhooksOfKey } as const;

async function ensureDemoUser(accountsContext: Accounts, name: DemoUserName, now: Date): Promise<UserItem> {
  const id = `${ID_PREFIXES.user}demo${name}`;
  const user =
    (await getUser(accountsContext.table, id)) ??
    (await addUser(accountsContext, { id, name: `Demo ${name}`, ...DEMO_USERS[name] }, now));
  if (user === undefined)
    throw new Error(`The demo user ${id} could not be created. Start the server again.`);
  return user;
}

/** Whether the demo key that an earlier run stored belongs to this user and is active. */
async function isKeyUsable(accountsContext: Accounts, user: UserItem, key: string): Promise<boolean> {
  const credential = await getCredential(accountsContext.table, hashCredential(key));
  return credential?.status === 'active' && credential.user_id === user.id;
}

/**
 * Returns the key of a demo user: the stored key if it is active, or else a new key that replaces it. Keeps other
 * keys and an operator's changes to the user.
 */
async function ensureDemoKey(
  accountsContext: Accounts,
  name: DemoUserName,
  storedApiKey: string | undefined,
  now: Date,
): Promise<string> {
  const user = await ensureDemoUser(accountsContext, name, now);
  if (storedApiKey !== undefined && (await isKeyUsable(accountsContext, user, storedApiKey)))
    return storedApiKey;
  for (const { item } of await listApiKeys(accountsContext.table, user.id)) {
    if (item.name === DEMO_KEY_NAME)
      await revokeKey(accountsContext, user.id, item.id, now, REVOCATION_OPTIONS);
  }
  const scopes = ROLE_SCOPES[user.role];
  const issuedKey = issueCredential(
    accountsContext,
    user,
    { kind: 'api_key', name: DEMO_KEY_NAME, scopes },
    now,
  );
  const event = { type: 'api_key.created', userId: user.id, subject: issuedKey.item.id } as const;
  const writes = [await accountAuditWrite(accountsContext, event, now)];
  // Allow any number of keys, because the demo key does not count against the plan's quota of API keys.
  if (!(await insertApiKey(accountsContext.table, user, issuedKey, Number.MAX_SAFE_INTEGER, writes))) {
    throw new Error(`The demo key of ${user.id} could not be stored. Start the server again.`);
  }
  return issuedKey.text;
}

const storedKeysSchema = z.partialRecord(z.enum(DEMO_USER_NAMES), z.string());

function readStoredKeys(file: string | undefined): Partial<DemoKeys> {
  if (file === undefined || !existsSync(file)) return {};
  return storedKeysSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function storeDemoKeys(file: string, keys: DemoKeys): void {
  writeFileSync(`${file}.new`, JSON.stringify(keys), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * Returns keys for four demo users. They are `test` credentials, which a live stack rejects.
 *
 * @param file stores the keys, so that every run has the same keys; only the current operating system user can read it
 */
export async function createDemoKeys(table: Table, file?: string, now: Date = new Date()): Promise<DemoKeys> {
  const accountsContext: Accounts = { table, environment: 'test', cause: OPERATOR_CAUSE };
  const storedApiKeys = readStoredKeys(file);
  const ensureKeyOfUser = (name: DemoUserName) =>
    ensureDemoKey(accountsContext, name, storedApiKeys[name], now);
  // Create the users one after the other, so that their order is the same at every start.
  const free = await ensureKeyOfUser('free');
  const pro = await ensureKeyOfUser('pro');
  const enterpriseKey = await ensureKeyOfUser('enterprise');
  const keys = { free, pro, enterprise: enterpriseKey, admin: await ensureKeyOfUser('admin') };
  if (file !== undefined) storeDemoKeys(file, keys);
  return keys;
}
