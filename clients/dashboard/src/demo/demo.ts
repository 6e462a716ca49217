import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { aboutQuery } from '../api/queries.ts';
import { type AnnouncedWallet, addAnnouncedWallet } from '../api/wallets.ts';
import { fetchLocalChains } from './local-chains.ts';

/** The storage key of the demo wallet's private key, in this tab's session storage. */
export const DEMO_WALLET_STORAGE_KEY = 'yield.demo-wallet';

/** Whether the service runs on a developer's machine. Its chains then have no real money. */
export const useIsLocalDeployment = (): boolean =>
  useQuery(aboutQuery).data?.data.environment.kind === 'local';

interface StrategyChainFields {
  readonly chain: string;
  readonly chain_id: number | null;
  readonly vault: object | null;
}

/** Returns the chain id of a strategy. A local server uses other chain ids than the public chains. */
export function useChainId({ chain, chain_id, vault }: StrategyChainFields): number | null {
  const isLocalDeployment = useIsLocalDeployment();
  const { data } = useQuery({
    queryKey: ['local-chains'],
    queryFn: fetchLocalChains,
    enabled: isLocalDeployment && vault !== null,
  });
  if (!isLocalDeployment) return chain_id;
  return data?.find((each) => each.chain === chain)?.chain_id ?? null;
}

let demoWalletId: string | undefined;

export const isDemoWallet = (wallet: AnnouncedWallet | undefined): boolean =>
  wallet !== undefined && wallet.info.uuid === demoWalletId;

/** Loads the demo wallet, creates its key if this tab has none, and announces it to the pages. */
export async function openDemoWallet(): Promise<AnnouncedWallet> {
  const { createDemoWallet } = await import('./demo-wallet.ts');
  const wallet = await createDemoWallet();
  demoWalletId = wallet.info.uuid;
  addAnnouncedWallet(wallet);
  return wallet;
}

/** Offers the demo wallet to the page again after a reload, if it was in use in this tab. */
export function useDemoWallet(): void {
  const isLocalDeployment = useIsLocalDeployment();
  useEffect(() => {
    if (isLocalDeployment && sessionStorage.getItem(DEMO_WALLET_STORAGE_KEY) !== null) void openDemoWallet();
  }, [isLocalDeployment]);
}
