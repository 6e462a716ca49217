import type { WalletProvider } from '../../../sdk/src/index.ts';
import { createStore } from './store.ts';

export { explainWalletError as explained } from './wallet-errors.ts';

/** A wallet as it announces itself to a page (EIP-6963). */
export interface AnnouncedWallet {
  readonly info: {
    readonly uuid: string;
    readonly name: string;
    /** The icon as a data URI. */
    readonly icon: string;
    /** The reverse domain name of the wallet, such as `com.example.wallet`. */
    readonly rdns: string;
  };
  readonly provider: WalletProvider;
}

declare global {
  interface WindowEventMap {
    'eip6963:announceProvider': CustomEvent<AnnouncedWallet>;
  }
}

export function addAnnouncedWallet(wallet: AnnouncedWallet): void {
  const knownWallets = announcedWalletsStore.get();
  if (!knownWallets.some(({ info }) => info.uuid === wallet.info.uuid))
    announcedWalletsStore.set([...knownWallets, wallet]);
}

const announcedWalletsStore = createStore<readonly AnnouncedWallet[]>([]);

// Listen as soon as this module loads, so that the first page can list the wallets at once.
window.addEventListener('eip6963:announceProvider', ({ detail }) => addAnnouncedWallet(detail));
window.dispatchEvent(new Event('eip6963:requestProvider'));

/** The wallets of this browser, in the order in which they announced themselves. */
export const useWallets = announcedWalletsStore.use;

/** Returns the id of the wallet's current chain; undefined if the wallet returns no valid id. */
export async function readCurrentChainId(provider: WalletProvider): Promise<number | undefined> {
  const chainIdHex = await provider.request({ method: 'eth_chainId' });
  const id = typeof chainIdHex === 'string' ? Number.parseInt(chainIdHex, 16) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
