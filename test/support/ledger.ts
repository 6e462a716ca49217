import { adjustInvestment } from '../../shared/investments/adjustments.ts';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { type TransactionResult, transactionResult } from '../../shared/investments/contract/responses.ts';
import { moveResult } from '../../shared/investments/contract/transactions/move-responses.ts';
import { listInvestments } from '../../shared/investments/investments.ts';
import { recordIndexObservations, type StrategyMarketData } from '../../shared/investments/observations.ts';
import { listHistory } from '../../shared/investments/reports/history.ts';
import { PoolCache } from '../../shared/investments/settlement/pool-cache.ts';
import { deposit, move, withdraw } from '../../shared/investments/settlement/settle-transaction.ts';
import type {
  TransactionCaller,
  TransactionDependencies,
} from '../../shared/investments/settlement/transaction-request.ts';
import { verifyLedger } from '../../shared/investments/verify/verify.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { createId } from '../../shared/platform/ids.ts';
import type { Reply } from '../../shared/platform/request.ts';
import type { StrategyRecord } from '../../shared/strategies/contract/strategy-record.ts';
import { putStrategies } from '../../shared/strategies/store/strategies.ts';
import { expectedApyAround, riskOfScore } from './records.ts';

/** The start time of the tests. */
export const T0 = Date.UTC(2026, 0, 1, 12);
export const DAY_MS = 86_400_000;

/** Returns a strategy as the ingestion would publish it: USDC at 5% on Base, with a minimum deposit of 10 USD. */
export function strategy(id: string, changes: Partial<StrategyRecord> = {}): StrategyRecord {
  const at = new Date(T0).toISOString();
  return {
    id,
    name: `Test ${id}`,
    description: 'A strategy of the tests.',
    chain: 'base',
    asset: 'USDC',
    protocol: 'aave-v3',
    strategy_type: 'lending',
    current_apy: 5,
    historical_apy: { '7d': 5, '30d': 5, '90d': 5 },
    risk_level: 'low',
    tvl: 1_000_000,
    min_deposit: 10,
    created_at: at,
    updated_at: at,
    status: 'listed',
    apy_base: 5,
    apy_reward: null,
    underlying_assets: ['USDC'],
    exposure: 'single',
    il_risk: false,
    stablecoin: true,
    apy_volatility_30d: null,
    history_days: 0,
    risk: riskOfScore(10),
    flags: [],
    source: 'test',
    as_of: at,
    source_pool_id: id,
    token_addresses: [],
    outlier: false,
    utilisation: null,
    withdrawable: null,
    exit_constrained: false,
    expected_apy: expectedApyAround(5),
    log_apy_volatility_30d: null,
    tvl_volatility_30d: null,
    tvl_growth_30d: null,
    unmoved_days: 0,
    peer_apy: null,
    ...changes,
  };
}

/** Returns the dependencies of the ledger over a table, without pauses between attempts. */
export function buildLedgerDependencies(
  table: Table,
  changes: Partial<TransactionDependencies> = {},
): TransactionDependencies {
  return {
    table,
    sandbox: true,
    createTransactionId: () => createId('transaction'),
    clock: Date.now,
    remainingMs: () => 20_000,
    pools: new PoolCache(),
    chains: () => [],
    onContention: () => undefined,
    pause: async () => undefined,
    priceUsd: async () => undefined,
    ...changes,
  };
}

function resultOf({ data }: Reply): TransactionResult {
  return transactionResult.parse(data);
}

/** An account that invests at times that the test sets. */
export class Investor {
  readonly ownerId: string;
  readonly dependencies: TransactionDependencies;
  /** The end user. Undefined for the money of the account itself. */
  readonly userId: string | undefined;
  nowMs = T0;

  constructor(ownerId: string, dependencies: TransactionDependencies, userId?: string) {
    this.ownerId = ownerId;
    this.dependencies = dependencies;
    this.userId = userId;
  }

  caller(key?: string): TransactionCaller {
    return { ownerId: this.ownerId, now: new Date(this.nowMs), idempotencyKey: key, plan: 'free' };
  }

  async deposit(
    strategyId: string,
    amount: string,
    key?: string,
    userId = this.userId,
  ): Promise<TransactionResult> {
    const body = { strategy_id: strategyId, amount, ...(userId === undefined ? {} : { user_id: userId }) };
    return resultOf(await deposit(this.dependencies, body, this.caller(key)));
  }

  async withdraw(investmentId: string, amount: string | 'all', key?: string): Promise<TransactionResult> {
    const what = amount === 'all' ? { all: true as const } : { amount };
    return resultOf(
      await withdraw(this.dependencies, { investment_id: investmentId, ...what }, this.caller(key)),
    );
  }

  /** Posts an operator's adjustment, with a new reference unless one is given. */
  async adjust(investmentId: string, amount: string, reference = createId('transaction')) {
    const { ownerId, dependencies, nowMs } = this;
    const order = { ownerId, investmentId, amount, reason: 'A correction', reference, now: new Date(nowMs) };
    return resultOf({ data: await adjustInvestment(dependencies, order) });
  }

  async move(investmentId: string, to: string, amount: string | 'all', key?: string) {
    const what = amount === 'all' ? { all: true as const } : { amount };
    const body = { investment_id: investmentId, to_strategy_id: to, ...what };
    return moveResult.parse((await move(this.dependencies, body, this.caller(key))).data);
  }
}

let made = 0;

/** Publishes a strategy for one test, so that tests do not share one. */
export async function publish(table: Table, changes: Partial<StrategyRecord> = {}): Promise<StrategyRecord> {
  made += 1;
  const record = strategy(`strat_${String(made).padStart(24, '0')}`, changes);
  await putStrategies(table, [record]);
  return record;
}

/** The observation of a strategy that an ingestion passes to the ledger. */
export function observationOf({ id, current_apy, status }: StrategyRecord): StrategyMarketData {
  return { strategyId: id, apy: current_apy, status };
}

/** Lets days pass for an investor. The strategy is observed unchanged on each day. */
export async function passObservedDays(who: Investor, record: StrategyRecord, days: number): Promise<void> {
  const OBSERVATION_INTERVAL_DAYS = 5;
  const endMs = who.nowMs + days * DAY_MS;
  while (who.nowMs < endMs) {
    const observed = () => new Date(who.nowMs);
    await recordIndexObservations(who.dependencies.table, [observationOf(record)], observed);
    who.nowMs = Math.min(endMs, who.nowMs + OBSERVATION_INTERVAL_DAYS * DAY_MS);
  }
}

/** Verifies the whole ledger at a time long after the tests, when every observation is known. */
export function verify(table: Table) {
  return verifyLedger(table, () => T0 + 10_000 * DAY_MS);
}

/** Returns functions that create investors with their own ledgers in a table. */
export function createInvestorHelpers(table: () => Table) {
  let investorCount = 0;
  return {
    /** Creates an investor. One unit of their asset is worth `price` USD. */
    newInvestor: (price?: number): Investor => {
      investorCount += 1;
      return new Investor(
        `usr_${investorCount}`,
        buildLedgerDependencies(table(), { priceUsd: async () => price }),
      );
    },
    list: (who: Investor, query: Record<string, string> = {}) =>
      listInvestments(table(), who.ownerId, investments.list.query.parse(query), new Date(who.nowMs)),
    history: (who: Investor, query: Record<string, string> = {}) =>
      listHistory(table(), who.ownerId, investments.history.query.parse(query)),
  };
}
