/**
 * Handlers of the MCP tools that change investments. They are loaded together, because they share most of their code.
 */
export { handler as deposit } from '../../investments/transactions/deposit.ts';
export { handler as move } from '../../investments/transactions/move.ts';
export { handler as withdraw } from '../../investments/transactions/withdraw.ts';
