import { createHash } from 'node:crypto';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { toBase62 } from '../../../platform/domain/base62.ts';

/** Number of base-62 digits of the hash in an investment id. */
const HASH_DIGITS = 10;
/**
 * Number of items (shards) that store the totals of one strategy. Because there are several, transactions of different
 * owners rarely conflict.
 */
export const POOL_SHARD_COUNT = 16;

function hashToNumber(text: string): bigint {
  return BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
}

/**
 * Returns the id of an owner's only investment in a strategy: a hash of the owner's id and the strategy's id, then the
 * strategy's id without its prefix.
 * Because of the hash, callers cannot tell another owner's id from an id that never existed.
 */
export function investmentIdOf(ownerId: string, strategyId: string): string {
  const tag = toBase62(hashToNumber(`${ownerId} ${strategyId}`), HASH_DIGITS);
  return `${ID_PREFIXES.investment}${tag}${strategyId.slice(ID_PREFIXES.strategy.length)}`;
}

/** Returns the strategy id of an owner's investment; undefined when the id cannot belong to that owner. */
export function strategyIdOfInvestment(investmentId: string, ownerId: string): string | undefined {
  const strategyId = ID_PREFIXES.strategy + investmentId.slice(ID_PREFIXES.investment.length + HASH_DIGITS);
  return investmentIdOf(ownerId, strategyId) === investmentId ? strategyId : undefined;
}

/** A vault and a wallet that has shares of it. Addresses are in lower case. */
interface VaultPositionIdParts {
  readonly chain: string;
  readonly vault: string;
  readonly wallet: string;
}

const VAULT_POSITION_ID_PATTERN = new RegExp(
  `^${ID_PREFIXES.investment}([^_]+)_([0-9a-f]{40})_([0-9a-f]{40})$`,
);

export function vaultPositionIdOf({ chain, vault, wallet }: VaultPositionIdParts): string {
  return `${ID_PREFIXES.investment}${chain}_${vault.slice(2)}_${wallet.slice(2)}`;
}

/**
 * Parses the id of a wallet's position in a vault. Returns undefined for any other id, such as the id of a
 * sandbox investment.
 */
export function parseVaultPositionId(investmentId: string): VaultPositionIdParts | undefined {
  const [, chain, vault, wallet] = VAULT_POSITION_ID_PATTERN.exec(investmentId) ?? [];
  if (chain === undefined || vault === undefined || wallet === undefined) return undefined;
  return { chain, vault: `0x${vault}`, wallet: `0x${wallet}` };
}

/** Returns the number (from 0) of the shard that counts an investment in its totals. */
export function poolShardOf(investmentId: string): number {
  return Number(hashToNumber(investmentId) % BigInt(POOL_SHARD_COUNT));
}
