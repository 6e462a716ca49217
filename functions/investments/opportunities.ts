import { getConfiguredChains } from '../../shared/chain/configured-chains.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { opportunitiesRoute } from '../../shared/investments/contract/opportunities.ts';
import { findOpportunities } from '../../shared/investments/opportunities.ts';
import { readCurrentPrices } from '../../shared/market/prices/current-prices.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(opportunitiesRoute, ({ query }, context) => {
  const balanceSources = {
    table: defaultTable(),
    chains: getConfiguredChains(),
    prices: () => readCurrentPrices(context),
  };
  return findOpportunities(balanceSources, query, { principal: context.principal, context });
});
