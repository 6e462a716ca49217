export { handler as summary } from '../../../shared/service/mcp/own-summary.ts';
export { handler as chains } from '../../market/chains.ts';
export { handler as moveEstimate } from '../../market/move-estimate.ts';
export { handler as performance } from '../../market/performance.ts';
export { handler as prices } from '../../market/prices.ts';
export { handler as recommended } from '../../market/recommended.ts';
