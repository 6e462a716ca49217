import type { IntentState } from './states.ts';
import { transition } from './states.ts';

/** What of an intent decides whether a vault's event is what it was for. */
export interface MatchableIntent {
  readonly id: string;
  readonly state: IntentState;
  readonly type: 'deposit' | 'withdrawal';
  readonly vault: string;
  readonly wallet: string;
  /** Base units of the asset; undefined for everything, which is counted in shares. */
  readonly assets: bigint | undefined;
  readonly shares: bigint | undefined;
  readonly hashes: readonly string[];
  readonly createdAtMs: number;
}

/** A vault's event, as far as intents are concerned. Addresses in lower case, amounts not signed. */
export interface SeenEvent {
  readonly kind: 'deposit' | 'withdrawal' | 'transfer';
  readonly vault: string;
  readonly owner: string;
  readonly assets: bigint;
  readonly shares: bigint;
  readonly transactionHash: string;
  /** When its block was made. */
  readonly atMs: number;
}

/** A block may say of itself that it is so much older than what it holds. */
const BLOCK_TIME_SLACK_MS = 60_000;

function fits(intent: MatchableIntent, event: SeenEvent): boolean {
  if (transition(intent.state, 'log') === undefined) return false;
  if (intent.type !== event.kind || intent.vault !== event.vault || intent.wallet !== event.owner)
    return false;
  return intent.assets === undefined ? intent.shares === event.shares : intent.assets === event.assets;
}

/**
 * The intent that an event carries out: of those for the same vault, wallet and amount the one whose hash was reported,
 * otherwise the oldest. Undefined when the event was made past us.
 */
export function intentOf(event: SeenEvent, intents: readonly MatchableIntent[]): MatchableIntent | undefined {
  const fitting = intents
    .filter((intent) => fits(intent, event))
    .sort((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1));
  const reported = fitting.find(({ hashes }) => hashes.includes(event.transactionHash));
  // What happened before anybody asked was not what they asked for.
  return reported ?? fitting.find(({ createdAtMs }) => createdAtMs <= event.atMs + BLOCK_TIME_SLACK_MS);
}
