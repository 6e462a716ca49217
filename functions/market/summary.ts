import { endpoint } from '../../shared/http/endpoint.ts';
import { summaryRoute } from '../../shared/market/contract/summary.ts';
import { readMarketSummary } from '../../shared/market/summary.ts';

export const handler = endpoint(summaryRoute, (_, context) => readMarketSummary(context));
