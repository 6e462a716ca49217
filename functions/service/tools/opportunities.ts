/** This tool is not in `investments.ts`, because the tools in that file do not need the code for recommendations. */
export { handler as opportunities } from '../../investments/opportunities.ts';
