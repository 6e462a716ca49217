import { endpoint } from '../../http/endpoint.ts';
import { marketSummary } from '../../market/summary.ts';
import { ownSummaryRoute } from '../contract/own-summary.ts';

/** The summary of the market for whoever calls it as a tool. */
export const handler = endpoint(ownSummaryRoute, (_, context) => marketSummary(context));
