import { config } from '../platform/config.ts';
import { createLazily } from '../platform/domain/create-lazily.ts';
import { readChains } from './networks.ts';

export const getConfiguredChains = /* @__PURE__ */ createLazily(() => readChains(config.CHAIN_SETTINGS));
