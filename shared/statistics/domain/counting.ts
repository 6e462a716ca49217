import type { EntryType } from '../../investments/contract/investment.ts';
import { fromLimbs, toLimbs } from '../../investments/domain/encoding/limbs.ts';
import type { Plan } from '../../platform/contract/plans.ts';
import type { Role } from '../../platform/contract/scopes.ts';
import { magnitude } from '../../platform/domain/units.ts';
import type { ConnectionStatus } from '../../wallets/contract/connection.ts';
import type { Figure } from './figures.ts';
import { dayGroup, hourGroup } from './periods.ts';

export const USERS = 'USERS';
export const KEYS_PREFIX = 'KEYS#';
export const WALLETS = 'WALLETS';
export const STRATEGY_PREFIX = 'STRATEGY#';
/** Before a vault, named by `vaultName`. */
export const VAULT_PREFIX = 'VAULT#';
/** The expiry of a key that has none, in place of a day. */
export const NEVER = 'never';

const one = (group: string, name: string): Figure => ({ group, name, value: 1n });

/** An amount as figures that a database number holds, whatever its size: `name_0`, `name_1`, ... */
function amountFigures(group: string, name: string, amount: bigint): Figure[] {
  return toLimbs(amount).map((value, limb) => ({ group, name: `${name}_${limb}`, value }));
}

/** The amount of that name among a group's counters. */
export function amountAt(counters: ReadonlyMap<string, bigint>, name: string): bigint {
  const limbs: bigint[] = [];
  for (const [key, value] of counters) {
    const at = key.lastIndexOf('_');
    if (at > 0 && key.slice(0, at) === name) limbs[Number(key.slice(at + 1))] = value;
  }
  return fromLimbs(Array.from(limbs, (limb) => limb ?? 0n));
}

export const planAndRole = (plan: Plan, role: Role) => `${plan}#${role}`;

export function countUser({ plan, role }: { plan: Plan; role: Role }): Figure[] {
  return [one(USERS, planAndRole(plan, role))];
}

/** A key counts until it is revoked, or to the end of the day (UTC) on which it expires. */
export function countKey(key: {
  kind: string;
  status: string;
  expires_micros?: number | undefined;
}): Figure[] {
  if (key.kind !== 'api_key' || key.status !== 'active') return [];
  const { expires_micros: expires } = key;
  const until = expires === undefined ? NEVER : new Date(expires / 1_000).toISOString().slice(0, 10);
  return [one(`${KEYS_PREFIX}${until}`, 'active')];
}

export function countWallet({ status }: { status: ConnectionStatus }): Figure[] {
  return [one(WALLETS, status)];
}

/** A position counts by its strategy, whose own index turns shares into value. */
export function countPosition(position: {
  strategyId: string;
  holdings: { shares: bigint; principal: bigint };
}): Figure[] {
  const { shares, principal } = position.holdings;
  const group = `${STRATEGY_PREFIX}${position.strategyId}`;
  return [
    one(group, shares > 0n ? 'active' : 'closed'),
    ...amountFigures(group, 'shares', shares),
    ...amountFigures(group, 'principal', principal),
  ];
}

/** How counters name a vault: by its chain and its address in lower case. */
export const vaultName = (chain: string, address: string) => `${chain}:${address}`;

/**
 * A wallet's position in a vault counts by its vault, whose share price turns shares into value. It counts once an event
 * has carried out a request: anybody may ask for steps with a wallet that is not theirs.
 */
export function countVaultPosition({
  vault,
  shares,
  cost,
  carriedOut,
}: {
  vault: string;
  shares: bigint;
  cost: bigint;
  carriedOut: number;
}): Figure[] {
  if (carriedOut <= 0) return [];
  const group = `${VAULT_PREFIX}${vault}`;
  return [
    one(group, shares > 0n ? 'active' : 'closed'),
    ...amountFigures(group, 'shares', shares),
    ...amountFigures(group, 'principal', cost),
  ];
}

/** A confirmed deposit or withdrawal that carries out a request counts in its hour and in its day, a reversed one back. */
export function countVaultMovement(entry: {
  vault: string;
  effect: string;
  kind: string;
  atMs: number;
  assets: bigint;
  intentId: string | undefined;
}): Figure[] {
  const { vault, effect, kind, atMs, assets, intentId } = entry;
  const sign = effect === 'post' ? 1n : effect === 'reverse' ? -1n : 0n;
  if (intentId === undefined || sign === 0n || (kind !== 'deposit' && kind !== 'withdrawal')) return [];
  return [hourGroup(atMs), dayGroup(atMs)].flatMap((group) => [
    { group, name: kind, value: sign },
    ...amountFigures(group, `${kind}@${vault}`, sign * magnitude(assets)),
  ]);
}

/** What a vault's counters are counted in. */
export interface CountedVault {
  readonly asset: string;
  readonly decimals: number;
}

/** A period's counters with the movements in vaults under their assets, as those of the sandbox are. */
export function withVaultAssets(
  counters: ReadonlyMap<string, bigint>,
  vaultOf: (name: string) => CountedVault | undefined,
): ReadonlyMap<string, bigint> {
  const named = new Map<string, bigint>();
  for (const [name, value] of counters) {
    const [, type, vault = '', limb] = /^(deposit|withdrawal)@(.+)_(\d+)$/s.exec(name) ?? [];
    const known = vaultOf(vault);
    const place =
      type === undefined || known === undefined ? name : `${type}#${known.decimals}#${known.asset}_${limb}`;
    named.set(place, (named.get(place) ?? 0n) + value);
  }
  return named;
}

/** A movement's amounts stand under its asset and decimals, as a symbol alone does not say what a base unit is. */
function movementName(type: EntryType, { asset, decimals }: { asset: string; decimals: number }) {
  return `${type}#${decimals}#${asset}`;
}

/** The parts of such a name; undefined for any other. */
export function parseMovementName(name: string) {
  const [, type, decimals, asset] = /^(deposit|withdrawal)#(\d+)#(.+)_\d+$/s.exec(name) ?? [];
  if (type === undefined || decimals === undefined || asset === undefined) return undefined;
  return { type, asset, decimals: Number(decimals) };
}

/** A deposit or withdrawal counts in its hour and in its day. */
export function countMovement(entry: {
  type: EntryType;
  atMs: number;
  movement: { amount: bigint };
  position: { asset: string; decimals: number };
}): Figure[] {
  const { amount } = entry.movement;
  const name = movementName(entry.type, entry.position);
  return [hourGroup(entry.atMs), dayGroup(entry.atMs)].flatMap((group) => [
    one(group, entry.type),
    ...amountFigures(group, name, magnitude(amount)),
  ]);
}
