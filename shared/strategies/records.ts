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
  storedStrategy,
} from './store/strategies.ts';
