import { createHash } from 'node:crypto';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';

const ID_BYTES = 12;

/**
 * Returns the id of a strategy: `strat_` and 24 hexadecimal digits. The digits are the first 96 bits of the SHA-256
 * hash of the source's name and the pool id.
 */
export function strategyIdOf(sourceName: string, sourcePoolId: string): string {
  const digest = createHash('sha256').update(`${sourceName}\n${sourcePoolId}`).digest();
  return ID_PREFIXES.strategy + digest.subarray(0, ID_BYTES).toString('hex');
}
