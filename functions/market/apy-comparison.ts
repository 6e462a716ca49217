import { market } from '../../shared/contract/market.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { apyComparison } from '../../shared/services/market/apy-comparison.ts';

export const handler = endpoint(market.apyComparison, ({ query }, context) => apyComparison(query, context));
