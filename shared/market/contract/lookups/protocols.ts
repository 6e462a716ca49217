import { defineRoute } from '../../../platform/contract/route.ts';
import { lookupRouteFields } from './lookups.ts';

export const protocolsRoute = defineRoute({
  ...lookupRouteFields,
  id: 'market.protocols',
  path: '/market/protocols',
  summary: 'List the protocols that have strategies',
});
