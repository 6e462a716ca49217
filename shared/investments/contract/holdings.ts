import * as z from 'zod/mini';
import { cursorParams } from '../../platform/contract/cursor.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { userFilter } from './fields.ts';

export const holdingsRoute = defineRoute({
  id: 'investments.holdings',
  method: 'GET',
  path: '/investments/holdings',
  summary: 'List the vault shares in your wallets',
  access: 'investments:read',
  table: 'read',
  query: z.strictObject({ user_id: userFilter, ...cursorParams }),
  status: 200,
  paginated: true,
  errors: [],
});
