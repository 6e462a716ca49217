import { endpoint } from '../../../shared/http/endpoint.ts';
import { currentCatalog } from '../../../shared/strategies/catalog.ts';
import { strategyListV2 } from './routes.ts';

export const handler = endpoint(strategyListV2, async (_, context) => {
  const { value } = await currentCatalog(context);
  const ids = value.page({ page: 1, per_page: 3, sort: 'tvl', order: 'desc' }).ordinals;
  const listed = Array.from(ids, (ordinal) => value.catalog.element(ordinal));
  return { data: listed.map(({ id, current_apy }) => ({ id, apy_percent: current_apy })) };
});
