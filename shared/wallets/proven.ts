/** Returns whether it is proven that a wallet belongs to an account. */
export { isProvenWallet } from './store/proven.ts';
