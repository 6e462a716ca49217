import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { parsePools } from './defillama.ts';
import { type MarketSource, SourceError } from './market-source.ts';

/**
 * Creates a market source from a file with a recorded `/pools` response, plain or gzipped. Requests for all other data
 * fail as unreachable, so the ingestion keeps the last prices and chain figures.
 */
export function createPoolFileSource(path: string, now: () => number): MarketSource {
  const rejectMissingData = async (dataName: string) => {
    throw new SourceError('unreachable', `A recorded list of pools has no ${dataName}.`);
  };
  return {
    name: 'defillama',
    async pools() {
      return { rows: parsePools(await readJson(path)), fetchedAtMs: now() };
    },
    lendingMarkets: () => rejectMissingData('lending markets'),
    protocols: () => rejectMissingData('protocols'),
    hacks: () => rejectMissingData('hacks'),
    history: () => rejectMissingData('histories'),
    prices: () => rejectMissingData('prices'),
    priceHistories: () => rejectMissingData('prices'),
    chains: () => rejectMissingData('chains'),
    chainTvlHistory: () => rejectMissingData('chains'),
  };
}

const GZIP_MAGIC = [0x1f, 0x8b];

async function readJson(path: string): Promise<unknown> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw new SourceError(
      'unreachable',
      `${path}: ${cause instanceof Error ? cause.message : 'unreadable'}`,
      {
        cause,
      },
    );
  }
  try {
    const isGzipped = bytes[0] === GZIP_MAGIC[0] && bytes[1] === GZIP_MAGIC[1];
    const value: unknown = JSON.parse((isGzipped ? gunzipSync(bytes) : bytes).toString('utf8'));
    return value;
  } catch (cause) {
    throw new SourceError('malformed', `${path}: not JSON, or cut short`, { cause });
  }
}
