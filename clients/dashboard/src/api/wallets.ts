import { useEffect, useState } from 'react';
import type { WalletProvider } from '../../../sdk/src/index.ts';

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

/** The wallets of this browser, in the order in which they answered; one may come late, when its extension wakes up. */
export function useWallets(): readonly AnnouncedWallet[] {
  const [wallets, setWallets] = useState<readonly AnnouncedWallet[]>([]);
  useEffect(() => {
    const add = ({ detail }: CustomEvent<AnnouncedWallet>) =>
      setWallets((known) =>
        known.some(({ info }) => info.uuid === detail.info.uuid) ? known : [...known, detail],
      );
    window.addEventListener('eip6963:announceProvider', add);
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    return () => window.removeEventListener('eip6963:announceProvider', add);
  }, []);
  return wallets;
}

/** The chain that the wallet is on: a contract wallet can only be asked on its own. */
export async function chainOf(provider: WalletProvider): Promise<number | undefined> {
  const answer = await provider.request({ method: 'eth_chainId' });
  const id = typeof answer === 'string' ? Number.parseInt(answer, 16) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Codes of EIP-1193 and JSON-RPC that say that the user declined, or has a question open already. */
const DECLINED = 4001;
const PENDING = -32_002;

/** What the wallet threw, in words: wallets throw objects with a code, which are not always errors. */
export function explained(thrown: unknown): unknown {
  const code = thrown !== null && typeof thrown === 'object' && 'code' in thrown ? thrown.code : undefined;
  if (code === DECLINED) return new Error('You declined in your wallet. Nothing was signed.');
  if (code === PENDING) return new Error('Your wallet has a question open already: answer it there.');
  const message =
    thrown !== null && typeof thrown === 'object' && 'message' in thrown ? thrown.message : undefined;
  return thrown instanceof Error
    ? thrown
    : new Error(typeof message === 'string' ? message : 'The wallet failed.');
}
