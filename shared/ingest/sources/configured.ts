import { type Config, config } from '../../platform/config.ts';
import { createDefiLlamaSource } from './defillama.ts';
import type { MarketSource } from './market-source.ts';
import { createSampleSource } from './sample.ts';

type SourceSettings = Pick<
  Config,
  'MARKET_SOURCE' | 'SAMPLE_SIZE' | 'DEFILLAMA_YIELDS_URL' | 'DEFILLAMA_COINS_URL' | 'DEFILLAMA_API_URL'
>;

/** The market source that the settings name. */
export function configuredSource(now: () => number, settings: SourceSettings = config): MarketSource {
  if (settings.MARKET_SOURCE === 'sample') return createSampleSource({ size: settings.SAMPLE_SIZE, now });
  return createDefiLlamaSource({
    yieldsUrl: settings.DEFILLAMA_YIELDS_URL,
    coinsUrl: settings.DEFILLAMA_COINS_URL,
    apiUrl: settings.DEFILLAMA_API_URL,
    now,
  });
}
