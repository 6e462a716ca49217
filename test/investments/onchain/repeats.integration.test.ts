import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeReadCall } from '../../../shared/chain/erc4626.ts';
import type { Hex } from '../../../shared/chain/multicall.ts';
import { readContract } from '../../../shared/chain/node.ts';
import { pauseStrategy, resumeStrategy } from '../../../shared/investments/pauses.ts';
import { deposit, move, withdraw } from '../../../shared/investments/settlement/settle-transaction.ts';
import type { TransactionDependencies } from '../../../shared/investments/settlement/transaction-request.ts';
import { addVault, closeVault } from '../../../shared/investments/vaults/vaults.ts';
import { ApiError } from '../../../shared/platform/contract/errors.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { setSwitch } from '../../../shared/platform/dynamodb/switches.ts';
import type { Reply } from '../../../shared/platform/request.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import { putStrategies } from '../../../shared/strategies/records.ts';
import { at } from '../../support/at.ts';
import { ANN, BEN, call, startVaultChain, VAULT, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { engineChecksRoles } from '../../support/engine/engine.ts';
import { runAndRecordCalls } from '../../support/engine/metered.ts';
import { buildLedgerDependencies, publish, strategy } from '../../support/ledger.ts';

const [ann, ben] = [ANN ?? '0x', BEN ?? '0x'];

let engine: EmbeddedTable;
let chain: VaultChain;
/** Another vault with the same asset. */
let second: Hex;
beforeAll(async () => {
  engine = await startTable();
  chain = await startVaultChain('base', 1);
  second = await chain.deployOddVault();
}, 120_000);
afterAll(async () => {
  await chain?.stop();
  await engine?.stop();
});

let table: EmbeddedTable;
let restoreChain: () => Promise<void>;
beforeEach(async () => {
  table = await engine.another();
  restoreChain = await chain.keep();
});
afterEach(() => restoreChain());

const now = () => new Date();
const dependencies = (changes: Partial<TransactionDependencies> = {}) =>
  buildLedgerDependencies(table, { sandbox: false, chains: () => [chain.settings], ...changes });
const caller = (key?: string) =>
  ({ ownerId: 'usr_a', now: now(), idempotencyKey: key, plan: 'free' }) as const;

const give = (strategyId: string, address: Hex) =>
  addVault(table, [chain.settings], { strategyId, address, rebasing: false, now: now() });

async function publishStrategyWithVault(
  address: Hex,
  changes: Partial<StrategyRecord> = {},
): Promise<StrategyRecord> {
  const record = await publish(table, { chain: 'base', min_deposit: 0, ...changes });
  await give(record.id, address);
  return record;
}

/** Resolves to the data of a response and whether it is a replay, or to the error code. */
const answered = (work: Promise<Reply>) =>
  work.then(
    ({ data, replayed = false }) => ({ data, replayed }),
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return { code: error.code, replayed: error.replayed ?? false };
    },
  );

const depositBody = (strategyId: string, amount = '10') => ({
  strategy_id: strategyId,
  amount,
  wallet_address: ann,
});
const depositing = (strategyId: string, key?: string, changes: Partial<TransactionDependencies> = {}) =>
  answered(deposit(dependencies(changes), depositBody(strategyId), caller(key)));

/** Transfers the wallet's whole USDC balance to another wallet. */
async function spendAll(): Promise<void> {
  const held = await readContract(chain.settings, { to: chain.usdc, data: encodeReadCall.balanceOf(ann) });
  await chain.send({ from: ann, to: chain.usdc, data: call.transfer(ben, BigInt(held)) });
}

describe('a vault deposit that is repeated with its idempotency key after a change', () => {
  const changes: Record<string, (record: StrategyRecord) => Promise<unknown>> = {
    'the strategy is paused': ({ id }) => pauseStrategy(table, id, { reason: undefined, now: now() }),
    'the strategy is unlisted': (record) => putStrategies(table, [{ ...record, status: 'unlisted' }]),
    'the vault is closed': ({ id }) => closeVault(table, id),
    'an operator has stopped all deposits': () =>
      setSwitch(table, 'deposits', { at: now().toISOString(), text: 'For a while.' }),
    'the minimum deposit has increased': (record) =>
      putStrategies(table, [{ ...record, min_deposit: 1_000 }]),
    'the wallet has spent its money': spendAll,
    'the share price has increased sharply': async () => {
      await chain.send({ from: ben, to: chain.usdc, data: call.mint(VAULT, 10n ** 12n) });
    },
  };
  const refusals: Record<string, string> = {
    'the minimum deposit has increased': 'below_minimum_deposit',
    'the wallet has spent its money': 'insufficient_balance',
    'the share price has increased sharply': 'unsafe_share_price',
  };

  test.each(Object.entries(changes))(
    'the repeated request returns the first response even though %s',
    async (name, change) => {
      const record = await publishStrategyWithVault(VAULT);
      const first = await depositing(record.id, 'k');
      expect(first).toMatchObject({ replayed: false, data: { status: 'pending' } });
      await change(record);
      expect(await depositing(record.id, 'k')).toEqual({ ...first, replayed: true });
      // A request with another idempotency key is a new request. A request with the same key and another body is
      // rejected.
      const code = refusals[name] ?? 'strategy_not_accepting_deposits';
      expect(await depositing(record.id, 'another')).toEqual({ code, replayed: false });
      const other = deposit(dependencies(), depositBody(record.id, '11'), caller('k'));
      expect(await answered(other)).toMatchObject({ code: 'idempotency_key_reused' });
    },
  );

  test('the repeat returns the first answer although no node of the chain answers', async () => {
    const { id } = await publishStrategyWithVault(VAULT);
    const first = await depositing(id, 'k');
    expect(await depositing(id, 'k', { chains: () => [] })).toEqual({ ...first, replayed: true });
  });

  test('a repeated sandbox deposit returns its first answer, even if the strategy now has a vault', async () => {
    const { id } = await publish(table, { chain: 'base' });
    const first = await depositing(id, 'k', { sandbox: true });
    expect(first).toMatchObject({ data: { settlement: 'sandbox' } });
    await give(id, VAULT);
    expect(await depositing(id, 'k', { sandbox: true })).toEqual({ ...first, replayed: true });
  });
});

describe('a rejected on-chain request with an idempotency key', () => {
  test('every repeat of the idempotency key returns the same rejection, even if the request would now succeed', async () => {
    const { id } = await publishStrategyWithVault(VAULT);
    await pauseStrategy(table, id, { reason: undefined, now: now() });
    const code = 'strategy_not_accepting_deposits';
    expect(await depositing(id, 'k')).toEqual({ code, replayed: false });
    await resumeStrategy(table, id);
    expect(await depositing(id, 'k')).toEqual({ code, replayed: true });
    expect(await depositing(id, 'another')).toMatchObject({ data: { status: 'pending' } });
  });

  test('the rejection is not stored when a node did not answer or the request was invalid', async () => {
    const { id } = await publishStrategyWithVault(VAULT);
    expect(await depositing(id, 'k', { chains: () => [] })).toMatchObject({ code: 'chain_unavailable' });
    const wrong = deposit(dependencies(), { ...depositBody(id), asset: 'DAI' }, caller('k'));
    expect(await answered(wrong)).toMatchObject({ code: 'invalid_request' });
    expect(await depositing(id, 'k')).toMatchObject({ replayed: false, data: { status: 'pending' } });
  });
});

test('a vault withdrawal that is repeated with its idempotency key returns the first answer', async () => {
  const market = await VaultMarket.open(table, chain);
  await market.sign(await market.deposit('10'));
  const body = { strategy_id: market.strategyId, wallet_address: ann, all: true as const };
  const withdrawing = (key: string) => answered(withdraw(dependencies(), body, caller(key)));
  const first = await withdrawing('k');
  await market.sign(await market.withdraw('all'));
  expect(await withdrawing('k')).toEqual({ ...first, replayed: true });
  expect(await withdrawing('another')).toEqual({ code: 'insufficient_balance', replayed: false });
  expect(await withdrawing('another')).toEqual({ code: 'insufficient_balance', replayed: true });
});

describe('a move that is repeated with its idempotency key after a change', () => {
  test('a repeated move between vaults returns the first answer although the target strategy is paused', async () => {
    const market = await VaultMarket.open(table, chain);
    await market.sign(await market.deposit('10'));
    const { id } = await publishStrategyWithVault(second);
    const body = {
      from_strategy_id: market.strategyId,
      to_strategy_id: id,
      wallet_address: ann,
      amount: '5',
    };
    const moving = (key: string) => answered(move(dependencies(), body, caller(key)));
    const first = await moving('k');
    await pauseStrategy(table, id, { reason: undefined, now: now() });
    expect(await moving('k')).toEqual({ ...first, replayed: true });
    expect(await moving('another')).toMatchObject({ code: 'strategy_not_accepting_deposits' });
  });

  test('if the target strategy gets a vault after a sandbox move, the repeated move returns the first answer', async () => {
    const [from, to] = [await publish(table), await publish(table, { chain: 'base' })];
    const sandbox = { sandbox: true };
    await depositing(from.id, 'd', sandbox);
    const { data } = await deposit(dependencies(sandbox), depositBody(from.id, '20'), caller());
    const body = { investment_id: String(at(data, 'investment_id')), to_strategy_id: to.id, amount: '10' };
    const moving = (key?: string) => answered(move(dependencies(sandbox), body, caller(key)));
    const first = await moving('k');
    expect(first).toMatchObject({ replayed: false, data: { deposit: { strategy_id: to.id } } });
    await give(to.id, VAULT);
    expect(await moving('k')).toEqual({ ...first, replayed: true });
    for (const key of ['another', undefined]) {
      expect(await moving(key)).toEqual({ code: 'move_unavailable', replayed: false });
    }
  });
});

describe('a sandbox transaction that is repeated with its idempotency key after a change', () => {
  const sandbox = { sandbox: true };
  const changes: Record<string, (record: StrategyRecord) => Promise<unknown>> = {
    'the strategy is paused': ({ id }) => pauseStrategy(table, id, { reason: undefined, now: now() }),
    'an operator has stopped all deposits': () =>
      setSwitch(table, 'deposits', { at: now().toISOString(), text: 'For a while.' }),
    'the minimum deposit has increased': (record) =>
      putStrategies(table, [{ ...record, min_deposit: 1_000 }]),
    'the TVL of the strategy has decreased': (record) => putStrategies(table, [{ ...record, tvl: 1 }]),
  };
  test.each(Object.entries(changes))(
    'a repeated deposit still returns its first response when %s',
    async (_, change) => {
      const record = await publish(table);
      const first = await depositing(record.id, 'k', sandbox);
      await change(record);
      expect(await depositing(record.id, 'k', sandbox)).toEqual({ ...first, replayed: true });
      expect(await depositing(record.id, 'another', sandbox)).toHaveProperty('code');
    },
  );

  test('a repeated withdrawal of the whole balance returns the first answer, although the balance is now zero', async () => {
    const { id } = await publish(table);
    const { data } = await deposit(dependencies(sandbox), depositBody(id), caller());
    const body = { investment_id: String(at(data, 'investment_id')), all: true as const };
    const withdrawing = (key: string) => answered(withdraw(dependencies(sandbox), body, caller(key)));
    const first = await withdrawing('k');
    expect(await withdrawing('k')).toEqual({ ...first, replayed: true });
    expect(await withdrawing('another')).toEqual({ code: 'insufficient_balance', replayed: false });
  });
});

describe('the minimum deposit of vaults in USD', () => {
  const half = async () => 0.5;

  test('the minimum is converted to the asset at the latest known price', async () => {
    const { id } = await publishStrategyWithVault(VAULT, { min_deposit: 10 });
    const requestDeposit = (amount: string, changes: Partial<TransactionDependencies> = { priceUsd: half }) =>
      deposit(dependencies(changes), depositBody(id, amount), caller());
    await expect(requestDeposit('19.999999')).rejects.toMatchObject({
      code: 'below_minimum_deposit',
      details: { minimum: '20', asset: 'USDC', min_deposit_usd: 10 },
    });
    expect(await requestDeposit('20')).toMatchObject({ data: { status: 'pending' } });
    // A stablecoin without a price counts as one dollar.
    await expect(requestDeposit('9.999999', {})).rejects.toMatchObject({ details: { minimum: '10' } });
    expect(await requestDeposit('10', {})).toMatchObject({ data: { status: 'pending' } });
  });

  test('the minimum deposit also applies to the deposit of a move', async () => {
    const market = await VaultMarket.open(table, chain);
    await market.sign(await market.deposit('15'));
    const { id } = await publishStrategyWithVault(second, { min_deposit: 10 });
    const body = { from_strategy_id: market.strategyId, to_strategy_id: id, wallet_address: ann };
    const moving = (changes: Partial<TransactionDependencies> = {}) =>
      answered(move(dependencies(changes), { ...body, all: true }, caller()));
    expect(await moving({ priceUsd: half })).toMatchObject({ code: 'below_minimum_deposit' });
    expect(await moving()).toMatchObject({ data: { deposit: { status: 'pending' } } });
    const left = { strategy_id: market.strategyId, wallet_address: ann, amount: '1' };
    await putStrategies(table, [strategy(market.strategyId, { min_deposit: 1_000 })]);
    expect(await answered(withdraw(dependencies(), left, caller()))).toMatchObject({
      data: { status: 'pending' },
    });
  });
});

test.skipIf(engineChecksRoles())(
  'an idempotency key adds no database calls to an on-chain deposit',
  async () => {
    const { id } = await publishStrategyWithVault(VAULT);
    const of = (through: Table, key?: string) =>
      deposit({ ...dependencies(), table: through }, depositBody(id), caller(key));
    // The first request also makes the watcher follow the wallet, so its calls are not compared.
    await of(table);
    const bare = await runAndRecordCalls(table, () => of(table));
    const keyed = await runAndRecordCalls(table, () => of(table, 'k'));
    expect(keyed.calls).toEqual(bare.calls);
    expect(bare.calls.filter((name) => name === 'BatchGetItemCommand')).toHaveLength(1);
    expect(bare.calls.filter((name) => name === 'GetItemCommand')).toHaveLength(3);
  },
);
