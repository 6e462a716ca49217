import { decodeNumber, encodeRead, encodeStep } from '../../chain/erc4626.ts';
import { unlessRefused } from '../../chain/json-rpc.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { estimateGas, readContract, simulate } from '../../chain/node.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Intent } from '../store/intents.ts';
import { depositPlan } from './deposit-steps.ts';
import { gasLimitOf, type IntentRequest, readNumber, type SignedApproval, type StepPlan } from './plan.ts';

type Step = Intent['steps'][number];

/**
 * The steps of a withdrawal, and of everything the shares.
 *
 * @throws ApiError insufficient_balance
 */
async function withdrawalPlan(
  node: ChainSettings,
  { vault, wallet, assets }: IntentRequest,
): Promise<StepPlan> {
  const { symbol, decimals } = vault.asset;
  const held = await readNumber(node, vault.address, encodeRead.balanceOf(wallet));
  const worth = await readNumber(node, vault.address, encodeRead.previewRedeem(held));
  if (held === 0n || (assets !== undefined && assets > worth)) {
    const available = fromBaseUnits(worth, decimals);
    const message = `The wallet's shares of the vault are worth ${available} ${symbol}, less than the amount.`;
    throw new ApiError('insufficient_balance', { message, details: { available, asset: symbol } });
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
 * @throws ApiError below_minimum_deposit, insufficient_balance, unsafe_share_price, chain_unavailable
 */
export async function planOf(table: Table, node: ChainSettings, request: IntentRequest): Promise<StepPlan> {
  if (request.type === 'withdrawal') return withdrawalPlan(node, request);
  return depositPlan(table, node, request, request.assets ?? 0n);
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
  const told = await unlessRefused(readContract(node, { to: vault.address, data }));
  const limit = told && decodeNumber(told);
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
  readonly plan: StepPlan;
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
 * Where a signature takes the place of approvals, those are simulated.
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
  const limits = calls.map((_, i) => {
    const used = results?.[i]?.gasUsed ?? (i === 0 ? gas : undefined);
    return used === undefined ? null : gasLimitOf(used);
  });
  const steps = planned.map(({ plan }) => {
    const calls = plan.steps.map((step) => ({
      ...step,
      typed_data: null,
      chain_id: node.chainId,
      value: '0',
      gas_estimate: limits.shift() ?? null,
    }));
    return plan.permit === undefined ? calls : signedFirst(calls, plan.permit);
  });
  return { steps, simulated: results !== undefined };
}

/** A signature in the place of the approvals; the call for which they were waits for it. */
function signedFirst(calls: readonly Step[], { typedData, pending }: SignedApproval): Step[] {
  return calls.slice(-1).flatMap((last) => {
    const waiting: Step = { ...last, data: null, gas_estimate: null };
    return [{ ...waiting, type: 'permit', to: pending.token, typed_data: typedData }, waiting];
  });
}
