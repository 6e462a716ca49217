import { useQuery } from '@tanstack/react-query';
import type { ChainTransaction } from '../../../sdk/src/index.ts';
import { pricesQuery } from '../api/queries.ts';
import { type AnnouncedWallet, chainOf } from '../api/wallets.ts';
import { count, dollars, shownFee } from '../design/format.ts';

/** Native coins by chain, for chains whose native coin is not ETH. */
const COINS: Readonly<Record<string, string>> = {
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
async function gasPrice({ provider }: AnnouncedWallet, chainId: number): Promise<number | null> {
  if ((await chainOf(provider)) !== chainId) return null;
  const answer = Number(await provider.request({ method: 'eth_gasPrice' }));
  return answer > 0 ? answer : null;
}

/** Returns the sum of the gas limits of all steps; null when the gas limit of a step is unknown. */
function gasOf(transactions: readonly ChainTransaction[]): number | null {
  const calls = transactions.flatMap(({ steps }) => steps.filter(({ typed_data }) => typed_data === null));
  const limits = calls.map(({ gas_estimate }) => gas_estimate);
  return limits.includes(null) ? null : limits.reduce<number>((total, limit) => total + (limit ?? 0), 0);
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
  const coin = COINS[first?.chain ?? ''] ?? 'ETH';
  const price = useQuery({
    queryKey: ['gas-price', chainId, wallet?.info.uuid],
    queryFn: () => (wallet === undefined ? null : gasPrice(wallet, chainId).catch(() => null)),
    networkMode: 'always',
    staleTime: 0,
  });
  const coinPrice = useQuery(pricesQuery(coin)).data?.data.find(({ asset }) => asset === coin)?.price;
  const gas = gasOf(transactions);
  if (gas === null) return <p className="small">Network fee: your wallet shows it when you sign.</p>;
  if (price.data === undefined || price.data === null)
    return (
      <p className="small">
        Network fee: at most {count(gas)} units of gas. Your wallet shows the price when you sign.
      </p>
    );
  const coins = (gas * price.data) / WEI_PER_COIN;
  return (
    <p className="small">
      Network fee: at most {shownFee(coins)} {coin}
      {coinPrice !== undefined &&
        ` (${coins * coinPrice < 0.01 ? 'less than ' : ''}${dollars(Math.max(coins * coinPrice, 0.01))})`}
      .
    </p>
  );
}
