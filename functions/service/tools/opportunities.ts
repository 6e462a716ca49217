/** This MCP tool has its own file, because it needs the recommendation code and the other investment tools do not. */
export { handler as opportunities } from '../../investments/opportunities.ts';
