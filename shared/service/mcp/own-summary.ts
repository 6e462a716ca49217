import { endpoint } from '../../http/endpoint.ts';
import { marketSummary } from '../../market/summary.ts';
import { ownSummaryRoute } from '../contract/own-summary.ts';

/** Handler of the market summary for the MCP tool. */
export const handler = endpoint(ownSummaryRoute, (_, context) => marketSummary(context));
