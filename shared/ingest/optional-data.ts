import type { ProtocolFacts } from '../strategies/contract/responses.ts';
import { buildProtocolFacts } from './domain/protocol-facts.ts';
import type { LendingFigures } from './domain/upstream.ts';
import type { IngestOptions } from './options.ts';
import { SourceError } from './sources/market-source.ts';

type SourceAndLog = Pick<IngestOptions, 'source' | 'log'>;

/**
 * Returns the result of `read`. If the source fails, logs a warning and returns `fallbackValue`. Throws all other
 * errors.
 */
export async function readOrFallback<T, U>(
  { log }: Pick<SourceAndLog, 'log'>,
  dataName: string,
  read: () => Promise<T>,
  fallbackValue: U,
): Promise<T | U> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    log.warn(`The source gave no ${dataName}`, { reason: error.message });
    return fallbackValue;
  }
}

/** Returns the figures of lending markets by pool id; undefined if the source does not return them. */
export function readLendingMarkets(
  options: SourceAndLog,
): Promise<ReadonlyMap<string, LendingFigures> | undefined> {
  return readOrFallback(options, 'lending markets', () => options.source.lendingMarkets(), undefined);
}

/**
 * Returns the source's facts about protocols, by the protocol names in pool lists. The map is empty if the source
 * returns nothing.
 */
export async function readProtocolFacts(options: SourceAndLog): Promise<ReadonlyMap<string, ProtocolFacts>> {
  const [protocolListings, hacks] = await Promise.all([
    readOrFallback(options, 'protocols', () => options.source.protocols(), []),
    readOrFallback(options, 'hacks', () => options.source.hacks(), undefined),
  ]);
  return buildProtocolFacts(protocolListings, hacks);
}
