import { summaryRoute } from '../../market/contract/summary.ts';
import { defineRoute } from '../../platform/contract/route.ts';

/**
 * The summary of the market as a tool. Without a credential the endpoint is limited by the address, which many users of
 * one assistant share: as a tool it is counted for the caller, like all others.
 */
export const ownSummaryRoute = defineRoute({ ...summaryRoute, access: 'authenticated' });
