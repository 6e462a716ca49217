import { toChecksummed } from '../../platform/domain/ethereum.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { VaultObservation } from '../../strategies/domain/vault-figures.ts';
import { readVaultFigures } from '../../strategies/records.ts';
import { isProvenWallet } from '../../wallets/proven.ts';
import type { ChainEntry } from '../domain/onchain/books.ts';
import { boughtBetween, worthOfShares } from '../domain/onchain/holding.ts';
import { Track } from '../domain/reports/track.ts';
import { vaultTrackEntries } from '../domain/reports/vault-track.ts';
import { readChainEntries } from '../store/chain-books.ts';
import { readVaultHoldings, type VaultHolding } from '../store/vault-holdings.ts';
import type { Report, ReportRequest } from './tracks.ts';

/** Wallets looked at at once. */
const CONCURRENCY = 8;

/** What is known of a position: its journal, and the share prices of its vault. */
interface Known {
  readonly entries: readonly ChainEntry[];
  readonly prices: readonly VaultObservation[];
  readonly shareDecimals: number;
}

/**
 * What shares were worth just before a moment, at the price observed last until then, and those bought after it at what
 * was paid for them; undefined before the first price.
 */
function worthBefore(
  shares: bigint,
  momentMs: number,
  { entries, prices, shareDecimals }: Known,
): bigint | undefined {
  if (shares === 0n) return 0n;
  const seen = prices.findLast(({ atMs }) => atMs < momentMs);
  if (seen === undefined) return undefined;
  return worthOfShares(shares, seen, shareDecimals, boughtBetween(entries, seen.atMs, momentMs));
}

async function reportOf(table: Table, place: VaultHolding, moments: readonly number[]): Promise<Report> {
  const [entries, prices] = await Promise.all([
    readChainEntries(table, place),
    readVaultFigures(table, place.strategy_id),
  ]);
  const known = { entries, prices, shareDecimals: place.share_decimals };
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
      return { ...state, value: worthBefore(state.holding, moments[i] ?? 0, known) };
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
