import { endpoint } from '../../http/endpoint.ts';
import { marketSummary } from '../../market/summary.ts';
import { ownSummaryRoute } from '../contract/own-summary.ts';

/** Handler of the route that returns the market summary to the MCP tool. */
export const handler = endpoint(ownSummaryRoute, (_, context) => marketSummary(context));
