import { endpoint } from '../../shared/http/endpoint.ts';
import { apyComparison } from '../../shared/market/apy-comparison.ts';
import { market } from '../../shared/market/contract/market.ts';

export const handler = endpoint(market.apyComparison, ({ query }, context) => apyComparison(query, context));
