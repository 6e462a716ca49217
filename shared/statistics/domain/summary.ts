import type { PriceOf } from '../../market/domain/price-lookup.ts';
import { PLANS } from '../../platform/contract/plans.ts';
import { ROLES } from '../../platform/contract/scopes.ts';
import { roundToCents } from '../../platform/domain/numbers.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import { CONNECTION_STATUSES } from '../../wallets/contract/connection.ts';
import type { Statistics } from '../contract/responses.ts';
import {
  KEYS_GROUP_PREFIX,
  NO_EXPIRY_DAY,
  parseAmountCounterName,
  readAmount,
  USERS_GROUP,
  userCounterNameOf,
  WALLETS_GROUP,
} from './counting.ts';
import type { Counters } from './figures.ts';
import { periodOfLast24Hours, type StatisticsPeriod } from './periods.ts';

/** The exact sum of amounts of one asset. The amounts may have different decimals. */
export class AmountSum {
  #total = 0n;
  #decimals = 0;

  /** Adds an amount in base units. One base unit is `10^-decimals` of a whole unit. */
  add(amountBaseUnits: bigint, decimals: number): void {
    const maxDecimals = Math.max(this.#decimals, decimals);
    const scaleFactorFrom = (decimalsOfAmount: number) => 10n ** BigInt(maxDecimals - decimalsOfAmount);
    this.#total = this.#total * scaleFactorFrom(this.#decimals) + amountBaseUnits * scaleFactorFrom(decimals);
    this.#decimals = maxDecimals;
  }

  /** Returns the sum as an exact decimal text, in whole units. */
  get text(): string {
    return fromBaseUnits(this.#total, this.#decimals);
  }

  /** Returns the value in USD, rounded to cents, at a price per whole unit; null if the price is undefined. */
  valueUsd(priceUsd: number | undefined): number | null {
    return priceUsd === undefined ? null : roundToCents(Number(this.text) * priceUsd);
  }
}

function readCounterValue(counters: Counters, group: string, name: string): number {
  return Number(counters.get(group)?.get(name) ?? 0n);
}

const sumOf = (values: Iterable<number>) => Iterator.from(values).reduce((sum, value) => sum + value, 0);

export function summarizeUsers(counters: Counters): Statistics['users'] {
  const by_plan = { free: 0, pro: 0, enterprise: 0 };
  const by_role = { user: 0, admin: 0 };
  for (const plan of PLANS) {
    for (const role of ROLES) {
      const userCount = readCounterValue(counters, USERS_GROUP, userCounterNameOf(plan, role));
      by_plan[plan] += userCount;
      by_role[role] += userCount;
    }
  }
  return { total: sumOf(Object.values(by_plan)), by_plan, by_role };
}

export function summarizeWalletConnections(counters: Counters): Statistics['wallet_connections'] {
  const by_status = { active: 0, removal_requested: 0, suspended: 0, removed: 0 };
  for (const status of CONNECTION_STATUSES)
    by_status[status] = readCounterValue(counters, WALLETS_GROUP, status);
  return { total: sumOf(Object.values(by_status)), by_status };
}

/** Counts the active API keys: keys that never expire, and keys whose expiry day (UTC) is not over. */
export function summarizeApiKeys(counters: Counters, nowMs: number): Statistics['api_keys'] {
  const todayIsoDate = new Date(nowMs).toISOString().slice(0, 10);
  let activeKeyCount = 0;
  for (const group of counters.keys()) {
    const expiryDay = group.startsWith(KEYS_GROUP_PREFIX) ? group.slice(KEYS_GROUP_PREFIX.length) : undefined;
    if (expiryDay === NO_EXPIRY_DAY || (expiryDay !== undefined && expiryDay >= todayIsoDate))
      activeKeyCount += readCounterValue(counters, group, 'active');
  }
  return { active: activeKeyCount };
}

export function summarizeRequests(
  counters: Counters,
  nowMs: number,
): Omit<Statistics['requests_24h'], 'until'> {
  const { fromMs, groups } = periodOfLast24Hours(nowMs);
  const total = (name: string) => sumOf(groups.map((group) => readCounterValue(counters, group, name)));
  return { from: new Date(fromMs).toISOString(), admitted: total('admitted'), refused: total('refused') };
}

function summarizeTransactionType(
  counters: Counters,
  groupNames: readonly string[],
  type: string,
  priceOf: PriceOf,
) {
  const sums = new Map<string, AmountSum>();
  for (const group of groupNames) {
    const groupCounters = counters.get(group) ?? new Map<string, bigint>();
    const amountCounterNames = new Set(
      [...groupCounters.keys()].map((name) => name.slice(0, name.lastIndexOf('_'))),
    );
    for (const name of amountCounterNames) {
      const parsed = parseAmountCounterName(`${name}_0`);
      if (parsed?.type !== type) continue;
      const sum = sums.get(parsed.asset) ?? new AmountSum();
      sum.add(readAmount(groupCounters, name), parsed.decimals);
      sums.set(parsed.asset, sum);
    }
  }
  const by_asset = [...sums]
    .map(([asset, sum]) => ({ asset, amount: sum.text, value_usd: sum.valueUsd(priceOf(asset)) }))
    .toSorted((a, b) => (b.value_usd ?? 0) - (a.value_usd ?? 0) || (a.asset < b.asset ? -1 : 1));
  return {
    count: sumOf(groupNames.map((group) => readCounterValue(counters, group, type))),
    value_usd: roundToCents(sumOf(by_asset.map(({ value_usd }) => value_usd ?? 0))),
    by_asset,
  };
}

/** Summarizes the deposits and withdrawals of a period, valued at current prices. */
export function summarizeTransactions(
  counters: Counters,
  { fromMs, groups }: StatisticsPeriod,
  priceOf: PriceOf,
): Statistics['transactions_24h'] {
  return {
    from: new Date(fromMs).toISOString(),
    deposits: summarizeTransactionType(counters, groups, 'deposit', priceOf),
    withdrawals: summarizeTransactionType(counters, groups, 'withdrawal', priceOf),
  };
}

/** Total of all positions in one strategy. `principal` and `value` are in base units of the asset. */
export interface StrategyHoldings {
  readonly id: string;
  readonly chain: string;
  readonly asset: string;
  readonly decimals: number;
  readonly positions: number;
  readonly principal: bigint;
  readonly value: bigint;
}

export function summarizePositions(
  holdings: readonly StrategyHoldings[],
  priceOf: PriceOf,
): Statistics['positions'] {
  const sumValuesUsd = (rows: readonly StrategyHoldings[]) =>
    roundToCents(
      sumOf(
        Array.from(
          Map.groupBy(rows, ({ asset }) => asset),
          ([asset, assetHoldings]) => sumAmounts(assetHoldings, 'value').valueUsd(priceOf(asset)) ?? 0,
        ),
      ),
    );
  const sumPositionCounts = (rows: readonly StrategyHoldings[]) => sumOf(rows.map((row) => row.positions));
  return {
    active: sumPositionCounts(holdings),
    value_usd: sumValuesUsd(holdings),
    by_chain: [...Map.groupBy(holdings, ({ chain }) => chain)]
      .map(([chain, rows]) => ({ chain, positions: sumPositionCounts(rows), value_usd: sumValuesUsd(rows) }))
      .toSorted((a, b) => b.value_usd - a.value_usd || (a.chain < b.chain ? -1 : 1)),
    by_asset: [...Map.groupBy(holdings, ({ asset }) => asset)]
      .map(([asset, rows]) => ({
        asset,
        positions: sumPositionCounts(rows),
        principal: sumAmounts(rows, 'principal').text,
        value: sumAmounts(rows, 'value').text,
        value_usd: sumAmounts(rows, 'value').valueUsd(priceOf(asset)),
      }))
      .toSorted((a, b) => (b.value_usd ?? 0) - (a.value_usd ?? 0) || (a.asset < b.asset ? -1 : 1)),
  };
}

function sumAmounts(rows: readonly StrategyHoldings[], field: 'principal' | 'value'): AmountSum {
  const sum = new AmountSum();
  for (const row of rows) sum.add(row[field], row.decimals);
  return sum;
}
