import type { Strategy } from '../strategies/contract/responses.ts';

export function strategySummaryOf(strategy: Strategy) {
  return {
    strategy_id: strategy.id,
    strategy_name: strategy.name,
    chain: strategy.chain,
    asset: strategy.asset,
    protocol: strategy.protocol,
    strategy_type: strategy.strategy_type,
    risk_level: strategy.risk_level,
    current_apy: strategy.current_apy,
    tvl: strategy.tvl,
  };
}
