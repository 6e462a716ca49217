import { defineRoute } from '../../../platform/contract/route.ts';
import { lookup } from './lookups.ts';

export const chainsRoute = defineRoute({
  ...lookup,
  id: 'market.chains',
  path: '/market/chains',
  summary: 'List the chains that have strategies',
});
