import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';

export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];
/**
 * The parts of the risk score. `rate`: how much the APY changes. `exit`: whether money can be withdrawn. `loss`: other
 * causes of a loss.
 */
export const RISK_PARTS = ['rate', 'exit', 'loss'] as const;
export type RiskPart = (typeof RISK_PARTS)[number];
/** How deposits are settled: in a vault on a chain, in the sandbox, or not by this service. */
export const SETTLEMENTS = ['onchain', 'sandbox', 'none'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];
export const STRATEGY_SORTS = ['tvl', 'current_apy', 'name', 'created_at'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;

/** Schema of a strategy id, which consists of a prefix and a stable hash of the source's name and the pool id. */
export const strategyId = z.string().check(z.regex(new RegExp(`^${ID_PREFIXES.strategy}[0-9a-z]+$`)));

/** Names of the asset families. A family contains an asset and its wrapped and staked forms. */
export const ASSET_FAMILIES = ['ETH', 'BTC', 'USD', 'EUR', 'SOL', 'BNB', 'AVAX', 'POL'] as const;

/**
 * The roles of the contracts that are called by the steps of a deposit or withdrawal. `verifySteps` of the SDK uses the
 * same names.
 */
export const CONTRACT_ROLES = ['vault', 'asset', 'router'] as const;
