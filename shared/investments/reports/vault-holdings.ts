import { type PageReply, pageOfAll } from '../../platform/contract/cursor.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { AppliedQuery } from '../../platform/contract/route.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { readTermsByIds } from '../../strategies/records.ts';
import type { holdingsRoute } from '../contract/holdings.ts';
import type { Investment } from '../contract/responses.ts';
import type { Holding } from '../contract/transactions/onchain-responses.ts';
import { vaultPlaceOf, vaultPositionIdOf } from '../domain/ids/investment-id.ts';
import { readBalance } from '../store/onchain/chain-books.ts';
import { readVaultHolding, type VaultHolding } from '../store/onchain/vault-holdings.ts';
import { followedPlaces, isProvenPlace, PLACES_AT_ONCE, provenPlaces } from '../vaults/proven-places.ts';
import { readVaultTrack, readVaultTracks, type VaultReport } from './vault-tracks.ts';
import { holdingView, vaultInvestmentView } from './vault-views.ts';

const placeOf = (place: VaultHolding) => ({ key: place.chain, id: vaultPositionIdOf(place) });

/**
 * The vault holdings of all wallets for which an account has requested steps, proved or not.
 * Computed from confirmed vault events, at the last observed share price. Later deposits count at their cost.
 * Reads no chain.
 */
export async function listHoldings(
  table: Table,
  account: string,
  query: AppliedQuery<typeof holdingsRoute, 'user_id' | 'after'>,
): Promise<PageReply<Holding>> {
  const meant = await followedPlaces(table, account, { userId: query.user_id });
  const { items, ...page } = pageOfAll(meant, query, placeOf, 'asc');
  return { ...page, data: await Promise.all(items.map((place) => readHolding(table, account, place))) };
}

/** A wallet's holdings in one vault, computed from confirmed vault events. */
export async function readHolding(table: Table, account: string, place: VaultHolding): Promise<Holding> {
  const [track, isProven] = await Promise.all([
    readVaultTrack(table, place, [Number.POSITIVE_INFINITY]),
    isProvenPlace(table, account, place),
  ]);
  return holdingView(track, isProven);
}

/** The moment of a report about the present. Moments are exclusive, hence + 1. */
const upTo = (now: Date) => [now.getTime() + 1];

async function investmentsOf(table: Table, tracks: readonly VaultReport[]): Promise<Investment[]> {
  const terms = await readTermsByIds(
    table,
    tracks.map(({ place }) => place.strategy_id),
  );
  return tracks.flatMap(
    (track) => vaultInvestmentView(track, terms.get(track.place.strategy_id)?.name) ?? [],
  );
}

/**
 * An account's vault investments as of `now`, newest first. Only proved wallets count, as in the portfolio.
 */
export async function readVaultInvestments(
  table: Table,
  account: string,
  filter: { readonly userId: string | undefined; readonly strategyId: string | undefined },
  now: Date,
): Promise<Investment[]> {
  const tracks = await readVaultTracks(table, { account, ...filter, moments: upTo(now) });
  const order = ({ created_at, id }: Investment) => `${created_at} ${id}`;
  return (await investmentsOf(table, tracks)).sort((a, b) => (order(a) > order(b) ? -1 : 1));
}

/** An error with the reason why the account's own vault holding is not an investment yet. */
const notYet = (message: string) => new ApiError('investment_not_found', { message });

/**
 * The account's vault investment with this id, as of `now`. Undefined if the account has no such vault
 * holding.
 *
 * @throws ApiError investment_not_found when the account has not proved the wallet, or nothing is confirmed
 * yet
 */
export async function readVaultInvestment(
  table: Table,
  account: string,
  id: string,
  now: Date,
): Promise<Investment | undefined> {
  const at = vaultPlaceOf(id);
  const place = at && (await readVaultHolding(table, account, at));
  if (place === undefined) return undefined;
  if (!(await isProvenPlace(table, account, place))) {
    throw notYet(
      'You have not proven that you control the wallet of this investment. Sign in with the wallet or call POST /wallet/connections/{id}/proof. Until then, see GET /investments/holdings.',
    );
  }
  const [held] = await investmentsOf(table, [await readVaultTrack(table, place, upTo(now))]);
  if (held === undefined) throw notYet('No transaction of this investment is confirmed yet. Retry later.');
  return held;
}

/** Number of vault positions in which the account's proved wallets hold shares. */
export async function countActiveVaultInvestments(table: Table, account: string): Promise<number> {
  let count = 0;
  await forEachParallel(await provenPlaces(table, account, {}), PLACES_AT_ONCE, async (place) => {
    const { posted } = await readBalance(table, place);
    if (posted.shares !== 0n) count += 1;
  });
  return count;
}
