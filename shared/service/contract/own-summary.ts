import { summaryRoute } from '../../market/contract/summary.ts';
import { defineRoute } from '../../platform/contract/route.ts';

/**
 * Route of the market summary for the MCP tool. The public endpoint is limited per IP address, but many users
 * of one assistant share an address. Therefore this route uses the rate limit of the caller's account.
 */
export const ownSummaryRoute = defineRoute({ ...summaryRoute, access: 'authenticated' });
