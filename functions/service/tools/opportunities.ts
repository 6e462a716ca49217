/**
 * Tool for opportunities. It is separate from the investment tools, because it loads the recommendation code,
 * which they do not need.
 */
export { handler as opportunities } from '../../investments/opportunities.ts';
