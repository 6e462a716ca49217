/**
 * Handler of the MCP tool for opportunities. It is not in the file of the investment tools, because it loads
 * the recommendation code, which they do not need.
 */
export { handler as opportunities } from '../../investments/opportunities.ts';
