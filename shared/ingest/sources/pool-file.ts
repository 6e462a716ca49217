import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { parsePools } from './defillama.ts';
import { type MarketSource, SourceError } from './market-source.ts';

/**
 * A recorded `/pools` answer in a file, plain or gzipped, in place of the upstream. It has no other data: prices and
 * chains do not change, and unknown values are null.
 */
export function createPoolFileSource(path: string, now: () => number): MarketSource {
  const missing = async (what: string) => {
    throw new SourceError('unreachable', `A recorded list of pools has no ${what}.`);
  };
  return {
    name: 'defillama',
    async pools() {
      return { rows: parsePools(await readJson(path)), fetchedAtMs: now() };
    },
    lending: () => missing('lending markets'),
    protocols: () => missing('protocols'),
    hacks: () => missing('hacks'),
    history: () => missing('histories'),
    prices: () => missing('prices'),
    priceHistories: () => missing('prices'),
    chains: () => missing('chains'),
    chainTvlHistory: () => missing('chains'),
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
    const zipped = bytes[0] === GZIP_MAGIC[0] && bytes[1] === GZIP_MAGIC[1];
    const value: unknown = JSON.parse((zipped ? gunzipSync(bytes) : bytes).toString('utf8'));
    return value;
  } catch (cause) {
    throw new SourceError('malformed', `${path}: not JSON, or cut short`, { cause });
  }
}
