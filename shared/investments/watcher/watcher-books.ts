import type { ChainSettings } from '../../chain/networks.ts';
import { type Block, readNonce, readReceipt, readTransaction } from '../../chain/node.ts';
import { transactIf } from '../../platform/dynamodb/transact.ts';
import { booked, type ChainEntry } from '../domain/onchain/books.ts';
import { type Candidate, intentOf } from '../domain/onchain/matching.ts';
import { type IntentEvent, transition } from '../domain/onchain/states.ts';
import {
  chainEntryWrites,
  deleteCheckpoint,
  forgetLogWrite,
  type RecordedLog,
  readBalance,
  readFollowed,
  readRecordedLogs,
  recordLogWrite,
  unfollow,
} from '../store/chain-books.ts';
import {
  changedIntentWrites,
  type Intent,
  readIntent,
  readIntentsOf,
  readLiveIntents,
} from '../store/intents.ts';
import type { SeenLog, WatcherPorts } from './watcher.ts';

/** How many events were booked in which way. */
export interface Booked {
  readonly pending: number;
  readonly posted: number;
  readonly voided: number;
  readonly reversed: number;
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);

function candidateOf(intent: Intent): Candidate {
  const amount = (text: string | null) => (text === null ? undefined : BigInt(text));
  return {
    id: intent.id,
    state: intent.state,
    type: intent.type,
    vault: intent.vault,
    wallet: intent.wallet,
    assets: amount(intent.assets),
    shares: amount(intent.shares),
    hashes: intent.hashes,
    createdAtMs: intent.created_at_ms,
  };
}

/** The intent after an event; undefined when the event changes nothing. */
function moved(
  intent: Intent,
  event: IntentEvent,
  nowMs: number,
  changes: Partial<Intent> = {},
): Intent | undefined {
  const next = transition(intent.state, event);
  return next === undefined ? undefined : { ...intent, state: next.to, updated_at_ms: nowMs, ...changes };
}

/** Books one effect of an event: the position's entry, the event's record, and the intent, all or none. */
async function bookEffect(
  { table, clock, priceUsd }: WatcherPorts,
  chain: ChainSettings,
  log: RecordedLog,
  effect: ChainEntry['effect'],
): Promise<boolean> {
  const nowMs = clock();
  const place = { chain: chain.chain, vault: log.vault, wallet: log.wallet };
  const balance = await readBalance(table, place);
  const amounts = { assets: log.assets, shares: log.shares };
  const after = booked(balance, { effect, amounts });
  const entry: ChainEntry = {
    sequence: after.sequence,
    effect,
    logKey: log.log_key,
    kind: log.kind,
    amounts,
    effectiveAtMs: log.block_ms,
    bookedAtMs: nowMs,
    priceUsd: await priceUsd(chain.chain, log.vault),
  };
  const intent = log.intent_id === null ? undefined : await readIntent(table, log.intent_id);
  const event = effect === 'pending' ? 'log' : effect === 'post' ? 'deep' : 'orphaned';
  const included =
    effect === 'pending' || effect === 'post'
      ? {
          hash: log.transaction_hash,
          block: log.block,
          assets: String(magnitude(log.assets)),
          shares: String(magnitude(log.shares)),
        }
      : null;
  const next = intent === undefined ? undefined : moved(intent, event, nowMs, { included });
  const record =
    effect === 'pending'
      ? recordLogWrite(chain.chain, log, undefined)
      : effect === 'post'
        ? recordLogWrite(chain.chain, { ...log, state: 'posted' }, 'pending')
        : forgetLogWrite(chain.chain, log);
  const { held } = await transactIf(table, [
    record,
    ...chainEntryWrites(place, entry, after),
    ...(intent === undefined || next === undefined ? [] : changedIntentWrites(intent, next)),
  ]);
  return held;
}

interface Reading {
  readonly seen: readonly SeenLog[];
  readonly recorded: readonly RecordedLog[];
  /** Times of the blocks in epoch milliseconds. */
  readonly times: ReadonlyMap<number, number>;
  /** The latest block that was read. */
  readonly until: number;
  /** Events up to this block are deep enough to be posted. */
  readonly deepUntil: number;
}

/** Brings the books in line with what was read: first what is canonical no more, then what is new, then what is deep. */
export async function bookLog(ports: WatcherPorts, chain: ChainSettings, reading: Reading): Promise<Booked> {
  const counts = { pending: 0, posted: 0, voided: 0, reversed: 0 };
  const canonical = new Set(reading.seen.map(({ log_key }) => log_key));
  const known = new Map(reading.recorded.map((log) => [log.log_key, log]));
  for (const log of reading.recorded) {
    // A node that lags knows nothing yet of later blocks: what it does not know it does not deny.
    if (canonical.has(log.log_key) || log.block > reading.until) continue;
    const isPosted = log.state === 'posted';
    if (isPosted) ports.log.error('a confirmed event was orphaned', { chain: chain.chain, block: log.block });
    if (await bookEffect(ports, chain, log, isPosted ? 'reverse' : 'void')) {
      counts[isPosted ? 'reversed' : 'voided'] += 1;
    }
  }
  for (const log of reading.seen) {
    const recorded = known.get(log.log_key) ?? (await include(ports, chain, log, reading.times));
    if (!known.has(log.log_key) && recorded !== undefined) counts.pending += 1;
    if (recorded?.state !== 'pending' || log.block > reading.deepUntil) continue;
    if (await bookEffect(ports, chain, recorded, 'post')) counts.posted += 1;
  }
  return counts;
}

/** Books a new event as pending, with the intent that it carries out; undefined when somebody else has done so. */
async function include(
  ports: WatcherPorts,
  chain: ChainSettings,
  log: SeenLog,
  times: ReadonlyMap<number, number>,
): Promise<RecordedLog | undefined> {
  const intents = await readIntentsOf(ports.table, chain.chain, log.wallet);
  const event = {
    kind: log.kind,
    vault: log.vault,
    owner: log.wallet,
    assets: magnitude(log.assets),
    shares: magnitude(log.shares),
    transactionHash: log.transaction_hash,
    atMs: times.get(log.block) ?? 0,
  };
  const intent = intentOf(event, intents.map(candidateOf));
  const recorded: RecordedLog = {
    ...log,
    block_ms: times.get(log.block) ?? 0,
    state: 'pending',
    intent_id: intent?.id ?? null,
  };
  return (await bookEffect(ports, chain, recorded, 'pending')) ? recorded : undefined;
}

/** What has become of an intent's transaction that left no event behind; undefined while that is not known. */
async function fateOf(
  chain: ChainSettings,
  intent: Intent,
  { latest, depth }: { latest: Block; depth: number },
): Promise<{ event: IntentEvent; changes?: Partial<Intent> } | undefined> {
  const deep = latest.number - depth + 1;
  const hash = intent.hashes.at(-1);
  if (hash !== undefined) {
    const receipt = await readReceipt(chain, hash);
    if (receipt !== undefined && receipt.status === 0 && receipt.blockNumber <= deep) {
      return { event: 'reverted', changes: { failure: 'reverted' } };
    }
    if (receipt !== undefined) return undefined;
    const known = await readTransaction(chain, hash);
    if (known !== undefined && intent.nonce === null)
      return { event: 'hash', changes: { nonce: known.nonce } };
    const isUsed =
      intent.nonce !== null && (await readNonce(chain, intent.wallet, Math.max(0, deep))) > intent.nonce;
    if (known === undefined && isUsed) return { event: 'replaced', changes: { failure: 'replaced' } };
  }
  // By the time of a block that can no longer be replaced, so that no event can still come in before the deadline.
  return latest.timestamp * 1_000 > intent.deadline_ms + DEADLINE_GRACE_MS
    ? { event: 'deadline' }
    : undefined;
}

/** After its deadline an intent is waited for a while: an event in a block of that time may not be final yet. */
const DEADLINE_GRACE_MS = 15 * 60_000;

/** Ends intents whose transaction failed, was replaced, or never came. Returns how many were changed. */
export async function settleLive(
  { table, clock }: WatcherPorts,
  chain: ChainSettings,
  reading: { latest: Block; depth: number },
): Promise<number> {
  let settled = 0;
  for (const intent of await readLiveIntents(table, chain.chain)) {
    const fate = await fateOf(chain, intent, reading);
    const next = fate && moved(intent, fate.event, clock(), fate.changes);
    if (next === undefined) continue;
    if ((await transactIf(table, changedIntentWrites(intent, next))).held) settled += 1;
  }
  return settled;
}

/**
 * Gives up all that is known of a chain which has begun anew: what was booked is voided or reversed, what was waited for
 * expires, and no wallet is followed. A run that stops anywhere is completed by the next, as the checkpoint goes last.
 */
export async function forgetChain(ports: WatcherPorts, chain: ChainSettings): Promise<void> {
  const { table, log, clock } = ports;
  log.warn('the chain has begun anew', { chain: chain.chain });
  for (const booked of await readRecordedLogs(table, chain.chain, 0)) {
    await bookEffect(ports, chain, booked, booked.state === 'posted' ? 'reverse' : 'void');
  }
  for (const intent of await readLiveIntents(table, chain.chain)) {
    const next = moved(intent, 'deadline', clock());
    if (next !== undefined) await transactIf(table, changedIntentWrites(intent, next));
  }
  for (const { vault, wallet } of await readFollowed(table, chain.chain)) {
    await unfollow(table, { chain: chain.chain, vault, wallet });
  }
  await deleteCheckpoint(table, chain.chain);
}
