import { batchGet, type Item, type Key } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { parseSwitches, type Switches } from '../../platform/dynamodb/switches.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { parseVault, type StrategyTerms, strategyTerms, type Vault } from '../../strategies/records.ts';
import { headCodec } from '../domain/encoding/codec.ts';
import { positionCodec } from '../domain/encoding/position-codec.ts';
import { NEW_OWNER_HEAD, type OwnerJournalHead, type Position } from '../domain/ledger-entry.ts';
import type { StreamTails } from '../domain/lists/streams.ts';
import { parseClockAheadMs } from './sandbox-clock.ts';
import { parseStrategyLedger, type StrategyLedger } from './strategy-ledger.ts';

/** A strategy of a request, and which of the strategy's items must be read. */
export interface StrategyRequest {
  readonly strategyId: string;
  /** Whether to read the owner's investment in the sandbox ledger. */
  readonly includesLedger: boolean;
  readonly includesVault: boolean;
  /** Whether to read the strategy's catalog record, which decides whether a deposit is allowed. */
  readonly includesTerms: boolean;
}

/**
 * The stored data about a strategy and about an owner's investment in it. Fields that were not requested are
 * undefined.
 */
export interface StrategyState {
  readonly position: Position | undefined;
  /** The latest ledger entries of the position, by entry type. */
  readonly tails: StreamTails;
  readonly ledger: StrategyLedger | undefined;
  readonly vault: Vault | undefined;
  readonly strategy: StrategyTerms | undefined;
}

/** All stored data that a deposit, withdrawal or move needs, from one consistent batch read. */
export interface StateBeforeTransaction {
  readonly head: OwnerJournalHead;
  /** The stored data about the requested strategies, in the order of the request. */
  readonly strategies: readonly StrategyState[];
  /**
   * The switches that operators have set. They are read only if the terms of a strategy are requested. Otherwise the
   * value is empty.
   */
  readonly switches: Switches;
  /** Milliseconds by which the sandbox clock is ahead of real time; 0 without a sandbox. */
  readonly clockAheadMs: number;
  /** The stored response of an earlier request with the same idempotency key. */
  readonly storedResponseItem: Item | undefined;
}

/**
 * The items to read for a deposit, withdrawal or move. `strategies` is empty if the account does not have the
 * named investment.
 */
export interface StateReadRequest {
  readonly ownerId: string;
  readonly strategies: readonly StrategyRequest[];
  readonly storedResponseKey: Key | undefined;
  readonly sandbox: boolean;
}

function parseIfFound<T>(item: Item | undefined, parseItem: (item: unknown) => T): T | undefined {
  return item === undefined ? undefined : parseItem(item);
}

/** Reads all requested items in one consistent batch. */
export async function readStateBeforeTransaction(
  table: Table,
  { ownerId, strategies: requestedStrategies, storedResponseKey, sandbox }: StateReadRequest,
): Promise<StateBeforeTransaction> {
  const keyIfWanted = <K extends Key>(isWanted: boolean, key: K) => (isWanted ? key : undefined);
  const ownerHeadKey = keyIfWanted(
    requestedStrategies.some(({ includesLedger }) => includesLedger),
    ITEMS.ledgerHead.key({ owner: ownerId }),
  );
  const switchesKey = keyIfWanted(
    requestedStrategies.some(({ includesTerms }) => includesTerms),
    ITEMS.switches.key({}),
  );
  const clockKey = keyIfWanted(sandbox, ITEMS.sandboxClock.key({}));
  const strategyStateKeys = requestedStrategies.map(
    ({ strategyId: id, includesLedger, includesVault, includesTerms }) => ({
      position: keyIfWanted(includesLedger, ITEMS.ledgerPosition.key({ owner: ownerId, strategy: id })),
      ledger: keyIfWanted(includesLedger, ITEMS.strategyLedger.key({ id })),
      vault: keyIfWanted(includesVault, ITEMS.vault.key({ id })),
      strategy: keyIfWanted(includesTerms, ITEMS.strategy.key({ id })),
    }),
  );
  const keys = [
    ownerHeadKey,
    switchesKey,
    clockKey,
    storedResponseKey,
    ...strategyStateKeys.flatMap((each) => Object.values(each)),
  ];
  const items = await batchGet(
    table,
    keys.filter((key) => key !== undefined),
    { consistent: true },
  );
  const findItem = (key: Key | undefined) =>
    key && items.find((item) => item.pk === key.pk && item.sk === key.sk);
  return {
    head: parseIfFound(findItem(ownerHeadKey), headCodec.decode) ?? NEW_OWNER_HEAD,
    strategies: strategyStateKeys.map((keysOfStrategy) => ({
      ...(parseIfFound(findItem(keysOfStrategy.position), positionCodec.decode) ?? {
        position: undefined,
        tails: {},
      }),
      ledger: parseIfFound(findItem(keysOfStrategy.ledger), parseStrategyLedger),
      vault: parseIfFound(findItem(keysOfStrategy.vault), parseVault),
      strategy: parseIfFound(findItem(keysOfStrategy.strategy), (item) => strategyTerms.parse(item)),
    })),
    switches: parseSwitches(findItem(switchesKey)),
    clockAheadMs: parseClockAheadMs(findItem(clockKey)),
    storedResponseItem: findItem(storedResponseKey),
  };
}
