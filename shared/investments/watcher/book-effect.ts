import type { ChainSettings } from '../../chain/networks.ts';
import { magnitude } from '../../platform/domain/units.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { booked, type ChainBalance, listedBy } from '../domain/onchain/books.ts';
import type { ChainEntry } from '../domain/onchain/entry.ts';
import { beginsEvent, eventTypeOf, statusAfter } from '../domain/onchain/events.ts';
import { changedIntentWrites, readIntent } from '../store/intents.ts';
import { type ChainPlace, chainEntryWrites, readBalance } from '../store/onchain/chain-books.ts';
import { eventStatusWrite, newEventWrite } from '../store/onchain/chain-events.ts';
import { forgetLogWrite, type RecordedLog, recordLogWrite } from '../store/onchain/chain-logs.ts';
import { moved } from './watcher-intents.ts';
import type { WatcherPorts } from './watcher-ports.ts';

/** The writes that keep what an event is told as in the history of its position. */
function historyWrites(place: ChainPlace, log: RecordedLog, entry: ChainEntry, after: ChainBalance): Write[] {
  const { priceUsd, effect } = entry;
  const { transaction_hash: transactionHash, block, intent_id, number } = log;
  if (beginsEvent(entry)) {
    const intentId = intent_id ?? undefined;
    return [newEventWrite(place, { ...listedBy(entry, after), priceUsd, transactionHash, block, intentId })];
  }
  // What was booked before there were histories is in none.
  if (number === undefined) return [];
  const at = { type: eventTypeOf(entry), number };
  return [
    eventStatusWrite(place, at, {
      status: statusAfter(effect),
      priceUsd: effect === 'post' ? priceUsd : undefined,
    }),
  ];
}

/** The intent that an event carries out, and what the event makes of it; neither where there is none. */
async function intentWrites(
  { table, clock }: WatcherPorts,
  log: RecordedLog,
  effect: ChainEntry['effect'],
): Promise<Write[]> {
  const intent = log.intent_id === null ? undefined : await readIntent(table, log.intent_id);
  if (intent === undefined) return [];
  const event = effect === 'pending' ? 'log' : effect === 'post' ? 'deep' : 'orphaned';
  const included =
    event === 'orphaned'
      ? null
      : {
          hash: log.transaction_hash,
          block: log.block,
          assets: String(magnitude(log.assets)),
          shares: String(magnitude(log.shares)),
        };
  const next = moved(intent, event, clock(), { included });
  return next === undefined ? [] : changedIntentWrites(intent, next);
}

/**
 * Books one effect of an event: the position's entry and history, the event's record, and the intent, all or none. Gives
 * the event as it is recorded then; undefined when somebody else was faster.
 */
export async function bookEffect(
  ports: WatcherPorts,
  chain: ChainSettings,
  log: RecordedLog,
  effect: Exclude<ChainEntry['effect'], 'rebase'>,
  assetDifference?: bigint,
): Promise<RecordedLog | undefined> {
  const place = { chain: chain.chain, vault: log.vault, wallet: log.wallet };
  const balance = await readBalance(ports.table, place);
  const change = {
    effect,
    kind: log.kind,
    amounts: { assets: log.assets, shares: log.shares },
    effectiveAtMs: log.block_ms,
  };
  const after = booked(balance, change);
  const entry: ChainEntry = {
    ...change,
    sequence: after.sequence,
    logKey: log.log_key,
    assetDifference,
    bookedAtMs: ports.clock(),
    priceUsd: await ports.priceUsd(chain.chain, log.vault),
  };
  const recorded: RecordedLog =
    effect === 'pending'
      ? { ...log, number: after.events[eventTypeOf(change)] }
      : { ...log, state: 'posted' };
  const record =
    effect === 'pending'
      ? recordLogWrite(chain.chain, recorded, undefined)
      : effect === 'post'
        ? recordLogWrite(chain.chain, recorded, 'pending')
        : forgetLogWrite(chain.chain, log);
  const { held } = await transactIf(ports.table, [
    record,
    ...chainEntryWrites(place, entry, after),
    ...historyWrites(place, log, entry, after),
    ...(await intentWrites(ports, log, effect)),
  ]);
  return held ? recorded : undefined;
}
