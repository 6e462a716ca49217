import { wallet } from '../../shared/contract/wallet.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { defaultTable } from '../../shared/repositories/client.ts';
import { configuredChains, readBalances } from '../../shared/services/balances.ts';
import { currentPrices } from '../../shared/services/prices.ts';

export const handler = endpoint(wallet.balances, ({ query }, context) => {
  const sources = { table: defaultTable(), chains: configuredChains(), prices: () => currentPrices(context) };
  return readBalances(sources, query, context.principal);
});
