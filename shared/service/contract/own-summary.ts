import { summaryRoute } from '../../market/contract/summary.ts';
import { defineRoute } from '../../platform/contract/route.ts';

/**
 * Route of the market summary for the MCP tool. It uses the rate limit of the caller's account. The public
 * endpoint is limited per IP address, which many users of the same assistant may share.
 */
export const ownSummaryRoute = defineRoute({ ...summaryRoute, access: 'authenticated' });
