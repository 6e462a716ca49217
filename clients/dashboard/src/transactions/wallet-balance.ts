import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type AnnouncedWallet, explained, readCurrentChainId } from '../api/wallets.ts';
import { isDemoWallet, useIsLocalDeployment } from '../demo/demo.ts';
import { switchChain } from './wallet-chain.ts';

/** Function selector of `balanceOf(address)` in ERC-20. */
const BALANCE_OF_SELECTOR = '0x70a08231';
const ABI_WORD_DIGITS = 64;

export interface BalanceRequest {
  readonly chain: string;
  readonly chainId: number | null;
  readonly token: string | null;
  readonly decimals: number;
}

/** Converts an amount in base units to exact decimal text. */
function formatBaseUnits(baseUnits: bigint, decimals: number): string {
  const digits = baseUnits.toString().padStart(decimals + 1, '0');
  const wholePart = digits.slice(0, digits.length - decimals);
  const decimalPart = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return decimalPart === '' ? wholePart : `${wholePart}.${decimalPart}`;
}

const OTHER_CHAIN_RESULT = 'other chain';

async function readBalance({ provider }: AnnouncedWallet, { chainId, token, decimals }: BalanceRequest) {
  if (token === null || chainId === null) return null;
  if ((await readCurrentChainId(provider)) !== chainId) return OTHER_CHAIN_RESULT;
  // Unlike `eth_requestAccounts`, this request never opens the wallet's window.
  const walletAccounts = await provider.request({ method: 'eth_accounts' });
  const address: unknown = Array.isArray(walletAccounts) ? walletAccounts[0] : undefined;
  if (typeof address !== 'string') return null;
  const data = BALANCE_OF_SELECTOR + address.slice(2).toLowerCase().padStart(ABI_WORD_DIGITS, '0');
  const result = await provider.request({ method: 'eth_call', params: [{ to: token, data }, 'latest'] });
  return typeof result === 'string' && /^0x[0-9a-f]+$/i.test(result)
    ? formatBaseUnits(BigInt(result), decimals)
    : null;
}

interface WalletBalance {
  /**
   * The balance as decimal text; undefined until the wallet has responded, or when the wallet cannot read the
   * balance.
   */
  readonly available: string | undefined;
  /** Asks the wallet to switch to the token's chain; undefined when the wallet is already on that chain. */
  readonly switchChain: (() => void) | undefined;
  /** The wallet's error when it did not switch the chain. */
  readonly switchError: unknown;
}

/** Returns the wallet's balance, which can be read only while the wallet is on the chain of the request. */
export function useWalletBalance(
  wallet: AnnouncedWallet | undefined,
  balanceRequest: BalanceRequest,
): WalletBalance {
  const balanceQuery = useQuery({
    queryKey: ['wallet-balance', wallet?.info.uuid, balanceRequest],
    queryFn: () => (wallet === undefined ? null : readBalance(wallet, balanceRequest).catch(() => null)),
    enabled: wallet !== undefined,
    networkMode: 'always',
    staleTime: 0,
  });
  const isLocalDeployment = useIsLocalDeployment();
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      if (wallet === undefined || balanceRequest.chainId === null) return;
      try {
        await switchChain(wallet, {
          chain: balanceRequest.chain,
          chainId: balanceRequest.chainId,
          isLocalDeployment,
        });
      } catch (caughtError) {
        throw explained(caughtError);
      }
      await balanceQuery.refetch();
    },
    networkMode: 'always',
  });
  const isWalletOnOtherChain = balanceQuery.data === OTHER_CHAIN_RESULT;
  const isDemoWalletChosen = isDemoWallet(wallet);
  // The demo wallet switches at once, because it needs no confirmation.
  useEffect(() => {
    if (isWalletOnOtherChain && isDemoWalletChosen) mutate();
  }, [isWalletOnOtherChain, isDemoWalletChosen, mutate]);
  return {
    available: isWalletOnOtherChain ? undefined : (balanceQuery.data ?? undefined),
    switchChain: isWalletOnOtherChain && !isDemoWalletChosen ? () => mutate() : undefined,
    switchError: error,
  };
}
