import { config } from '../platform/config.ts';
import { createLazily } from '../platform/create-lazily.ts';
import { readChains } from './networks.ts';

/** Returns the chains in the environment's settings. The settings are parsed once, at the first call. */
export const configuredChains = /* @__PURE__ */ createLazily(() => readChains(config.CHAIN_SETTINGS));
