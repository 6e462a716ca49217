/** Whether a wallet is an account's, for who counts what it holds. */
export { isProvenWallet } from './store/proven.ts';
