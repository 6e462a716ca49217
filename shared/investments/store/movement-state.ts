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

/** A strategy that money goes out of or into, and what has to be known of it. */
export interface PlaceRequest {
  readonly strategyId: string;
  /** The owner's investment in the sandbox ledger. */
  readonly ledger: boolean;
  readonly vault: boolean;
  /** The catalog's record, on which a deposit depends. */
  readonly terms: boolean;
}

/** The stored state of a strategy, and of an owner's investment in it, as far as it was requested. */
export interface PlaceState {
  readonly position: Position | undefined;
  /** Ends of the position's streams. */
  readonly tails: Tails;
  readonly ledger: StrategyLedger | undefined;
  readonly vault: Vault | undefined;
  readonly strategy: StrategyTerms | undefined;
}

/** All that a movement is decided on, from one consistent batch read. */
export interface MovementState {
  readonly head: OwnerHead;
  /** By the strategies concerned, in the order of the request. */
  readonly places: readonly PlaceState[];
  /** What operators have stopped, as of the strategy's record; nothing where that was not requested. */
  readonly switches: Switches;
  /** By how many milliseconds the sandbox's time is ahead; 0 where there is no sandbox. */
  readonly aheadMs: number;
  /** The record of a repeated request, as stored. */
  readonly answer: Item | undefined;
}

/** What a movement is about. There is no place when the request names nothing that could exist. */
export interface MovementPlaces {
  readonly ownerId: string;
  readonly places: readonly PlaceRequest[];
  readonly answerKey: Key | undefined;
  /** Whether the stage has a sandbox. */
  readonly sandbox: boolean;
}

function parsed<T>(item: Item | undefined, parse: (item: unknown) => T): T | undefined {
  return item === undefined ? undefined : parse(item);
}

/** Reads everything at once. */
export async function readMovementState(
  table: Table,
  { ownerId, places: requested, answerKey, sandbox }: MovementPlaces,
): Promise<MovementState> {
  const wanted = <K extends Key>(isWanted: boolean, key: K) => (isWanted ? key : undefined);
  const head = wanted(
    requested.some(({ ledger }) => ledger),
    ITEMS.ledgerHead.key({ owner: ownerId }),
  );
  const switches = wanted(
    requested.some(({ terms }) => terms),
    ITEMS.switches.key({}),
  );
  const clock = wanted(sandbox, ITEMS.sandboxClock.key({}));
  const places = requested.map(({ strategyId: id, ledger, vault, terms }) => ({
    position: wanted(ledger, ITEMS.ledgerPosition.key({ owner: ownerId, strategy: id })),
    ledger: wanted(ledger, ITEMS.strategyLedger.key({ id })),
    vault: wanted(vault, ITEMS.vault.key({ id })),
    strategy: wanted(terms, ITEMS.strategy.key({ id })),
  }));
  const keys = [head, switches, clock, answerKey, ...places.flatMap((each) => Object.values(each))];
  const items = await batchGet(
    table,
    keys.filter((key) => key !== undefined),
    { consistent: true },
  );
  const found = (key: Key | undefined) =>
    key && items.find((item) => item.pk === key.pk && item.sk === key.sk);
  return {
    head: parsed(found(head), headCodec.decode) ?? NEW_OWNER,
    places: places.map((place) => ({
      ...(parsed(found(place.position), positionCodec.decode) ?? { position: undefined, tails: {} }),
      ledger: parsed(found(place.ledger), parseStrategyLedger),
      vault: parsed(found(place.vault), parseVault),
      strategy: parsed(found(place.strategy), (item) => strategyTerms.parse(item)),
    })),
    switches: parseSwitches(found(switches)),
    aheadMs: parseAheadMs(found(clock)),
    answer: found(answerKey),
  };
}
