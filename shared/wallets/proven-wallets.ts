/** Returns whether the account has proven that a wallet belongs to it. */
export { isProvenWallet } from './store/proven-wallets.ts';
