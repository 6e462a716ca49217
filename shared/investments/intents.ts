import { decodeNumber, encodeRead, encodeStep } from '../chain/erc4626.ts';
import { RpcError } from '../chain/json-rpc.ts';
import type { Hex } from '../chain/multicall.ts';
import type { ChainSettings } from '../chain/networks.ts';
import { estimateGas, readBlock, readContract, simulate } from '../chain/node.ts';
import { ApiError, invalidRequest } from '../platform/contract/errors.ts';
import { fromBaseUnits } from '../platform/domain/units.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { transactIf } from '../platform/dynamodb/transact.ts';
import { Idempotency } from '../platform/idempotency/idempotency.ts';
import type { Reply } from '../platform/request.ts';
import { transition } from './domain/onchain/states.ts';
import { intentView } from './domain/onchain/view.ts';
import { followWrite } from './store/chain-books.ts';
import { changedIntentWrites, type Intent, newIntentWrites, readIntent } from './store/intents.ts';
import type { Vault } from './store/vaults.ts';

/** What settlement on chain needs from outside. */
export interface IntentPorts {
  readonly table: Table;
  readonly chains: readonly ChainSettings[];
  readonly newTransactionId: () => string;
}

/** What somebody asks for. */
export interface IntentRequest {
  readonly ownerId: string;
  readonly routeId: string;
  readonly type: Intent['type'];
  readonly vault: Vault;
  readonly wallet: Hex;
  /** Base units of the asset; everything when undefined. */
  readonly assets: bigint | undefined;
  readonly input: unknown;
  readonly idempotencyKey: string | undefined;
  readonly now: Date;
}

/** How long an intent waits for its transaction. */
const DEADLINE_MS = 60 * 60_000;

type Step = Intent['steps'][number];
type PlainStep = Pick<Step, 'type' | 'data'> & { readonly to: Hex; readonly data: Hex };

/** Reads of the chain that fail are not our mistake: the caller is told to come again. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RpcError) throw new ApiError('chain_unavailable', { cause: error });
    throw error;
  }
}

async function readNumber(node: ChainSettings, to: Hex, data: Hex): Promise<bigint> {
  const value = decodeNumber(await readContract(node, { to, data }));
  if (value === undefined) throw new ApiError('chain_unavailable');
  return value;
}

async function depositSteps(
  node: ChainSettings,
  request: IntentRequest,
  assets: bigint,
): Promise<PlainStep[]> {
  const { vault, wallet } = request;
  const { address: token, symbol, decimals } = vault.asset;
  const held = await readNumber(node, token, encodeRead.balanceOf(wallet));
  if (held < assets) {
    const available = fromBaseUnits(held, decimals);
    throw new ApiError('insufficient_balance', {
      message: `The wallet holds ${available} ${symbol}, less than the amount.`,
      details: { available, asset: symbol },
    });
  }
  const allowed = await readNumber(node, token, encodeRead.allowance(wallet, vault.address));
  const approve = (value: bigint): PlainStep => ({
    type: 'approve',
    to: token,
    data: encodeStep.approve(vault.address, value),
  });
  const last: PlainStep = { type: 'deposit', to: vault.address, data: encodeStep.deposit(assets, wallet) };
  if (allowed >= assets) return [last];
  // Some tokens, as USDT, take a new allowance only when the old one is 0.
  return allowed === 0n ? [approve(assets), last] : [approve(0n), approve(assets), last];
}

async function withdrawalSteps(
  node: ChainSettings,
  { vault, wallet, assets }: IntentRequest,
): Promise<{ steps: PlainStep[]; shares: bigint | undefined }> {
  const { symbol, decimals } = vault.asset;
  const held = await readNumber(node, vault.address, encodeRead.balanceOf(wallet));
  const worth = await readNumber(node, vault.address, encodeRead.previewRedeem(held));
  if (held === 0n || (assets !== undefined && assets > worth)) {
    const available = fromBaseUnits(worth, decimals);
    throw new ApiError('insufficient_balance', { details: { available, asset: symbol } });
  }
  if (assets === undefined) {
    return {
      steps: [{ type: 'redeem', to: vault.address, data: encodeStep.redeem(held, wallet) }],
      shares: held,
    };
  }
  const data = encodeStep.withdraw(assets, wallet);
  return { steps: [{ type: 'withdraw', to: vault.address, data }], shares: undefined };
}

/** Simulates the steps one after another, or, where the node cannot, estimates the first. */
async function priced(
  node: ChainSettings,
  wallet: Hex,
  steps: readonly PlainStep[],
): Promise<{ steps: Step[]; simulated: boolean }> {
  const calls = steps.map(({ to, data }) => ({ from: wallet, to, data }));
  const results = await simulate(node, calls);
  const failed = results?.findIndex(({ status }) => status !== 1) ?? -1;
  if (failed >= 0) throw new ApiError('simulation_failed', { details: { step: failed } });
  const [first] = calls;
  const gas = results === undefined && first !== undefined ? await estimateGas(node, first) : undefined;
  if (results === undefined && gas === undefined)
    throw new ApiError('simulation_failed', { details: { step: 0 } });
  const complete = steps.map((step, i) => ({
    ...step,
    chain_id: node.chainId,
    value: '0',
    gas_estimate: results?.[i]?.gasUsed ?? (i === 0 ? (gas ?? null) : null),
  }));
  return { steps: complete, simulated: results !== undefined };
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
  const { steps, simulated, shares, latest } = await asked(async () => {
    const block = await readBlock(node, 'latest');
    const plan =
      request.type === 'deposit'
        ? { steps: await depositSteps(node, request, request.assets ?? 0n), shares: undefined }
        : await withdrawalSteps(node, request);
    return { ...(await priced(node, wallet, plan.steps)), shares: plan.shares, latest: block?.number ?? 0 };
  });
  const intent: Intent = {
    id: ports.newTransactionId(),
    version: 1,
    owner_id: ownerId,
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
    followWrite({ chain: vault.chain, vault: vault.address, wallet }, latest),
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

/** Attempts of a change that the watcher may come between. */
const ATTEMPTS_MAX = 5;

async function changed(
  table: Table,
  ownerId: string,
  id: string,
  change: (intent: Intent) => Intent,
): Promise<Reply> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const before = await ownIntent(table, ownerId, id);
    const after = change(before);
    if (after === before) return { data: intentView(before) };
    if ((await transactIf(table, changedIntentWrites(before, after))).held)
      return { data: intentView(after) };
  }
  throw new Error(`The intent ${id} was changed by others ${ATTEMPTS_MAX} times in a row`);
}

/**
 * Takes note of the hashes of an intent's transactions, in the order of its steps; the last is that of the vault.
 * Reporting them again, or those of replacements, is fine.
 *
 * @throws ApiError transaction_not_found, transaction_not_open when nothing is waited for any more
 */
export function submitIntent(
  table: Table,
  { ownerId, id, hashes, now }: { ownerId: string; id: string; hashes: readonly Hex[]; now: Date },
): Promise<Reply> {
  return changed(table, ownerId, id, (intent) => {
    const added = hashes.filter((hash) => !intent.hashes.includes(hash));
    if (added.length === 0) return intent;
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
