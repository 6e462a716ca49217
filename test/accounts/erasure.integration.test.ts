import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../shared/accounts/api-keys.ts';
import { eraseUser, exportUser } from '../../shared/accounts/personal-data.ts';
import { findUserByWallet, getUser } from '../../shared/accounts/store/users.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { vaultHoldingWrite } from '../../shared/investments/store/vault-holdings.ts';
import { causeOf } from '../../shared/platform/audit/cause.ts';
import { scanPages } from '../../shared/platform/dynamodb/query-all.ts';
import { transactIf } from '../../shared/platform/dynamodb/transact.ts';
import { makeKey, makeSession, makeUser, NOW, principalWith, testAccounts } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/embedded-table.ts';
import { Investor, portsOf, publish, verify } from '../support/ledger.ts';
import { followAll } from '../support/stream.ts';
import { addressOf, connect } from '../support/wallets.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

async function allItems() {
  const items: Record<string, unknown>[] = [];
  for await (const page of scanPages(table)) items.push(...page);
  return items;
}

const textOf = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)).toLowerCase();

const lowerCase = (address: string) => `0x${address.slice(2).toLowerCase()}` as const;

const NAME = 'Ada of the first loom';
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** A user with everything that a user can have, and what they did to others. */
async function livedIn() {
  const operators = testAccounts(table);
  const user = await makeUser(operators, { name: NAME, walletAddress: WALLET, role: 'admin' });
  const key = await makeKey(operators, user.id, { name: 'loom key' });
  const principal = principalWith(user, key.item);
  const accounts = {
    ...operators,
    cause: causeOf({ principal, sourceIp: '192.0.2.77', requestId: 'r-77' }),
  };
  const maker = { principal, presentedCredential: key.text };
  await createKey(accounts, maker, { name: 'second loom key', scopes: ['market:read'] }, NOW);
  await makeSession(accounts, user.id, NOW);
  await connect(table, user.id, 'weaver', addressOf(77));
  const other = await makeUser(operators, { name: 'Somebody else' });
  await updateUser(accounts, other.id, { plan: 'pro' }, NOW);
  const strategy = await publish(table);
  const who = new Investor(user.id, portsOf(table));
  const { investment_id } = await who.deposit(strategy.id, '100', 'loom-deposit');
  await who.withdraw(investment_id, '40');
  const holding = {
    chain: 'base',
    vault: lowerCase(addressOf(1)),
    wallet: lowerCase(addressOf(78)),
    strategy_id: strategy.id,
    user_id: 'weaver',
    asset: 'USDC',
    decimals: 6,
    share_decimals: 6,
  };
  await transactIf(table, [vaultHoldingWrite(user.id, holding)]);
  await followAll(table);
  return { operators, user, other };
}

test('an erased user’s name, addresses and events are nowhere in the table, and the books still verify', async () => {
  const { operators, user, other } = await livedIn();
  const data = JSON.stringify(await exportUser(operators, user, NOW));
  for (const theirs of [
    NAME,
    WALLET,
    'loom key',
    '192.0.2.77',
    addressOf(77),
    addressOf(78),
    'weaver',
    'JOURNAL',
  ]) {
    const expected = theirs === 'JOURNAL' ? 'ledgerEntry' : theirs;
    expect(data.toLowerCase()).toContain(expected.toLowerCase());
  }
  expect(data).not.toContain('"hash"');

  const report = await eraseUser(operators, user, NOW);
  await followAll(table);
  expect(report.kept).toBeGreaterThan(0);
  expect(await getUser(table, user.id)).toBeUndefined();
  expect(await findUserByWallet(table, { address: WALLET })).toBeUndefined();

  const left = await allItems();
  const text = textOf(left);
  for (const gone of [NAME, WALLET, 'loom', '192.0.2.77', addressOf(77), addressOf(78)]) {
    expect(text, gone).not.toContain(gone.toLowerCase());
  }
  const events = left.filter(({ pk }) => String(pk).startsWith('AUDIT#'));
  expect(JSON.stringify(events)).not.toContain(user.id);
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['user.erased']));
  expect(events.some(({ user_id }) => user_id === other.id)).toBe(true);
  expect((await getUser(table, other.id))?.plan).toBe('pro');
  expect(await verify(table)).toMatchObject({ differences: [], entries: 2 });
});
