import type { StrategyRecord } from '../../contract/strategy-record.ts';

/**
 * What the risk is computed from: figures as they are published, so that a record and its catalog entry give the same
 * risk. Null means unknown.
 */
export type RiskInputs = Readonly<
  Pick<
    StrategyRecord,
    | 'tvl'
    | 'current_apy'
    | 'history_days'
    | 'log_apy_volatility_30d'
    | 'tvl_volatility_30d'
    | 'tvl_growth_30d'
    | 'unmoved_days'
    | 'peer_apy'
    | 'exposure'
    | 'il_risk'
    | 'apy_base'
    | 'apy_reward'
    | 'stablecoin'
    | 'outlier'
    | 'underlying_assets'
    | 'utilisation'
    | 'exit_constrained'
  >
>;
