import { toChecksummed } from '../../platform/domain/ethereum.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { pricedShares, type VaultObservation } from '../../strategies/domain/vault-figures.ts';
import { readVaultFigures } from '../../strategies/records.ts';
import { vaultPositionIdOf } from '../domain/ids/investment-id.ts';
import type { ChainBalance } from '../domain/onchain/books.ts';
import { type VaultState, vaultStateOf } from '../domain/reports/vault-track.ts';
import { readBalance, readChainEntries } from '../store/onchain/chain-books.ts';
import { readReplay, readStandingBefore } from '../store/onchain/chain-standings.ts';
import type { VaultHolding } from '../store/onchain/vault-holdings.ts';
import { PLACES_AT_ONCE, provenPlaces } from '../vaults/proven-places.ts';
import type { Report, ReportRequest } from './report.ts';

/** How a wallet's shares in a vault stood at a moment, and what they were worth. */
type ValuedState = VaultState & {
  /** Base units that shares without a payment were worth as they came, less as such shares left. */
  readonly transferred: bigint;
  /** In base units of the asset, rounded down; undefined before the first price. */
  readonly value: bigint | undefined;
  /** Time and number of the block whose share price the value goes by. */
  readonly pricedAtMs: number | undefined;
  readonly pricedBlock: number | undefined;
};

/** What a wallet held in a vault at some moments; undefined before something was confirmed. */
export interface VaultReport extends Report {
  readonly place: VaultHolding;
  /** By all entries, whatever the moments. */
  readonly balance: ChainBalance;
  readonly states: readonly (ValuedState | undefined)[];
}

/** What shares were worth just before a moment: at the price observed last until then. */
function valued(
  state: VaultState,
  momentMs: number,
  { prices, place }: { prices: readonly VaultObservation[]; place: VaultHolding },
): ValuedState {
  const { shares, transferred } = state.holding;
  const seen = prices.findLast(({ atMs }) => atMs < momentMs);
  // The kept state counts USD by base units.
  const whole = 10 ** -place.decimals;
  return {
    ...{ ...state, transferred, pricedAtMs: seen?.atMs, pricedBlock: seen?.block },
    costUsd: state.costUsd === undefined ? undefined : state.costUsd * whole,
    realizedUsd: state.realizedUsd === undefined ? undefined : state.realizedUsd * whole,
    value:
      shares === 0n
        ? 0n
        : seen === undefined
          ? undefined
          : (shares * seen.price) / pricedShares(place.share_decimals),
  };
}

/**
 * How a position stood just before moments of the past. A moment costs one read at most, however many events there are,
 * and moments without an event between them share theirs. Only for a time that a late event has changed the journal is read.
 */
async function pastStates(
  table: Table,
  place: VaultHolding,
  moments: readonly number[],
): Promise<ReadonlyMap<number, VaultState | undefined>> {
  const states = new Map<number, VaultState | undefined>();
  const replay = moments.length === 0 ? undefined : await readReplay(table, place);
  const isReplayed = (moment: number) =>
    replay !== undefined && moment > replay.from_ms && moment <= replay.to_ms;
  const entries = moments.some(isReplayed) ? await readChainEntries(table, place) : [];
  let known: Awaited<ReturnType<typeof readStandingBefore>> | 'unread' = 'unread';
  for (const moment of moments.toSorted((a, b) => b - a)) {
    if (isReplayed(moment)) {
      states.set(moment, vaultStateOf(entries, moment));
      known = 'unread';
      continue;
    }
    if (known === 'unread' || (known !== undefined && known.atMs >= moment)) {
      known = await readStandingBefore(table, place, moment);
    }
    states.set(moment, known?.state);
  }
  return states;
}

/**
 * What a wallet held in a vault at some moments. For moments after all that has happened it is one read, however long the
 * journal is.
 *
 * @param moments epoch milliseconds in rising order, exclusive
 */
export async function readVaultTrack(
  table: Table,
  place: VaultHolding,
  moments: readonly number[],
): Promise<VaultReport> {
  const [balance, prices] = await Promise.all([
    readBalance(table, place),
    readVaultFigures(table, place.strategy_id),
  ]);
  const { state } = balance;
  const isPast = (moment: number) => state !== undefined && moment <= state.lastAtMs;
  const past = await pastStates(table, place, moments.filter(isPast));
  return {
    place,
    balance,
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
    states: moments.map((moment) => {
      const then = isPast(moment) ? past.get(moment) : state;
      return then && valued(then, moment, { prices, place });
    }),
  };
}

/**
 * The vault holdings of an account's proven wallets at the given moments, in no order. Steps can be requested for any
 * wallet, but holdings count only for accounts that proved the wallet.
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
