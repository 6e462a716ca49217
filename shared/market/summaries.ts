import type { Strategy } from '../strategies/contract/responses.ts';

export function strategySummaryOf(element: Strategy) {
  return {
    strategy_id: element.id,
    strategy_name: element.name,
    chain: element.chain,
    asset: element.asset,
    protocol: element.protocol,
    strategy_type: element.strategy_type,
    risk_level: element.risk_level,
    current_apy: element.current_apy,
    tvl: element.tvl,
  };
}
