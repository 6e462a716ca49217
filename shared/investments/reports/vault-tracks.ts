import { toChecksummed } from '../../platform/domain/ethereum.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { PRICE_SHARES, type VaultObservation } from '../../strategies/domain/vault-figures.ts';
import { readVaultFigures } from '../../strategies/records.ts';
import { isProvenWallet } from '../../wallets/proven.ts';
import { Track } from '../domain/reports/track.ts';
import { vaultTrackEntries } from '../domain/reports/vault-track.ts';
import { readChainEntries } from '../store/chain-books.ts';
import { readVaultHoldings, type VaultHolding } from '../store/vault-holdings.ts';
import type { Report, ReportRequest } from './tracks.ts';

/** Wallets looked at at once. */
const CONCURRENCY = 8;

/** What shares were worth just before a moment, at the price observed last until then; undefined before the first. */
function worthBefore(
  shares: bigint,
  momentMs: number,
  prices: readonly VaultObservation[],
  shareDecimals: number,
): bigint | undefined {
  if (shares === 0n) return 0n;
  const seen = prices.findLast(({ atMs }) => atMs < momentMs);
  return seen === undefined
    ? undefined
    : (shares * seen.price) / (PRICE_SHARES * 10n ** BigInt(shareDecimals));
}

async function reportOf(table: Table, place: VaultHolding, moments: readonly number[]): Promise<Report> {
  const [entries, prices] = await Promise.all([
    readChainEntries(table, place),
    readVaultFigures(table, place.strategy_id),
  ]);
  const track = new Track<bigint>(place.decimals, moments);
  for (const step of vaultTrackEntries(entries)) track.add(step);
  return {
    subject: {
      settlement: 'onchain',
      userId: place.user_id,
      investmentId: null,
      strategyId: place.strategy_id,
      chain: place.chain,
      asset: place.asset,
      decimals: place.decimals,
      wallet: toChecksummed(place.wallet),
    },
    states: track.states().map((state, i) => {
      if (state === undefined) return undefined;
      return { ...state, value: worthBefore(state.holding, moments[i] ?? 0, prices, place.share_decimals) };
    }),
  };
}

/**
 * What an account's proven wallets held in vaults at some moments. Steps can be asked for with any wallet; what it holds
 * counts for whoever has shown that it is theirs.
 */
export async function readVaultTracks(
  table: Table,
  { account, userId, moments }: ReportRequest,
): Promise<Report[]> {
  const user = userId === '' ? null : userId;
  const reports: Report[] = [];
  await forEachParallel(await readVaultHoldings(table, account), CONCURRENCY, async (place) => {
    if (user !== undefined && place.user_id !== user) return;
    const wallet = { address: place.wallet, chainId: place.chain_id };
    if (await isProvenWallet(table, account, wallet)) reports.push(await reportOf(table, place, moments));
  });
  return reports;
}
