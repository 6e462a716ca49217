/**
 * Handlers of the MCP tools that change investments. They are loaded together, because they share most of their code.
 */
export { handler as deposit } from '../../investments/movements/deposit.ts';
export { handler as move } from '../../investments/movements/move.ts';
export { handler as withdraw } from '../../investments/movements/withdraw.ts';
