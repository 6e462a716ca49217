import { batchGet, type Item, type Key } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { parseSwitches, type Switches } from '../../platform/dynamodb/switches.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { parseVault, type StrategyTerms, strategyTerms, type Vault } from '../../strategies/records.ts';
import { NEW_OWNER, type OwnerHead, type Position } from '../domain/books.ts';
import { headCodec } from '../domain/encoding/codec.ts';
import { positionCodec } from '../domain/encoding/position-codec.ts';
import type { Tails } from '../domain/lists/streams.ts';
import { parseAheadMs } from './sandbox-clock.ts';
import { parseStrategyLedger, type StrategyLedger } from './strategy-ledger.ts';

/** The stored state of an owner's investment in a strategy, and of the strategy. */
export interface PlaceState {
  readonly position: Position | undefined;
  /** Ends of the position's streams. */
  readonly tails: Tails;
  readonly ledger: StrategyLedger | undefined;
  /** The catalog's record, where it was asked for. */
  readonly strategy: StrategyTerms | undefined;
}

/** All that a movement is decided on, from one consistent batch read. */
export interface MovementState {
  readonly head: OwnerHead;
  /** By the strategies concerned, in the order asked for. */
  readonly places: readonly PlaceState[];
  /** What operators have stopped, as of the strategy's record; nothing where that was not asked for. */
  readonly switches: Switches;
  /** The record of a repeated request, as stored. */
  readonly answer: Record<string, unknown> | undefined;
}

/** What a movement is about. There is no strategy when the request names nothing that could exist. */
interface MovementPlaces {
  readonly ownerId: string;
  readonly strategyIds: readonly string[];
  readonly withStrategy: boolean;
  readonly answerKey: Key | undefined;
}

type Found = (key: Key | undefined) => Item | undefined;

/** Reads items in one batch, and finds each by its key. */
async function readByKey(table: Table, keys: readonly (Key | undefined)[]): Promise<Found> {
  const wanted = keys.filter((key) => key !== undefined);
  const items = await batchGet(table, wanted, { consistent: true });
  return (key) => key && items.find((item) => item.pk === key.pk && item.sk === key.sk);
}

function parsed<T>(item: Item | undefined, parse: (item: unknown) => T): T | undefined {
  return item === undefined ? undefined : parse(item);
}

/** The items of a movement's state, and what they say once they are read. */
function stateItems({ ownerId, strategyIds, withStrategy, answerKey }: MovementPlaces) {
  const head = ITEMS.ledgerHead.key({ owner: ownerId });
  const switches = withStrategy ? ITEMS.switches.key({}) : undefined;
  const places = strategyIds.map((id) => ({
    position: ITEMS.ledgerPosition.key({ owner: ownerId, strategy: id }),
    ledger: ITEMS.strategyLedger.key({ id }),
    strategy: withStrategy ? ITEMS.strategy.key({ id }) : undefined,
  }));
  const read = (found: Found): MovementState => ({
    head: parsed(found(head), headCodec.decode) ?? NEW_OWNER,
    places: places.map((place) => ({
      ...(parsed(found(place.position), positionCodec.decode) ?? { position: undefined, tails: {} }),
      ledger: parsed(found(place.ledger), parseStrategyLedger),
      strategy: parsed(found(place.strategy), (item) => strategyTerms.parse(item)),
    })),
    switches: parseSwitches(found(switches)),
    answer: found(answerKey),
  });
  return { keys: [head, switches, answerKey, ...places.flatMap((keys) => Object.values(keys))], read };
}

/** Reads everything at once. */
export async function readMovementState(table: Table, request: MovementPlaces): Promise<MovementState> {
  const { keys, read } = stateItems(request);
  return read(await readByKey(table, keys));
}

/** What a deposit into a strategy of the sandbox begins with. */
export interface DepositStart {
  /** The strategy's vault; where there is one, nothing of the rest is of use. */
  readonly vault: Vault | undefined;
  /** By how many milliseconds the sandbox's time is ahead. */
  readonly aheadMs: number;
  readonly state: MovementState;
}

/** The same for a deposit without known state, with the data on how and when it is settled. */
export async function readDepositStart(
  table: Table,
  { strategyId, ...request }: Pick<MovementPlaces, 'ownerId' | 'answerKey'> & { readonly strategyId: string },
): Promise<DepositStart> {
  const { keys, read } = stateItems({ ...request, strategyIds: [strategyId], withStrategy: true });
  const vault = ITEMS.vault.key({ id: strategyId });
  const clock = ITEMS.sandboxClock.key({});
  const found = await readByKey(table, [vault, clock, ...keys]);
  return {
    vault: parsed(found(vault), parseVault),
    aheadMs: parseAheadMs(found(clock)),
    state: read(found),
  };
}
