import { endpoint } from '../../shared/http/endpoint.ts';
import { apyComparison } from '../../shared/market/apy-comparison.ts';
import { apyComparisonRoute } from '../../shared/market/contract/apy-comparison.ts';

export const handler = endpoint(apyComparisonRoute, ({ query }, context) => apyComparison(query, context));
