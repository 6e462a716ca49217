import { getConfiguredChains } from '../../shared/chain/configured-chains.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { readCurrentPrices } from '../../shared/market/prices/current-prices.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { readBalances } from '../../shared/wallets/balances.ts';
import { balancesRoute } from '../../shared/wallets/contract/balances.ts';

export const handler = endpoint(balancesRoute, ({ query }, context) => {
  const sources = {
    table: defaultTable(),
    chains: getConfiguredChains(),
    prices: () => readCurrentPrices(context),
  };
  return readBalances(sources, query, context.principal);
});
