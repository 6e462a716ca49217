/** What other capabilities may do with stored strategies and with the pauses that operators put on them. */

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
export { readTerms, readTermsOf, type StrategyTerms, strategyTerms } from './store/terms.ts';
export {
  parseVault,
  putVault,
  readVault,
  readVaultFigures,
  readVaults,
  recordVaultFigures,
  type Vault,
} from './store/vaults.ts';
