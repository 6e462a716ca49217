import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';

export const summaryRoute = defineRoute({
  id: 'market.summary',
  method: 'GET',
  path: '/market/summary',
  summary: 'The market in a few figures',
  access: 'public',
  table: 'read',
  items: ['snapshotHead', 'snapshotVersion', 'snapshotChunk'],
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  errors: [],
  lambda: { memoryMb: 1024 },
});
