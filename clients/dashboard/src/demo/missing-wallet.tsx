import { useIsLocalDeployment } from './demo.ts';

/** Says that this page has no wallet to sign with, and what to do. On a local server, explains the demo wallet. */
export const missingWalletText = (isLocalDeployment: boolean): string =>
  isLocalDeployment
    ? 'No wallet was found in this browser tab. A demo wallet exists only in the tab in which you created it. Continue in that tab. If that tab is closed, sign out and use a new demo wallet, or install a wallet extension.'
    : 'No wallet was found in this browser. Install a wallet extension and reload this page, or use a browser that has your wallet.';

export function MissingWallet() {
  return missingWalletText(useIsLocalDeployment());
}
