import * as z from 'zod/mini';
import { type DocumentedRoute, documentRoute } from '../../../shared/platform/contract/documented-route.ts';
import { defineRoute } from '../../../shared/platform/contract/route.ts';
import { service } from '../../../shared/service/contract/documentation.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';

/** The strategy list of the second API version. In this version, the APY field has another name. */
export const strategyListV2 = documentRoute(
  defineRoute({
    id: 'strategies.list-v2',
    method: 'GET',
    path: '/strategies',
    versions: ['v2'],
    summary: 'List strategies',
    access: 'strategies:read',
    table: 'read',
    query: z.strictObject({}),
    status: 200,
    paginated: false,
    errors: [],
  }),
  {
    fields: {},
    response: z.array(z.strictObject({ id: z.string(), apy_percent: z.number() })),
  },
);

/** The routes of both versions. One route differs between them. */
export const ROUTES: readonly DocumentedRoute[] = [
  { ...strategies.list, versions: ['v1'] },
  strategyListV2,
  strategies.get,
  ...Object.values(service),
];
