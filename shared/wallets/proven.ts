/** Whether a wallet is proven to belong to an account. */
export { isProvenWallet } from './store/proven.ts';
