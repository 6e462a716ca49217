import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT_CODES } from '../../infra/cli/admin/run.ts';
import { listAllAuditEvents, listAuditEvents } from '../../shared/accounts/events.ts';
import { createApiKey } from '../../shared/accounts/keys/api-keys.ts';
import { eraseUser, exportUser } from '../../shared/accounts/personal-data.ts';
import { findUserByWallet, getUser } from '../../shared/accounts/store/users.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { readChains } from '../../shared/chain/networks.ts';
import { ownerIdOf } from '../../shared/investments/domain/ids/owner.ts';
import { readStatement } from '../../shared/investments/reports/statement.ts';
import { readVaultTransactionCount } from '../../shared/investments/store/account-vault-transactions.ts';
import { buildFollowWalletWrites } from '../../shared/investments/store/onchain/followed-wallets.ts';
import { buildVaultHoldingWrite } from '../../shared/investments/store/onchain/vault-holdings.ts';
import {
  buildNewVaultTransactionWrites,
  readVaultTransactionsOfWallet,
} from '../../shared/investments/store/vault-transactions.ts';
import { verifyChainItems } from '../../shared/investments/verify/verify-chain.ts';
import { type EventEffect, recordEffects } from '../../shared/investments/watcher/record-effects.ts';
import { buildRequestCause } from '../../shared/platform/audit/cause.ts';
import { batchPut } from '../../shared/platform/dynamodb/batch.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { scanPages } from '../../shared/platform/dynamodb/query-all.ts';
import { transactIf } from '../../shared/platform/dynamodb/transact.ts';
import { createId } from '../../shared/platform/ids.ts';
import { changeConnectionStatus, readConnectionHistory } from '../../shared/wallets/administration.ts';
import {
  createAccountsContext,
  makeKey,
  makeSession,
  makeUser,
  NOW,
  principalWith,
} from '../support/accounts.ts';
import { runAdminCommand } from '../support/admin.ts';
import { attributionCodeOf, buildOpeningBalance } from '../support/chain/vault-transactions.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { interceptCommands } from '../support/engine/intercept-commands.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import { buildLedgerDependencies, Investor, publish, verify } from '../support/ledger.ts';
import { readCaseStride } from '../support/scale.ts';
import { addressOf, connect } from '../support/wallets.ts';
import { runEveryOperatorCommand, runOperatorCommand } from './support/operator-commands.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

async function readAllItems(of: Table = table) {
  const items: Record<string, unknown>[] = [];
  for await (const page of scanPages(of)) items.push(...page);
  return items;
}

const textOf = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)).toLowerCase();

const lowerCase = (address: string) => `0x${address.slice(2).toLowerCase()}` as const;

const NAME = 'Ada of the first loom';
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** Creates a user with every type of item, and with changes to other accounts. */
async function createPopulatedUser() {
  const operators = createAccountsContext(table);
  const words = ['--name', NAME, '--wallet', WALLET, '--role', 'admin'];
  const user = await getUser(table, await runOperatorCommand(table, 'user', 'create', ...words));
  if (user === undefined) throw new Error('No user was created');
  const key = await makeKey(operators, user.id, { name: 'loom key' });
  const principal = principalWith(user, key.item);
  const accounts = {
    ...operators,
    cause: buildRequestCause({ principal, sourceIp: '192.0.2.77', requestId: 'r-77' }),
  };
  const maker = { principal, presentedCredential: key.text };
  await createApiKey(accounts, user.id, maker, { name: 'second loom key', scopes: ['market:read'] }, NOW);
  await makeSession(accounts, user.id, NOW);
  await connect(table, user.id, 'weaver@loom.example', addressOf(77));
  const other = await makeUser(operators, { name: 'Somebody else' });
  await updateUser(accounts, other.id, { plan: 'pro' }, NOW);
  const otherConnection = await connect(table, other.id, 'a-user-of-theirs', addressOf(79));
  const caller = { principal, now: NOW, requestId: 'r-78', sourceIp: '192.0.2.77' };
  await changeConnectionStatus(table, otherConnection.id, { status: 'suspended', note: 'looked at' }, caller);
  const strategy = await publish(table);
  const who = new Investor(user.id, buildLedgerDependencies(table));
  const { investment_id } = await who.deposit(strategy.id, '100', 'loom-deposit');
  const endUserInvestor = new Investor(ownerIdOf(user.id, 'spinner'), buildLedgerDependencies(table));
  await endUserInvestor.deposit(strategy.id, '30', 'spinner-deposit');
  const reports = { table, prices: async () => ({ priceOn: () => 1, asOf: null }), entriesPerStoredState: 1 };
  await readStatement(reports, { page: 1, per_page: 1 }, { account: who.ownerId, now: new Date(who.nowMs) });
  await who.withdraw(investment_id, '40');
  const holding = {
    chain: 'base',
    chain_id: 8453,
    vault: lowerCase(addressOf(1)),
    wallet: lowerCase(addressOf(78)),
    strategy_id: strategy.id,
    user_id: 'weaver@loom.example',
    asset: 'USDC',
    decimals: 6,
    share_decimals: 6,
  };
  await transactIf(table, [buildVaultHoldingWrite(user.id, holding)]);
  const userToErase = {
    id: user.id,
    name: NAME,
    wallet: WALLET,
    investment: investment_id,
    strategy: strategy.id,
  };
  await runEveryOperatorCommand(table, userToErase);
  await processAllStreamRecords(table);
  return { operators, user, other, theirs: otherConnection, investment_id };
}

const VAULT = lowerCase(addressOf(1));

/** Stores the account's vault transaction with the number `number`, and a posted vault event of the wallet. */
async function onChain(account: string, wallet: `0x${string}`, number: number) {
  const place = { chain: 'base', vault: VAULT, wallet };
  const moved = { assets: 1_000_000n, shares: 900_000n };
  const id = createId('transaction');
  const hash = `0x${id
    .slice(-16)
    .padStart(64, '0')
    .replace(/[^0-9a-f]/g, 'f')}` as const;
  await transactIf(table, [
    ...buildNewVaultTransactionWrites({
      ...{
        id,
        code: attributionCodeOf(id),
        version: 1,
        number,
        owner_id: account,
        user_id: null,
        counterpart_id: null,
      },
      ...{ type: 'deposit', state: 'pending' },
      ...{ failure: null, strategy_id: 'strat_vault', chain_id: 8453, ...place, asset: 'USDC', decimals: 6 },
      ...{ share_decimals: 6, calls: [], expected: null },
      ...{
        assets: '1000000',
        shares: null,
        steps: [],
        permit: null,
        simulated: true,
        hashes: [hash],
        nonce: null,
        may_still_execute: true,
      },
      ...{ included: null, outcome: null, created_at_ms: 0, updated_at_ms: 0, deadline_ms: 0 },
    }),
  ]);
  const holding = { chain_id: 8453, strategy_id: 'strat_vault', user_id: null, asset: 'USDC', decimals: 6 };
  await transactIf(table, [buildVaultHoldingWrite(account, { ...place, ...holding, share_decimals: 6 })]);
  await transactIf(table, await buildFollowWalletWrites(table, place, buildOpeningBalance(1, 0n)));
  const log: EventEffect['log'] = {
    ...{ log_key: `${hash}#0`, vault: VAULT, wallet, kind: 'deposit', ...moved, worth: 0n, peer: null },
    ...{ transaction_hash: hash, block: 2, block_hash: hash, block_ms: NOW.getTime() },
    ...{ state: 'pending', vault_transaction_id: id },
  };
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const dependencies = { table, clock: () => NOW.getTime(), log: quiet, priceUsd: async () => undefined };
  const [chain] = readChains('{}').filter((each) => each.chain === 'base');
  if (chain === undefined) throw new Error('There is no such chain');
  await recordEffects(dependencies, chain, [{ effect: 'pending', log }]);
}

test('an erasure deletes the vault events of the wallets of an account, unless another account follows the same wallet', async () => {
  const operators = createAccountsContext(table);
  const user = await makeUser(operators, { name: 'Ben', walletAddress: addressOf(501) });
  const other = await makeUser(operators, { name: 'Cleo' });
  const [own, connected, shared] = [501, 502, 503].map((number) => lowerCase(addressOf(number)));
  if (own === undefined || connected === undefined || shared === undefined) throw new Error('no wallet');
  await connect(table, user.id, 'bens-user', connected);
  await connect(table, other.id, 'cleos-user', shared);
  for (const [i, wallet] of [own, connected, shared].entries()) await onChain(user.id, wallet, i + 1);
  await processAllStreamRecords(table);
  expect(await verifyChainItems(table)).toMatchObject({ positions: 3, entries: 6, differences: [] });
  const data = textOf(await exportUser(operators, user, NOW));
  for (const wallet of [own, connected, shared]) expect(data).toContain(wallet);
  expect(data).toContain('accountvaulttransaction');
  expect(await readVaultTransactionCount(table, user.id)).toBe(3);

  await eraseUser(operators, user, NOW);
  await processAllStreamRecords(table);
  const text = textOf(await readAllItems());
  for (const gone of [own, connected]) expect(text, gone).not.toContain(gone);
  expect(text).toContain(shared);
  expect(await verifyChainItems(table)).toMatchObject({ positions: 1, entries: 2, differences: [] });
  const vaultTransactions = await Promise.all(
    [own, connected, shared].map((each) => readVaultTransactionsOfWallet(table, 'base', each)),
  );
  expect(vaultTransactions.flat()).toEqual([]);
  expect(await readVaultTransactionCount(table, user.id)).toBe(0);
  expect(await verify(table)).toMatchObject({ differences: [] });
});

test('an erasure removes the name, addresses and events of a user from the whole database', async () => {
  const { operators, user, other, theirs: otherConnection, investment_id } = await createPopulatedUser();
  const readConnectionTrail = async () =>
    (await readConnectionHistory(table, otherConnection.id, { page: 1, per_page: 9 })).data;
  const decision = { number: 2, actorRole: 'admin', from: 'active', to: 'suspended', note: 'looked at' };
  expect(await readConnectionTrail()).toMatchObject([
    { ...decision, actorId: user.id },
    { number: 1, actorId: other.id },
  ]);
  const data = JSON.stringify(await exportUser(operators, user, NOW));
  for (const own of [
    NAME,
    WALLET,
    'loom key',
    '192.0.2.77',
    addressOf(77),
    addressOf(78),
    'weaver',
    'ledgerStandings',
    'JOURNAL',
    'ledger adjust',
  ]) {
    const expected = own === 'JOURNAL' ? 'ledgerEntry' : own;
    expect(data.toLowerCase()).toContain(expected.toLowerCase());
  }
  expect(data).not.toContain('"hash"');

  const report = await eraseUser(operators, user, NOW);
  await processAllStreamRecords(table);
  expect(report.kept).toBeGreaterThan(0);
  expect(await getUser(table, user.id)).toBeUndefined();
  expect(await findUserByWallet(table, { address: WALLET })).toBeUndefined();

  const left = await readAllItems();
  const text = textOf(left);
  const addresses = [addressOf(77), addressOf(78)];
  for (const gone of [NAME, WALLET, 'loom key', 'loom-deposit', '192.0.2.77', 'weaver', ...addresses]) {
    expect(text, gone).not.toContain(gone.toLowerCase());
  }
  const named = left.filter((item) => textOf(item).includes(user.id.toLowerCase()));
  const end = named.filter(({ erased }) => erased === true);
  expect(new Set(end.map(({ pk }) => pk))).toEqual(new Set([`EVENTS#${user.id}`, `LIMIT#${user.id}`]));
  for (const { ttl } of end) expect(ttl).toEqual(expect.any(Number));
  const kinds = new Set(
    named.filter((item) => !end.includes(item)).map(({ pk }) => String(pk).split('#')[0]),
  );
  // Apart from the erasure marks, only the ledger and its sub-accounts still contain the user's id. Statistics do not
  // contain the ids of counted items.
  expect([...kinds].sort()).toEqual(['LEDGER', 'SUBACCOUNTS']);
  const itemsNamingEndUser = left.filter((item) => textOf(item).includes('spinner'));
  expect(new Set(itemsNamingEndUser.map(({ pk }) => String(pk).split('#')[0]))).toEqual(
    new Set(['LEDGER', 'SUBACCOUNTS']),
  );
  const events = left.filter(({ pk }) => String(pk).startsWith('AUDIT#'));
  for (const gone of [user.id, investment_id]) expect(JSON.stringify(events)).not.toContain(gone);
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['user.erased']));
  expect(events.some(({ user_id }) => user_id === other.id)).toBe(true);
  expect(await readConnectionTrail()).toMatchObject([
    { ...decision, actorId: null, credentialId: null },
    { number: 1, actorId: other.id, credentialId: expect.any(String) },
  ]);
  expect((await getUser(table, other.id))?.plan).toBe('pro');
  expect(await verify(table)).toMatchObject({ differences: [], entries: 5 });
});

test('audit events of operator commands remain after an erasure, but without addresses, names and reasons', async () => {
  const { user, other, investment_id } = await createPopulatedUser();
  const query = { type: 'operator.command', page: 1, per_page: 100 } as const;
  const adjusted = { command: 'ledger adjust', words: `${investment_id} 1` };
  const happened = { type: query.type, account: user.id, details: adjusted };
  expect((await listAuditEvents(table, user.id, query)).data).toMatchObject([happened, happened]);
  expect((await listAllAuditEvents(table, { account: user.id, ...query })).data).toMatchObject([
    happened,
    happened,
  ]);
  expect((await listAuditEvents(table, other.id, query)).data).toEqual([]);
  const commands = (await readAllItems()).filter(
    ({ pk, type }) => String(pk).startsWith('AUDIT#') && type === query.type,
  );
  const text = textOf(commands);
  expect(text).toContain('strategy pause');
  for (const personal of [NAME, WALLET, 'goodwill']) expect(text).not.toContain(personal.toLowerCase());
  const adjustCommandArgs = [
    'ledger',
    'adjust',
    user.id,
    investment_id,
    '1',
    '--reference',
    'r',
    '--yes',
    '--reason',
  ];
  for (const reason of [`For ${NAME.toUpperCase()}`, `For ${WALLET.toLowerCase()}.`]) {
    const { code, err } = await runAdminCommand(table, [...adjustCommandArgs, reason]);
    expect([code, err]).toEqual([EXIT_CODES.misused, expect.stringContaining("user's name or wallet")]);
  }
  await eraseUser(createAccountsContext(table), user, NOW);
});

const WRITES = ['Put', 'Update', 'Delete', 'BatchWrite', 'TransactWrite'].map((name) => `${name}Command`);

/** Returns a table client that fails after `last` writes, and a function that returns the number of writes. */
function failAfterWrites(on: Table, last: number) {
  let writes = 0;
  const lossy = interceptCommands(on, ({ kind }) => {
    if (!WRITES.includes(kind)) return;
    if (writes >= last) throw new Error('The machine is lost');
    writes += 1;
  });
  return { lossy, written: () => writes };
}

/** Returns the remaining items without the audit log, whose ids and numbers are random. */
const withoutAuditLog = (items: readonly Record<string, unknown>[]) =>
  Object.fromEntries(
    items
      .filter(({ pk }) => !/^(AUDIT#|SEQUENCE#audit$)/.test(String(pk)))
      .map((item) => [`${item.pk} ${item.sk}`, item]),
  );

const countErasures = (items: readonly Record<string, unknown>[]) =>
  items.filter(({ pk, type }) => String(pk).startsWith('AUDIT#') && type === 'user.erased').length;

test('a second erasure of an account completes a first erasure that crashed at any of its writes', async () => {
  const { user } = await createPopulatedUser();
  const items = await readAllItems();
  const erased = async (last: number) => {
    const copy = await table.another();
    await batchPut(copy, items);
    const { lossy, written } = failAfterWrites(copy, last);
    const hasErasureFailed = await eraseUser(createAccountsContext(lossy), user, NOW).then(
      () => false,
      () => true,
    );
    if (hasErasureFailed) await eraseUser(createAccountsContext(copy), user, NOW);
    return { hasErasureFailed, writes: written(), left: await readAllItems(copy) };
  };
  const whole = await erased(Number.POSITIVE_INFINITY);
  expect(whole.hasErasureFailed).toBe(false);
  expect(textOf(whole.left)).not.toContain(NAME.toLowerCase());
  for (let last = 1; last < whole.writes; last += readCaseStride(28)) {
    const { hasErasureFailed, left } = await erased(last);
    expect([last, hasErasureFailed, withoutAuditLog(left)]).toEqual([
      last,
      true,
      withoutAuditLog(whole.left),
    ]);
    expect([last, countErasures(left)]).toEqual([last, countErasures(whole.left)]);
  }
}, 60_000);
