import { createHash } from 'node:crypto';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { toBase62 } from '../../platform/domain/base62.ts';

/** Base-62 digits that stand for the owner in an investment's id. */
const TAG_DIGITS = 10;
/** Parts into which a strategy's totals are split, so that its owners do not wait for one another. */
export const POOL_SHARDS = 16;

function digest(text: string): bigint {
  return BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
}

/**
 * An owner has one investment in a strategy, so its id says which: a tag of the two, then the strategy's own part.
 * From the id of somebody else's investment, and from one that never was, the same follows: nothing.
 */
export function investmentIdOf(ownerId: string, strategyId: string): string {
  const tag = toBase62(digest(`${ownerId} ${strategyId}`), TAG_DIGITS);
  return `${ID_PREFIXES.investment}${tag}${strategyId.slice(ID_PREFIXES.strategy.length)}`;
}

/** The strategy of the caller's investment with this id; undefined when the id cannot be one of theirs. */
export function strategyOf(investmentId: string, ownerId: string): string | undefined {
  const strategyId = ID_PREFIXES.strategy + investmentId.slice(ID_PREFIXES.investment.length + TAG_DIGITS);
  return investmentIdOf(ownerId, strategyId) === investmentId ? strategyId : undefined;
}

/** The part of its strategy's totals that an investment counts in. */
export function poolShardOf(investmentId: string): number {
  return Number(digest(investmentId) % BigInt(POOL_SHARDS));
}
