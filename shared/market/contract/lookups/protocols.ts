import { defineRoute } from '../../../platform/contract/route.ts';
import { lookup } from './lookups.ts';

export const protocolsRoute = defineRoute({
  ...lookup,
  id: 'market.protocols',
  path: '/market/protocols',
  summary: 'List the protocols that have strategies',
});
