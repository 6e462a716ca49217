/** Apart from investments: it loads the recommendation, which none of them needs. */
export { handler as opportunities } from '../../investments/opportunities.ts';
