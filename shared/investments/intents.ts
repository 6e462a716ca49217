import { decodeNumber, encodeRead } from '../chain/erc4626.ts';
import { RpcError } from '../chain/json-rpc.ts';
import type { Hex } from '../chain/multicall.ts';
import type { ChainSettings } from '../chain/networks.ts';
import { readBlock, readContract, replaceableBlocks } from '../chain/node.ts';
import { ApiError, invalidRequest } from '../platform/contract/errors.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { transactIf } from '../platform/dynamodb/transact.ts';
import { Idempotency } from '../platform/idempotency/idempotency.ts';
import type { Reply } from '../platform/request.ts';
import { type RetryPolicy, retry, TryAgain } from '../platform/retry.ts';
import { transition } from './domain/onchain/states.ts';
import { intentView } from './domain/onchain/view.ts';
import { followWrite } from './store/chain-books.ts';
import { changedIntentWrites, type Intent, newIntentWrites, readIntent } from './store/intents.ts';
import { vaultHoldingWrite } from './store/vault-holdings.ts';
import {
  asked,
  type IntentRequest,
  priced,
  safeDepositSteps,
  withdrawalSteps,
} from './vaults/vault-steps.ts';

/** What settlement on chain needs from outside. */
export interface IntentPorts {
  readonly table: Table;
  readonly chains: readonly ChainSettings[];
  readonly newTransactionId: () => string;
}

/** How long an intent waits for its transaction. */
const DEADLINE_MS = 60 * 60_000;

/**
 * From where on a wallet's events are booked: before any block that may still be replaced, as what is sent now may end
 * up below the latest of today's blocks.
 */
async function openingOf(node: ChainSettings, vault: Hex, wallet: Hex) {
  const latest = await readBlock(node, 'latest');
  if (latest === undefined) throw new ApiError('chain_unavailable');
  const block = Math.max(0, latest.number - replaceableBlocks(node));
  const call = { to: vault, data: encodeRead.balanceOf(wallet) };
  const held = await readContract(node, call, block).catch((error: unknown) => {
    // A node that keeps no state of that block: what is held is then not compared with the chain.
    if (error instanceof RpcError && error.failure === 'bad_answer') return undefined;
    throw error;
  });
  // A vault that was not there yet answers with nothing.
  return { block, shares: held === undefined ? undefined : (decodeNumber(held) ?? 0n) };
}

/**
 * Makes the steps of a deposit into, or a withdrawal from, a vault: unsigned calls that the caller signs and sends.
 * They are simulated on the chain's latest block before anything is stored.
 *
 * @throws ApiError insufficient_balance, simulation_failed, chain_unavailable, idempotency_key_reused
 */
export async function openIntent(ports: IntentPorts, request: IntentRequest): Promise<Reply> {
  const { table, chains } = ports;
  const { vault, wallet, ownerId, routeId, now } = request;
  const { idempotencyKey: key, input } = request;
  const idempotency = new Idempotency({ ownerId, routeId, key, input, now });
  const first = await idempotency.find(table);
  if (first !== undefined) return first;
  const node = chains.find(({ chain }) => chain === vault.chain);
  if (node === undefined) throw new ApiError('chain_unavailable');
  const { steps, simulated, shares, opening } = await asked(async () => {
    const opening = await openingOf(node, vault.address, wallet);
    const plan =
      request.type === 'deposit'
        ? { steps: await safeDepositSteps(table, node, request), shares: undefined }
        : await withdrawalSteps(node, request);
    return { ...(await priced(node, request, plan.steps)), shares: plan.shares, opening };
  });
  const intent: Intent = {
    id: ports.newTransactionId(),
    version: 1,
    owner_id: ownerId,
    user_id: request.userId ?? null,
    type: request.type,
    state: 'pending',
    failure: null,
    strategy_id: vault.strategy_id,
    chain: vault.chain,
    chain_id: node.chainId,
    vault: vault.address,
    wallet,
    asset: vault.asset.symbol,
    decimals: vault.asset.decimals,
    assets: request.assets === undefined ? null : String(request.assets),
    shares: shares === undefined ? null : String(shares),
    steps,
    simulated,
    hashes: [],
    nonce: null,
    included: null,
    created_at_ms: now.getTime(),
    updated_at_ms: now.getTime(),
    deadline_ms: now.getTime() + DEADLINE_MS,
  };
  const reply = { data: intentView(intent) };
  const { held } = await transactIf(table, [
    ...newIntentWrites(intent),
    followWrite({ chain: vault.chain, vault: vault.address, wallet }, opening),
    vaultHoldingWrite(ownerId, {
      chain: vault.chain,
      chain_id: node.chainId,
      vault: vault.address,
      wallet,
      strategy_id: vault.strategy_id,
      user_id: intent.user_id,
      asset: vault.asset.symbol,
      decimals: vault.asset.decimals,
      share_decimals: vault.share_decimals,
    }),
    // An intent changes: the first answer is kept as it was.
    ...(await idempotency.claim(201, reply)),
  ]);
  if (held) return reply;
  // A twin of the request was first.
  const answered = await idempotency.find(table);
  if (answered === undefined) throw new Error(`The intent ${intent.id} could not be stored`);
  return answered;
}

/** @throws ApiError transaction_not_found, for somebody else's as for none */
async function ownIntent(table: Table, ownerId: string, id: string): Promise<Intent> {
  const intent = await readIntent(table, id);
  if (intent === undefined || intent.owner_id !== ownerId) throw new ApiError('transaction_not_found');
  return intent;
}

/** The watcher may come between reading an intent and changing it. */
const CHANGES: RetryPolicy = { attempts: 5 };

async function changed(
  table: Table,
  ownerId: string,
  id: string,
  change: (intent: Intent) => Intent,
): Promise<Reply> {
  return retry(CHANGES, async () => {
    const before = await ownIntent(table, ownerId, id);
    const after = change(before);
    if (after === before) return { data: intentView(before) };
    if ((await transactIf(table, changedIntentWrites(before, after))).held)
      return { data: intentView(after) };
    throw new TryAgain(`The intent ${id} was changed by others`);
  });
}

/**
 * Takes note of the hashes of an intent's transactions, in the order of its steps; the last is that of the vault.
 * Reporting them again, or those of replacements, or once the watcher has found the transaction, is fine.
 *
 * @throws ApiError transaction_not_found, transaction_not_open when nothing is waited for any more
 */
export function submitIntent(
  table: Table,
  { ownerId, id, hashes, now }: { ownerId: string; id: string; hashes: readonly Hex[]; now: Date },
): Promise<Reply> {
  return changed(table, ownerId, id, (intent) => {
    const added = hashes.filter((hash) => !intent.hashes.includes(hash));
    // The watcher may have been faster: what it has found need not be reported any more.
    const isFound = intent.included !== null && hashes.includes(intent.included.hash);
    if (added.length === 0 || isFound) return intent;
    const next = transition(intent.state, 'hash');
    if (next === undefined) throw new ApiError('transaction_not_open');
    const known = [...intent.hashes, ...added];
    if (known.length > HASHES_MAX) {
      throw invalidRequest([{ path: 'body.hashes', message: `at most ${HASHES_MAX} for one transaction` }]);
    }
    // Another transaction has a nonce of its own.
    return { ...intent, state: next.to, hashes: known, nonce: null, updated_at_ms: now.getTime() };
  });
}

/** Hashes that one transaction may have, replacements included. */
const HASHES_MAX = 20;

/**
 * Gives up an intent for which nothing has been sent.
 *
 * @throws ApiError transaction_not_found, transaction_not_open
 */
export function cancelIntent(
  table: Table,
  { ownerId, id, now }: { ownerId: string; id: string; now: Date },
): Promise<Reply> {
  return changed(table, ownerId, id, (intent) => {
    if (intent.state === 'cancelled') return intent;
    const next = transition(intent.state, 'cancel');
    if (next === undefined) throw new ApiError('transaction_not_open');
    return { ...intent, state: next.to, updated_at_ms: now.getTime() };
  });
}

/** One of the caller's transactions on a chain. */
export async function getIntent(table: Table, ownerId: string, id: string): Promise<Reply> {
  return { data: intentView(await ownIntent(table, ownerId, id)) };
}
