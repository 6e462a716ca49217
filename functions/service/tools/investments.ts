/** Tools for investments, deposits, withdrawals and moves. They share most of their code. */
export { handler as list } from '../../investments/list.ts';
export { handler as deposit } from '../../investments/movements/deposit.ts';
export { handler as move } from '../../investments/movements/move.ts';
export { handler as withdraw } from '../../investments/movements/withdraw.ts';
export { handler as portfolio } from '../../investments/portfolio.ts';
export { handler as history } from '../../investments/reports/history.ts';
