import { endpoint } from '../../shared/http/endpoint.ts';
import { summaryRoute } from '../../shared/market/contract/summary.ts';
import { marketSummary } from '../../shared/market/summary.ts';

export const handler = endpoint(summaryRoute, (_, context) => marketSummary(context));
