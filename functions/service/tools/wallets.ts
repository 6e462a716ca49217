export { handler as balances } from '../../wallets/balances.ts';
export { handler as list } from '../../wallets/connections.ts';
