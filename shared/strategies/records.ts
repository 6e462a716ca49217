/** The functions on stored strategies, pauses and vaults that other capabilities may import. */

export {
  getPause,
  notPausedCheck,
  pauseWrite,
  readPauses,
  resumeWrite,
  type StrategyPause,
} from './store/pauses.ts';
export {
  getStrategies,
  getStrategy,
  putStrategies,
  statusWrite,
} from './store/strategies.ts';
export { readTerms, readTermsByIds, type StrategyTerms, strategyTerms } from './store/terms.ts';
export {
  parseVault,
  putVault,
  readVault,
  readVaultFigures,
  readVaults,
  recordVaultFigures,
  type Vault,
} from './store/vaults.ts';
