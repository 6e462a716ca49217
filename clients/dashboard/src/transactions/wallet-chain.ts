import { type AnnouncedWallet, readCurrentChainId } from '../api/wallets.ts';
import { LOCAL_CHAINS_PATH } from '../demo/local-chains.ts';
import { formatKeyAsTitle } from '../design/format.ts';

export interface NeededChain {
  readonly chain: string;
  readonly chainId: number;
  /** Whether the chain belongs to a local server. Wallets do not know such a chain. */
  readonly isLocalDeployment: boolean;
}

/** Returns the chain's name for the user: `Base`, or `Base (local chain)`. */
export const chainNameOf = ({
  chain,
  isLocalDeployment,
}: Pick<NeededChain, 'chain' | 'isLocalDeployment'>): string =>
  `${formatKeyAsTitle(chain)}${isLocalDeployment ? ' (local chain)' : ''}`;

/** The error code of a wallet that does not know a chain (EIP-3326). */
const UNKNOWN_CHAIN_CODE = 4902;

const errorCodeOf = (walletError: unknown): unknown =>
  walletError !== null && typeof walletError === 'object' && 'code' in walletError
    ? walletError.code
    : undefined;

/** Switches the wallet to the needed chain. If the wallet does not know a local chain, adds the chain to the wallet. */
export async function switchChain({ provider }: AnnouncedWallet, neededChain: NeededChain): Promise<void> {
  if ((await readCurrentChainId(provider)) === neededChain.chainId) return;
  const hexChainId = `0x${neededChain.chainId.toString(16)}`;
  const switchToNeededChain = () =>
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: hexChainId }] });
  try {
    await switchToNeededChain();
  } catch (error) {
    if (!neededChain.isLocalDeployment || errorCodeOf(error) !== UNKNOWN_CHAIN_CODE) throw error;
    const chainParameters = {
      chainId: hexChainId,
      chainName: chainNameOf(neededChain),
      rpcUrls: [`${location.origin}${LOCAL_CHAINS_PATH}${neededChain.chain}`],
      nativeCurrency: { name: 'Test coin', symbol: 'ETH', decimals: 18 },
    };
    await provider.request({ method: 'wallet_addEthereumChain', params: [chainParameters] });
    // A wallet may or may not switch to a chain that it has just added (EIP-3085).
    if ((await readCurrentChainId(provider)) !== neededChain.chainId) await switchToNeededChain();
  }
}
