/**
 * Tool for opportunities. It is not in the group of the investment tools, because it loads the recommendation
 * code, which the investment tools do not need.
 */
export { handler as opportunities } from '../../investments/opportunities.ts';
