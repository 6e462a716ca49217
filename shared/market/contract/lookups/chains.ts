import { defineRoute } from '../../../platform/contract/route.ts';
import { lookupRouteFields } from './lookups.ts';

export const chainsRoute = defineRoute({
  ...lookupRouteFields,
  id: 'market.chains',
  path: '/market/chains',
  summary: 'List the chains that have strategies',
});
