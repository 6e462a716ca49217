/** The functions on stored strategies, pauses and vaults that other capabilities may import. */

export {
  buildNotPausedCheck as notPausedCheck,
  buildPauseEndWrite as resumeWrite,
  buildPauseWrite as pauseWrite,
  getPause,
  readPauses,
  type StrategyPause,
} from './store/pauses.ts';
export {
  buildStrategyStatusWrite as statusWrite,
  getStrategies,
  getStrategy,
  putStrategies,
} from './store/strategies.ts';
export {
  readStrategyTerms as readTerms,
  readStrategyTermsByIds as readTermsByIds,
  type StrategyTerms,
  strategyTermsSchema as strategyTerms,
} from './store/terms.ts';
export {
  parseVault,
  putVault,
  readVault,
  readVaultObservations as readVaultFigures,
  readVaults,
  recordVaultFigures,
  type Vault,
} from './store/vaults.ts';
