import { summaryRoute } from '../../market/contract/summary.ts';
import { defineRoute } from '../../platform/contract/route.ts';

/**
 * Route of the market summary for the MCP tool. It uses the rate limit of the account, because many users of the
 * same assistant may share one IP address.
 */
export const authenticatedSummaryRoute = defineRoute({ ...summaryRoute, access: 'authenticated' });
