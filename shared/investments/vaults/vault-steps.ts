import { decodeNumber, encodeRead, encodeStep } from '../../chain/erc4626.ts';
import { RpcError } from '../../chain/json-rpc.ts';
import type { Hex } from '../../chain/multicall.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { estimateGas, readContract, simulate } from '../../chain/node.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Vault } from '../../strategies/records.ts';
import type { Intent } from '../store/intents.ts';
import { requireFairPrice } from './vault-prices.ts';

/** What somebody asks for. */
export interface IntentRequest {
  readonly ownerId: string;
  /** The account's user for whom it is. */
  readonly userId: string | undefined;
  readonly routeId: string;
  readonly type: Intent['type'];
  readonly vault: Vault;
  readonly wallet: Hex;
  /** Base units of the asset; everything when undefined. */
  readonly assets: bigint | undefined;
  /** Base units of the asset that steps before these pay to the wallet. */
  readonly incoming?: bigint;
  readonly input: unknown;
  readonly idempotencyKey: string | undefined;
  readonly now: Date;
}

type Step = Intent['steps'][number];
type PlainStep = Pick<Step, 'type' | 'data'> & { readonly to: Hex; readonly data: Hex };

/** Reads of the chain that fail are not our mistake: the caller is told to come again. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
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

const BASIS_POINTS = 10_000n;

/** The deposit itself: in the vault, or where the operator has configured a router, in that for a minimum of shares. */
async function lastStep(
  node: ChainSettings,
  { vault, wallet }: IntentRequest,
  assets: bigint,
): Promise<PlainStep> {
  if (node.router === undefined) {
    return { type: 'deposit', to: vault.address, data: encodeStep.deposit(assets, wallet) };
  }
  const { address, kind, slippageBasisPoints } = node.router;
  const shares = await readNumber(node, vault.address, encodeRead.previewDeposit(assets));
  const minShares = (shares * (BASIS_POINTS - BigInt(slippageBasisPoints))) / BASIS_POINTS;
  const order = { vault: vault.address, assets, receiver: wallet, minShares };
  return { type: 'deposit', to: address, data: encodeStep.depositToVault(kind, order) };
}

async function depositSteps(
  node: ChainSettings,
  request: IntentRequest,
  assets: bigint,
): Promise<PlainStep[]> {
  const { vault, wallet, incoming = 0n } = request;
  const { address: token, symbol, decimals } = vault.asset;
  const held = incoming + (await readNumber(node, token, encodeRead.balanceOf(wallet)));
  if (held < assets) {
    const available = fromBaseUnits(held, decimals);
    throw new ApiError('insufficient_balance', {
      message: `The wallet holds ${available} ${symbol}, less than the amount.`,
      details: { available, asset: symbol },
    });
  }
  const last = await lastStep(node, request, assets);
  const allowed = await readNumber(node, token, encodeRead.allowance(wallet, last.to));
  const approve = (value: bigint): PlainStep => ({
    type: 'approve',
    to: token,
    data: encodeStep.approve(last.to, value),
  });
  if (allowed >= assets) return [last];
  // Some tokens, as USDT, take a new allowance only when the old one is 0.
  return allowed === 0n ? [approve(assets), last] : [approve(0n), approve(assets), last];
}

/**
 * The steps of a deposit: an approval of exactly the amount where one is missing, and the deposit.
 *
 * @throws ApiError insufficient_balance, unsafe_share_price
 */
async function safeDepositSteps(
  table: Table,
  node: ChainSettings,
  request: IntentRequest,
  assets: bigint,
): Promise<PlainStep[]> {
  const steps = await depositSteps(node, request, assets);
  await requireFairPrice(table, node, request.vault, { assets, nowMs: request.now.getTime() });
  return steps;
}

/** What an intent comes to on its chain, before it is simulated. */
export interface Plan {
  readonly steps: readonly PlainStep[];
  /** Of the vault; undefined when the assets say how much it is. */
  readonly shares: bigint | undefined;
  /** Base units of the asset that the steps move. */
  readonly assets: bigint;
}

/**
 * The steps of a withdrawal, and of everything the shares.
 *
 * @throws ApiError insufficient_balance
 */
async function withdrawalPlan(node: ChainSettings, { vault, wallet, assets }: IntentRequest): Promise<Plan> {
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
      assets: worth,
    };
  }
  const data = encodeStep.withdraw(assets, wallet);
  return { steps: [{ type: 'withdraw', to: vault.address, data }], shares: undefined, assets };
}

/**
 * The steps of what somebody asks for, as yet without a simulation.
 *
 * @throws ApiError insufficient_balance, unsafe_share_price, chain_unavailable
 */
export async function planOf(table: Table, node: ChainSettings, request: IntentRequest): Promise<Plan> {
  if (request.type === 'withdrawal') return withdrawalPlan(node, request);
  const assets = request.assets ?? 0n;
  return { steps: await safeDepositSteps(table, node, request, assets), shares: undefined, assets };
}

/** A vault that does not say what it takes answers as an address without code does. */
function refused(error: unknown): Hex {
  if (error instanceof RpcError && error.failure === 'bad_answer') return '0x';
  throw error;
}

/**
 * Why the vault would refuse: what it says it takes or pays at most. Some vaults always say 0, so that alone is no
 * reason to refuse before the steps were simulated.
 */
async function refusalOf(
  node: ChainSettings,
  { vault, wallet, type }: IntentRequest,
  step: number,
): Promise<ApiError> {
  const data = type === 'deposit' ? encodeRead.maxDeposit(wallet) : encodeRead.maxWithdraw(wallet);
  const limit = decodeNumber(await readContract(node, { to: vault.address, data }).catch(refused));
  if (limit === undefined) return new ApiError('simulation_failed', { details: { step } });
  const available = fromBaseUnits(limit, vault.asset.decimals);
  const verb = type === 'deposit' ? 'takes' : 'pays';
  const message =
    limit === 0n
      ? `The vault ${verb} nothing at the moment: it is paused or full.`
      : `The steps fail when they are simulated. The vault ${verb} at most ${available} ${vault.asset.symbol}.`;
  return new ApiError('simulation_failed', { message, details: { step, available } });
}

/** A request with the steps that carry it out. */
interface Planned {
  readonly request: IntentRequest;
  readonly plan: Plan;
}

/** The refusal of the step at a place among all steps. */
async function refusalAt(node: ChainSettings, planned: readonly Planned[], at: number): Promise<ApiError> {
  let first = 0;
  for (const { request, plan } of planned) {
    if (at < first + plan.steps.length) return refusalOf(node, request, at);
    first += plan.steps.length;
  }
  throw new RangeError(`There is no step ${at}`);
}

/**
 * Simulates the steps of some requests of one wallet one after another, or, where the node cannot, estimates the first.
 *
 * @throws ApiError simulation_failed
 */
export async function priced(
  node: ChainSettings,
  planned: readonly Planned[],
): Promise<{ steps: Step[][]; simulated: boolean }> {
  const calls = planned.flatMap(({ request, plan }) =>
    plan.steps.map(({ to, data }) => ({ from: request.wallet, to, data })),
  );
  const results = await simulate(node, calls);
  const failed = results?.findIndex(({ status }) => status !== 1) ?? -1;
  if (failed >= 0) throw await refusalAt(node, planned, failed);
  const [first] = calls;
  const gas = results === undefined && first !== undefined ? await estimateGas(node, first) : undefined;
  if (results === undefined && gas === undefined) throw await refusalAt(node, planned, 0);
  const used = calls.map((_, i) => results?.[i]?.gasUsed ?? (i === 0 ? (gas ?? null) : null));
  const steps = planned.map(({ plan }) =>
    plan.steps.map((step) => ({
      ...step,
      chain_id: node.chainId,
      value: '0',
      gas_estimate: used.shift() ?? null,
    })),
  );
  return { steps, simulated: results !== undefined };
}
