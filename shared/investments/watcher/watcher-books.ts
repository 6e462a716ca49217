import type { ChainSettings } from '../../chain/networks.ts';
import { magnitude } from '../../platform/domain/units.ts';
import { transactIf } from '../../platform/dynamodb/transact.ts';
import { intentOf } from '../domain/onchain/matching.ts';
import { changedIntentWrites, readIntentsOf, readLiveIntents } from '../store/intents.ts';
import { type ChainPlace, readBalance } from '../store/onchain/chain-books.ts';
import { deleteCheckpoint, type RecordedLog, readRecordedLogs } from '../store/onchain/chain-logs.ts';
import { readFollowed, unfollow } from '../store/onchain/followed-wallets.ts';
import { bookEffect } from './book-effect.ts';
import type { SeenLog } from './seen-logs.ts';
import { stopAtDifference, tellDifference } from './watcher-differences.ts';
import { bookRebase } from './watcher-holdings.ts';
import { matchableIntent, moved } from './watcher-intents.ts';
import type { WatcherPorts } from './watcher-ports.ts';
import { assetDifference, type VaultLookup } from './watcher-vaults.ts';

/** How many events were booked in which way. */
export interface Booked {
  readonly pending: number;
  readonly posted: number;
  readonly voided: number;
  readonly reversed: number;
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
  readonly vaultOf: VaultLookup;
}

/** Brings the books in line with what was read: first what is canonical no more, then what is new, then what is deep. */
export async function bookLog(
  ports: WatcherPorts,
  chain: ChainSettings,
  reading: Reading,
): Promise<Booked & { readonly differing: number }> {
  const counts = { pending: 0, posted: 0, voided: 0, reversed: 0, differing: 0 };
  const canonical = new Set(reading.seen.map(({ log_key }) => log_key));
  const known = new Map(reading.recorded.map((log) => [log.log_key, log]));
  for (const log of reading.recorded) {
    // A node that lags knows nothing yet of later blocks: what it does not know it does not deny.
    if (canonical.has(log.log_key) || log.block > reading.until) continue;
    const isPosted = log.state === 'posted';
    if (isPosted) ports.log.error('a confirmed event was orphaned', { chain: chain.chain, block: log.block });
    if ((await bookEffect(ports, chain, log, isPosted ? 'reverse' : 'void')) !== undefined) {
      counts[isPosted ? 'reversed' : 'voided'] += 1;
    }
  }
  for (const log of reading.seen) {
    const recorded = known.get(log.log_key) ?? (await include(ports, chain, log, reading.times));
    if (!known.has(log.log_key) && recorded !== undefined) counts.pending += 1;
    if (recorded?.state !== 'pending' || log.block > reading.deepUntil) continue;
    const vault = await reading.vaultOf(log.vault);
    const difference = vault && (await assetDifference(chain, vault, recorded));
    const found = difference === undefined ? undefined : { block: log.block, difference };
    if (vault !== undefined && found !== undefined) await stopAtDifference(ports, vault, found);
    if ((await bookEffect(ports, chain, recorded, 'post', difference)) === undefined) continue;
    counts.posted += 1;
    if (vault === undefined || found === undefined) continue;
    if (!vault.rebasing) counts.differing += 1;
    tellDifference(ports, vault, found);
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
  const intent = intentOf(event, intents.map(matchableIntent));
  const recorded: RecordedLog = {
    ...log,
    block_ms: times.get(log.block) ?? 0,
    state: 'pending',
    intent_id: intent?.id ?? null,
  };
  return bookEffect(ports, chain, recorded, 'pending');
}

/** Takes back what is left of a position once all its events are void or reversed: what the chain gave without one. */
async function forgetRebases(ports: WatcherPorts, place: ChainPlace): Promise<void> {
  const balance = await readBalance(ports.table, place);
  const { shares } = balance.posted;
  if (shares === 0n) return;
  const at = { hash: '0x', timestamp: Math.floor(ports.clock() / 1_000) } as const;
  await bookRebase(ports, place, balance, { shares: -shares, at });
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
    await forgetRebases(ports, { chain: chain.chain, vault, wallet });
    await unfollow(table, { chain: chain.chain, vault, wallet });
  }
  await deleteCheckpoint(table, chain.chain);
}
