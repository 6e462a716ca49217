import { config } from '../platform/config.ts';
import { type ChainSettings, readChains } from './networks.ts';

let configuredChainsCache: readonly ChainSettings[] | undefined;

/** Returns the chains in the environment's settings, parsed once. */
export function configuredChains(): readonly ChainSettings[] {
  configuredChainsCache ??= readChains(config.CHAIN_SETTINGS);
  return configuredChainsCache;
}
