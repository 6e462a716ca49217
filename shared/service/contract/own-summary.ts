import { summaryRoute } from '../../market/contract/summary.ts';
import { defineRoute } from '../../platform/contract/route.ts';

/**
 * Route of the market summary as a tool. The public endpoint is limited per address, which many users of one
 * assistant share. As a tool it counts against the caller's limit instead.
 */
export const ownSummaryRoute = defineRoute({ ...summaryRoute, access: 'authenticated' });
