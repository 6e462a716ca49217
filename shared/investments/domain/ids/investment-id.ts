import { createHash } from 'node:crypto';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { toBase62 } from '../../../platform/domain/base62.ts';

/** Base-62 digits that represent the owner in an investment's id. */
const TAG_DIGITS = 10;
/** Parts into which a strategy's totals are split, so that its owners do not wait for one another. */
export const POOL_SHARDS = 16;

function digest(text: string): bigint {
  return BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
}

/**
 * The id of an owner's only investment in a strategy: a tag of both, then the strategy's own part. The id of another
 * owner's investment and one that never existed look the same.
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

/** Where a wallet's shares in a vault are. Addresses in lower case. */
interface VaultPlace {
  readonly chain: string;
  readonly vault: string;
  readonly wallet: string;
}

const VAULT_POSITION_ID = new RegExp(`^${ID_PREFIXES.investment}([^_]+)_([0-9a-f]{40})_([0-9a-f]{40})$`);

/**
 * The id of a wallet's position in a vault. It contains chain, vault and wallet, so that no item is needed to find it.
 */
export function vaultPositionIdOf({ chain, vault, wallet }: VaultPlace): string {
  return `${ID_PREFIXES.investment}${chain}_${vault.slice(2)}_${wallet.slice(2)}`;
}

/**
 * The vault and wallet of the position with this id; undefined for any other id, such as one in the sandbox ledger.
 */
export function vaultPlaceOf(investmentId: string): VaultPlace | undefined {
  const [, chain, vault, wallet] = VAULT_POSITION_ID.exec(investmentId) ?? [];
  if (chain === undefined || vault === undefined || wallet === undefined) return undefined;
  return { chain, vault: `0x${vault}`, wallet: `0x${wallet}` };
}

/** The part of its strategy's totals that an investment counts in. */
export function poolShardOf(investmentId: string): number {
  return Number(digest(investmentId) % BigInt(POOL_SHARDS));
}
