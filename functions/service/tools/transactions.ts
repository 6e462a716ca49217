export { handler as holdings } from '../../investments/holdings.ts';
export { handler as cancel } from '../../investments/transactions/cancel-transaction.ts';
export { handler as get } from '../../investments/transactions/get-transaction.ts';
export { handler as list } from '../../investments/transactions/list-transactions.ts';
export { handler as sign } from '../../investments/transactions/sign-transaction.ts';
export { handler as submit } from '../../investments/transactions/submit-transaction.ts';
