import * as z from 'zod';
import { defineRoute, type Route } from '../../../shared/platform/contract/route.ts';
import { service } from '../../../shared/service/contract.ts';
import { strategies } from '../../../shared/strategies/contract.ts';

/** The second version's element: the figure has another name. */
export const strategyListV2 = defineRoute({
  id: 'strategies.list-v2',
  method: 'GET',
  path: '/strategies',
  versions: ['v2'],
  summary: 'List strategies',
  access: 'strategies:read',
  table: 'read',
  query: z.strictObject({}),
  response: z.array(z.strictObject({ id: z.string(), apy_percent: z.number() })),
  status: 200,
  paginated: false,
  errors: [],
});

/** The routes of both versions: one of them has changed, the others are the same in both. */
export const ROUTES: readonly Route[] = [
  { ...strategies.list, versions: ['v1'] },
  strategyListV2,
  strategies.get,
  ...Object.values(service),
];
