import { endpoint } from '../../http/endpoint.ts';
import { readMarketSummary } from '../../market/summary.ts';
import { authenticatedSummaryRoute } from '../contract/own-summary.ts';

/** Handler of the route that the MCP tool for the market summary calls. */
export const handler = endpoint(authenticatedSummaryRoute, (_, context) => readMarketSummary(context));
