export { handler as list } from '../../investments/list.ts';
export { handler as portfolio } from '../../investments/portfolio.ts';
export { handler as history } from '../../investments/reports/history.ts';
