import { defineRoute } from '../../../platform/contract/route.ts';
import { lookup } from './lookups.ts';

export const assetsRoute = defineRoute({
  ...lookup,
  id: 'market.assets',
  path: '/market/assets',
  summary: 'List the assets that have strategies',
});
