import type { ProtocolFacts } from '../strategies/contract/responses.ts';
import { buildProtocolFacts } from './domain/protocol-facts.ts';
import type { LendingFigures } from './domain/upstream.ts';
import type { IngestOptions } from './options.ts';
import { SourceError } from './sources/market-source.ts';

type Options = Pick<IngestOptions, 'source' | 'log'>;

/** The answer of an optional endpoint, or `otherwise` where the source does not return it. */
export async function orElse<T, U>(
  { log }: Pick<Options, 'log'>,
  what: string,
  read: () => Promise<T>,
  otherwise: U,
): Promise<T | U> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    log.warn(`The source gave no ${what}`, { reason: error.message });
    return otherwise;
  }
}

/** Lending markets by pool; undefined where the source does not return them. */
export function readLending(options: Options): Promise<ReadonlyMap<string, LendingFigures> | undefined> {
  return orElse(options, 'lending markets', () => options.source.lending(), undefined);
}

/** What the source knows of protocols, by their names in pools: nothing where it does not say. */
export async function readProtocolFacts(options: Options): Promise<ReadonlyMap<string, ProtocolFacts>> {
  const [listings, hacks] = await Promise.all([
    orElse(options, 'protocols', () => options.source.protocols(), []),
    orElse(options, 'hacks', () => options.source.hacks(), undefined),
  ]);
  return buildProtocolFacts(listings, hacks);
}
