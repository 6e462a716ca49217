import { toChecksummed } from '../../platform/domain/ethereum.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { VaultObservation } from '../../strategies/domain/vault-figures.ts';
import { readVaultFigures } from '../../strategies/records.ts';
import { vaultPositionIdOf } from '../domain/ids/investment-id.ts';
import { booked, type ChainBalance, NO_BALANCE } from '../domain/onchain/books.ts';
import type { ChainEntry } from '../domain/onchain/entry.ts';
import { boughtBetween, worthOfShares } from '../domain/onchain/holding.ts';
import { Track, type TrackState } from '../domain/reports/track.ts';
import { vaultTrackEntries } from '../domain/reports/vault-track.ts';
import { readChainEntries } from '../store/onchain/chain-books.ts';
import type { VaultHolding } from '../store/onchain/vault-holdings.ts';
import { PLACES_AT_ONCE, provenPlaces } from '../vaults/proven-places.ts';
import type { Report, ReportRequest } from './report.ts';

/** What is known of a position: its journal, and the share prices of its vault. */
interface Known {
  readonly entries: readonly ChainEntry[];
  readonly prices: readonly VaultObservation[];
  readonly shareDecimals: number;
}

/** How a wallet's shares in a vault stood at a moment. */
type VaultState = TrackState<bigint> & {
  /** In base units of the asset; undefined before the first price. */
  readonly value: bigint | undefined;
  /** When the price was observed by which the value goes. */
  readonly pricedAtMs: number | undefined;
};

/** What a wallet held in a vault at some moments; undefined before something was confirmed. */
export interface VaultReport extends Report {
  readonly place: VaultHolding;
  /** By all entries, whatever the moments. */
  readonly balance: ChainBalance;
  /** When what was confirmed first happened; undefined when nothing was. */
  readonly openedAtMs: number | undefined;
  readonly states: readonly (VaultState | undefined)[];
}

/**
 * What shares were worth just before a moment, at the price observed last until then, and those bought after it at what
 * was paid for them; undefined before the first price.
 */
function worthBefore(
  shares: bigint,
  momentMs: number,
  { entries, prices, shareDecimals }: Known,
): Pick<VaultState, 'value' | 'pricedAtMs'> {
  const seen = prices.findLast(({ atMs }) => atMs < momentMs);
  if (shares === 0n) return { value: 0n, pricedAtMs: seen?.atMs };
  if (seen === undefined) return { value: undefined, pricedAtMs: undefined };
  const bought = boughtBetween(entries, seen.atMs, momentMs);
  return { value: worthOfShares(shares, seen, shareDecimals, bought), pricedAtMs: seen.atMs };
}

/**
 * What a wallet held in a vault at some moments.
 *
 * @param moments epoch milliseconds in rising order, exclusive
 */
export async function readVaultTrack(
  table: Table,
  place: VaultHolding,
  moments: readonly number[],
): Promise<VaultReport> {
  const [entries, prices] = await Promise.all([
    readChainEntries(table, place),
    readVaultFigures(table, place.strategy_id),
  ]);
  const known = { entries, prices, shareDecimals: place.share_decimals };
  const track = new Track<bigint>(place.decimals, moments);
  const steps = vaultTrackEntries(entries);
  for (const step of steps) track.add(step);
  return {
    place,
    balance: entries.reduce(booked, NO_BALANCE),
    openedAtMs: steps[0]?.atMs,
    subject: {
      settlement: 'onchain',
      userId: place.user_id,
      investmentId: vaultPositionIdOf(place),
      strategyId: place.strategy_id,
      chain: place.chain,
      asset: place.asset,
      decimals: place.decimals,
      wallet: toChecksummed(place.wallet),
    },
    states: track.states().map((state, i) => {
      if (state === undefined) return undefined;
      return { ...state, ...worthBefore(state.holding, moments[i] ?? 0, known) };
    }),
  };
}

/**
 * What an account's proven wallets held in vaults at some moments, in no order. Steps can be asked for with any wallet;
 * what it holds counts for whoever has shown that it is theirs.
 */
export async function readVaultTracks(
  table: Table,
  {
    account,
    userId,
    strategyId,
    moments,
  }: Pick<ReportRequest, 'account' | 'userId' | 'moments'> & { readonly strategyId?: string | undefined },
): Promise<VaultReport[]> {
  const reports: VaultReport[] = [];
  const places = await provenPlaces(table, account, { userId, strategyId });
  await forEachParallel(places, PLACES_AT_ONCE, async (place) => {
    reports.push(await readVaultTrack(table, place, moments));
  });
  return reports;
}
