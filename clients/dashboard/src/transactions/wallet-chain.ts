import { type AnnouncedWallet, chainOf } from '../api/wallets.ts';
import { LOCAL_CHAINS_PATH } from '../demo/local-chains.ts';
import { formatTitle } from '../design/format.ts';

export interface NeededChain {
  readonly chain: string;
  readonly chainId: number;
  /** Whether the chain belongs to a local server. Wallets do not know such a chain. */
  readonly isLocalDeployment: boolean;
}

/** Returns the chain's name for the user: `Base`, or `Base (local chain)`. */
export const chainName = ({
  chain,
  isLocalDeployment,
}: Pick<NeededChain, 'chain' | 'isLocalDeployment'>): string =>
  `${formatTitle(chain)}${isLocalDeployment ? ' (local chain)' : ''}`;

/** The error code of a wallet that does not know a chain (EIP-3326). */
const UNKNOWN_CHAIN = 4902;

const codeOf = (walletError: unknown): unknown =>
  walletError !== null && typeof walletError === 'object' && 'code' in walletError
    ? walletError.code
    : undefined;

/** A local chain that the wallet does not know is added to the wallet. */
export async function switchChain({ provider }: AnnouncedWallet, needed: NeededChain): Promise<void> {
  if ((await chainOf(provider)) === needed.chainId) return;
  const chainId = `0x${needed.chainId.toString(16)}`;
  const switchTo = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  try {
    await switchTo();
  } catch (error) {
    if (!needed.isLocalDeployment || codeOf(error) !== UNKNOWN_CHAIN) throw error;
    const chainParameters = {
      chainId,
      chainName: chainName(needed),
      rpcUrls: [`${location.origin}${LOCAL_CHAINS_PATH}${needed.chain}`],
      nativeCurrency: { name: 'Test coin', symbol: 'ETH', decimals: 18 },
    };
    await provider.request({ method: 'wallet_addEthereumChain', params: [chainParameters] });
    // A wallet may or may not switch to a chain that it has just added (EIP-3085).
    if ((await chainOf(provider)) !== needed.chainId) await switchTo();
  }
}
