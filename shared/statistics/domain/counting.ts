import type { EntryType } from '../../investments/contract/investment.ts';
import { bigintFromLimbs, toLimbs } from '../../investments/domain/encoding/limbs.ts';
import type { Plan } from '../../platform/contract/plans.ts';
import type { Role } from '../../platform/contract/scopes.ts';
import { absoluteValue } from '../../platform/domain/units.ts';
import type { ConnectionStatus } from '../../wallets/contract/connection.ts';
import type { Figure } from './figures.ts';
import { dayGroupName, hourGroupName } from './periods.ts';

export const USERS_GROUP = 'USERS';
export const KEYS_GROUP_PREFIX = 'KEYS#';
export const WALLETS_GROUP = 'WALLETS';
export const STRATEGY_GROUP_PREFIX = 'STRATEGY#';
/** Prefix of a vault's counter group. The result of `buildVaultNameInCounters` follows it. */
export const VAULT_GROUP_PREFIX = 'VAULT#';
/** Used in place of the expiry day if a key never expires. */
export const NO_EXPIRY_DAY = 'never';

const buildUnitFigure = (group: string, name: string): Figure => ({ group, name, value: 1n });

/** Splits an amount into parts that fit into a DynamoDB number. The parts have the names `name_0`, `name_1`, ... */
function buildAmountFigures(group: string, name: string, amount: bigint): Figure[] {
  return toLimbs(amount).map((value, limb) => ({ group, name: `${name}_${limb}`, value }));
}

/** Returns the amount that `buildAmountFigures` has split into several counters of a group. */
export function readAmount(groupCounters: ReadonlyMap<string, bigint>, name: string): bigint {
  const limbs: bigint[] = [];
  for (const [key, value] of groupCounters) {
    const separatorIndex = key.lastIndexOf('_');
    if (separatorIndex > 0 && key.slice(0, separatorIndex) === name)
      limbs[Number(key.slice(separatorIndex + 1))] = value;
  }
  return bigintFromLimbs(Array.from(limbs, (limb) => limb ?? 0n));
}

export const userCounterNameOf = (plan: Plan, role: Role) => `${plan}#${role}`;

export function buildUserFigures({ plan, role }: { plan: Plan; role: Role }): Figure[] {
  return [buildUnitFigure(USERS_GROUP, userCounterNameOf(plan, role))];
}

/**
 * Returns the figures of an API key. A key is counted until it is revoked or until the end of the UTC day on which
 * it expires.
 */
export function buildApiKeyFigures(key: {
  kind: string;
  status: string;
  expires_micros?: number | undefined;
}): Figure[] {
  if (key.kind !== 'api_key' || key.status !== 'active') return [];
  const { expires_micros: expiresMicros } = key;
  const expiryDay =
    expiresMicros === undefined ? NO_EXPIRY_DAY : new Date(expiresMicros / 1_000).toISOString().slice(0, 10);
  return [buildUnitFigure(`${KEYS_GROUP_PREFIX}${expiryDay}`, 'active')];
}

export function buildWalletFigures({ status }: { status: ConnectionStatus }): Figure[] {
  return [buildUnitFigure(WALLETS_GROUP, status)];
}

/** Counts the shares of a sandbox position. The strategy's growth index later converts the shares to a value. */
export function buildPositionFigures(position: {
  strategyId: string;
  holdings: { shares: bigint; principal: bigint };
}): Figure[] {
  const { shares, principal } = position.holdings;
  const group = `${STRATEGY_GROUP_PREFIX}${position.strategyId}`;
  return [
    buildUnitFigure(group, shares > 0n ? 'active' : 'closed'),
    ...buildAmountFigures(group, 'shares', shares),
    ...buildAmountFigures(group, 'principal', principal),
  ];
}

/** Returns the name of a vault in counter names, made of its chain and its lower-case address. */
export const buildVaultNameInCounters = (chain: string, address: string) => `${chain}:${address}`;

/**
 * Counts the shares of a wallet's position in a vault. A position is counted only after an on-chain event has completed
 * a requested transaction, because anybody can request transactions for other people's wallets.
 */
export function buildVaultPositionFigures({
  vault,
  shares,
  cost,
  completedRequests,
}: {
  vault: string;
  shares: bigint;
  cost: bigint;
  completedRequests: number;
}): Figure[] {
  if (completedRequests <= 0) return [];
  const group = `${VAULT_GROUP_PREFIX}${vault}`;
  return [
    buildUnitFigure(group, shares > 0n ? 'active' : 'closed'),
    ...buildAmountFigures(group, 'shares', shares),
    ...buildAmountFigures(group, 'principal', cost),
  ];
}

/**
 * Counts a vault deposit or withdrawal in the counters of its hour and its day. Ignores transactions that were not
 * requested through this service. A reversed transaction counts as negative.
 */
export function buildVaultTransactionFigures(entry: {
  vault: string;
  effect: string;
  kind: string;
  atMs: number;
  assets: bigint;
  vaultTransactionId: string | undefined;
}): Figure[] {
  const { vault, effect, kind, atMs, assets, vaultTransactionId } = entry;
  const sign = effect === 'post' ? 1n : effect === 'reverse' ? -1n : 0n;
  if (vaultTransactionId === undefined || sign === 0n || (kind !== 'deposit' && kind !== 'withdrawal'))
    return [];
  return [hourGroupName(atMs), dayGroupName(atMs)].flatMap((group) => [
    { group, name: kind, value: sign },
    ...buildAmountFigures(group, `${kind}@${vault}`, sign * absoluteValue(assets)),
  ]);
}

/** The asset whose amounts a vault's counters contain. */
export interface VaultAsset {
  readonly asset: string;
  readonly decimals: number;
}

/**
 * Replaces each vault's counters of deposits and withdrawals with counters of the vault's asset. If the group already
 * has a counter of this asset for the sandbox, the amounts are added.
 */
export function convertVaultCountersOfGroup(
  groupCounters: ReadonlyMap<string, bigint>,
  vaultAssetOf: (name: string) => VaultAsset | undefined,
): ReadonlyMap<string, bigint> {
  const valueByCounterName = new Map<string, bigint>();
  for (const [name, value] of groupCounters) {
    const [, type, vault = '', limb] = /^(deposit|withdrawal)@(.+)_(\d+)$/s.exec(name) ?? [];
    const vaultAsset = vaultAssetOf(vault);
    const counterName =
      type === undefined || vaultAsset === undefined
        ? name
        : `${type}#${vaultAsset.decimals}#${vaultAsset.asset}_${limb}`;
    valueByCounterName.set(counterName, (valueByCounterName.get(counterName) ?? 0n) + value);
  }
  return valueByCounterName;
}

/**
 * Returns the name of the counter of an asset's amounts. The name contains the number of decimals, because assets with
 * the same symbol may have different decimals.
 */
function amountCounterName(type: EntryType, { asset, decimals }: { asset: string; decimals: number }) {
  return `${type}#${decimals}#${asset}`;
}

/**
 * Returns the type, asset and decimals in the name of an amount counter (see `amountCounterName`). Returns undefined
 * for any other name.
 */
export function parseAmountCounterName(name: string) {
  const [, type, decimalsText, asset] = /^(deposit|withdrawal)#(\d+)#(.+)_\d+$/s.exec(name) ?? [];
  if (type === undefined || decimalsText === undefined || asset === undefined) return undefined;
  return { type, asset, decimals: Number(decimalsText) };
}

/** Counts a sandbox deposit or withdrawal in the counters of its hour and of its day. */
export function buildSandboxTransactionFigures(entry: {
  type: EntryType;
  atMs: number;
  holdingsChange: { amount: bigint };
  position: { asset: string; decimals: number };
}): Figure[] {
  const { amount } = entry.holdingsChange;
  const name = amountCounterName(entry.type, entry.position);
  return [hourGroupName(entry.atMs), dayGroupName(entry.atMs)].flatMap((group) => [
    buildUnitFigure(group, entry.type),
    ...buildAmountFigures(group, name, absoluteValue(amount)),
  ]);
}
