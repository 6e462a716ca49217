import { endpoint } from '../../../shared/http/endpoint.ts';
import { getCurrentCatalog } from '../../../shared/strategies/catalog.ts';
import { strategyListV2 } from './routes.ts';

export const handler = endpoint(strategyListV2, async (_, context) => {
  const { value } = await getCurrentCatalog(context);
  const ids = value.page({ page: 1, per_page: 3, sort: 'tvl', order: 'desc' }).strategyIndexes;
  const listed = Array.from(ids, (strategyIndex) => value.catalog.listElementAt(strategyIndex));
  return { data: listed.map(({ id, current_apy }) => ({ id, apy_percent: current_apy })) };
});
