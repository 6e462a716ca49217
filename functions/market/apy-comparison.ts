import { endpoint } from '../../shared/http/endpoint.ts';
import { readApyComparison } from '../../shared/market/apy-comparison.ts';
import { apyComparisonRoute } from '../../shared/market/contract/apy-comparison.ts';

export const handler = endpoint(apyComparisonRoute, ({ query }, context) =>
  readApyComparison(query, context),
);
