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

/**
 * The steps of a deposit: an approval of exactly the amount where one is missing, and the deposit.
 *
 * @throws ApiError insufficient_balance, unsafe_share_price
 */
export async function safeDepositSteps(
  table: Table,
  node: ChainSettings,
  request: IntentRequest,
): Promise<PlainStep[]> {
  const assets = request.assets ?? 0n;
  const steps = await depositSteps(node, request, assets);
  await requireFairPrice(table, node, request.vault, { assets, nowMs: request.now.getTime() });
  return steps;
}

/**
 * The steps of a withdrawal, and of everything the shares.
 *
 * @throws ApiError insufficient_balance
 */
export async function withdrawalSteps(
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

/** Simulates the steps one after another, or, where the node cannot, estimates the first. */
export async function priced(
  node: ChainSettings,
  request: IntentRequest,
  steps: readonly PlainStep[],
): Promise<{ steps: Step[]; simulated: boolean }> {
  const calls = steps.map(({ to, data }) => ({ from: request.wallet, to, data }));
  const results = await simulate(node, calls);
  const failed = results?.findIndex(({ status }) => status !== 1) ?? -1;
  if (failed >= 0) throw await refusalOf(node, request, failed);
  const [first] = calls;
  const gas = results === undefined && first !== undefined ? await estimateGas(node, first) : undefined;
  if (results === undefined && gas === undefined) throw await refusalOf(node, request, 0);
  const complete = steps.map((step, i) => ({
    ...step,
    chain_id: node.chainId,
    value: '0',
    gas_estimate: results?.[i]?.gasUsed ?? (i === 0 ? (gas ?? null) : null),
  }));
  return { steps: complete, simulated: results !== undefined };
}
