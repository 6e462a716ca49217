import { useQuery } from '@tanstack/react-query';
import type { ChainTransaction } from '../../../sdk/src/index.ts';
import { pricesQuery } from '../api/queries.ts';
import { type AnnouncedWallet, readCurrentChainId } from '../api/wallets.ts';
import { isDemoWallet } from '../demo/demo.ts';
import { formatFee, formatNumber, formatUsd } from '../design/format.ts';

/** Native coins by chain, for chains whose native coin is not ETH. */
const NATIVE_COIN_SYMBOLS: Readonly<Record<string, string>> = {
  polygon: 'POL',
  bsc: 'BNB',
  avalanche: 'AVAX',
  gnosis: 'XDAI',
};

const WEI_PER_COIN = 1e18;

/**
 * Returns the gas price in wei, which the wallet reads from its current chain. Null when the wallet is on another chain
 * or cannot read the price.
 */
async function readGasPrice({ provider }: AnnouncedWallet, chainId: number): Promise<number | null> {
  if ((await readCurrentChainId(provider)) !== chainId) return null;
  const gasPriceWei = Number(await provider.request({ method: 'eth_gasPrice' }));
  return gasPriceWei > 0 ? gasPriceWei : null;
}

/** Returns null when the gas limit of a step is unknown. */
function sumGasLimits(transactions: readonly ChainTransaction[]): number | null {
  const stepsWithGas = transactions.flatMap(({ steps }) =>
    steps.filter(({ typed_data }) => typed_data === null),
  );
  const gasLimits = stepsWithGas.map(({ gas_estimate }) => gas_estimate);
  return gasLimits.includes(null)
    ? null
    : gasLimits.reduce<number>((total, limit) => total + (limit ?? 0), 0);
}

/** Shows the maximum network fee: the sum of the gas limits multiplied by the current gas price. */
export function NetworkFee({
  transactions,
  wallet,
}: {
  transactions: readonly ChainTransaction[];
  wallet: AnnouncedWallet | undefined;
}) {
  const [first] = transactions;
  const chainId = first?.chain_id ?? 0;
  const coinSymbol = NATIVE_COIN_SYMBOLS[first?.chain ?? ''] ?? 'ETH';
  const gasPriceQuery = useQuery({
    queryKey: ['gas-price', chainId, wallet?.info.uuid],
    queryFn: () => (wallet === undefined ? null : readGasPrice(wallet, chainId).catch(() => null)),
    networkMode: 'always',
    staleTime: 0,
  });
  const coinPrice = useQuery(pricesQuery(coinSymbol)).data?.data.find(
    ({ asset }) => asset === coinSymbol,
  )?.price;
  const gasLimit = sumGasLimits(transactions);
  if (isDemoWallet(wallet) && (gasLimit === null || gasPriceQuery.data == null))
    return <p className="small">Network fee: the demo wallet pays it with test coins, which are free.</p>;
  if (gasLimit === null) return <p className="small">Network fee: your wallet shows it when you sign.</p>;
  if (gasPriceQuery.data === undefined || gasPriceQuery.data === null)
    return (
      <p className="small">
        Network fee: at most {formatNumber(gasLimit)} units of gas. Your wallet shows the price when you sign.
      </p>
    );
  const feeInCoins = (gasLimit * gasPriceQuery.data) / WEI_PER_COIN;
  return (
    <p className="small">
      Network fee: at most {formatFee(feeInCoins)} {coinSymbol}
      {coinPrice !== undefined &&
        ` (${feeInCoins * coinPrice < 0.01 ? 'less than ' : ''}${formatUsd(Math.max(feeInCoins * coinPrice, 0.01))})`}
      .
    </p>
  );
}
