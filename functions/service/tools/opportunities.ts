/** Separate from investments, because it loads the recommendation code, which they do not need. */
export { handler as opportunities } from '../../investments/opportunities.ts';
