import { defineRoute } from '../../../platform/contract/route.ts';
import { lookupRouteFields } from './lookups.ts';

export const assetsRoute = defineRoute({
  ...lookupRouteFields,
  id: 'market.assets',
  path: '/market/assets',
  summary: 'List the assets that have strategies',
});
