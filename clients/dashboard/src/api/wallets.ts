import type { WalletProvider } from '../../../sdk/src/index.ts';
import { createStore } from './store.ts';

export { explained } from './wallet-errors.ts';

/** A wallet as it announces itself to a page (EIP-6963). */
export interface AnnouncedWallet {
  readonly info: {
    readonly uuid: string;
    readonly name: string;
    /** A data URI. */
    readonly icon: string;
    /** Reverse domain name. */
    readonly rdns: string;
  };
  readonly provider: WalletProvider;
}

declare global {
  interface WindowEventMap {
    'eip6963:announceProvider': CustomEvent<AnnouncedWallet>;
  }
}

/** Adds a wallet to those of this browser. */
export function announce(wallet: AnnouncedWallet): void {
  const known = announced.get();
  if (!known.some(({ info }) => info.uuid === wallet.info.uuid)) announced.set([...known, wallet]);
}

const announced = createStore<readonly AnnouncedWallet[]>([]);

// From the first moment on, so that a page that lists wallets has them when it is first painted.
window.addEventListener('eip6963:announceProvider', ({ detail }) => announce(detail));
window.dispatchEvent(new Event('eip6963:requestProvider'));

/** The wallets of this browser, in the order in which they answered. One may come late, when its extension wakes up. */
export const useWallets = announced.use;

/** The chain that the wallet is on: a contract wallet can only be asked on its own. */
export async function chainOf(provider: WalletProvider): Promise<number | undefined> {
  const answer = await provider.request({ method: 'eth_chainId' });
  const id = typeof answer === 'string' ? Number.parseInt(answer, 16) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
