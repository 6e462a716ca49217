import { endpoint } from '../../shared/http/endpoint.ts';
import { currentPrices } from '../../shared/market/current-prices.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';
import { configuredChains, readBalances } from '../../shared/wallets/balances.ts';
import { wallet } from '../../shared/wallets/contract.ts';

export const handler = endpoint(wallet.balances, ({ query }, context) => {
  const sources = { table: defaultTable(), chains: configuredChains(), prices: () => currentPrices(context) };
  return readBalances(sources, query, context.principal);
});
