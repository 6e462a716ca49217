import type { ChainSettings } from '../../chain/networks.ts';
import { type Block, readNonce, readReceipt, readTransaction } from '../../chain/node.ts';
import { transactIf } from '../../platform/dynamodb/transact.ts';
import type { MatchableIntent } from '../domain/onchain/matching.ts';
import { type IntentEvent, transition } from '../domain/onchain/states.ts';
import { changedIntentWrites, type Intent, readLiveIntents } from '../store/intents.ts';
import type { WatcherPorts } from './watcher-ports.ts';

/** After its deadline an intent is waited for a while: an event in a block of that time may not be final yet. */
const DEADLINE_GRACE_MS = 15 * 60_000;

/** An intent as events are matched with it. */
export function matchableIntent(intent: Intent): MatchableIntent {
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
export function moved(
  intent: Intent,
  event: IntentEvent,
  nowMs: number,
  changes: Partial<Intent> = {},
): Intent | undefined {
  const next = transition(intent.state, event);
  return next === undefined ? undefined : { ...intent, state: next.to, updated_at_ms: nowMs, ...changes };
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
