import { appendAttribution } from '../../chain/attribution.ts';
import { decodeNumber, encodeReadCall } from '../../chain/erc4626.ts';
import { undefinedIfRejected } from '../../chain/json-rpc.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { readContract } from '../../chain/node.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { VaultTransaction } from '../store/vault-transactions.ts';
import { planDeposit } from './deposit-steps.ts';
import { type BalanceChanges, type FailedCall, simulateRequests } from './simulation.ts';
import { gasLimitOf, type StepPlan, type UnsignedPermit, type VaultTransactionRequest } from './step-plan.ts';
import { requireFullyCreditedDeposit } from './vault-prices.ts';
import { planWithdrawalSteps } from './withdrawal-steps.ts';

type Step = VaultTransaction['steps'][number];

/**
 * Returns the steps of a request, before their simulation.
 *
 * @throws ApiError below_minimum_deposit, insufficient_balance, unsafe_share_price, chain_unavailable
 */
export async function buildStepPlan(
  table: Table,
  node: ChainSettings,
  request: VaultTransactionRequest,
): Promise<StepPlan> {
  if (request.type === 'withdrawal') return planWithdrawalSteps(table, node, request);
  return planDeposit(table, node, request, request.assets ?? 0n);
}

/**
 * Returns the vault's own limit for the deposit or withdrawal if it is below the amount; otherwise undefined. Some
 * vaults always report 0, so 0 is treated as unknown.
 */
async function readVaultLimit(
  node: ChainSettings,
  { vault, wallet, type }: VaultTransactionRequest,
  assets: bigint,
): Promise<string | undefined> {
  const data = type === 'deposit' ? encodeReadCall.maxDeposit(wallet) : encodeReadCall.maxWithdraw(wallet);
  const returnData = await undefinedIfRejected(readContract(node, { to: vault.address, data }));
  const maxAssets = returnData && decodeNumber(returnData);
  return maxAssets === undefined || maxAssets === 0n || maxAssets >= assets
    ? undefined
    : fromBaseUnits(maxAssets, vault.asset.decimals);
}

/**
 * Returns the error for steps that would fail. The error contains the revert reason, and the vault's own limit if the
 * amount exceeds this limit.
 */
async function buildSimulationError(
  node: ChainSettings,
  { request, plan }: PlannedRequest,
  { step, reason }: FailedCall,
): Promise<ApiError> {
  const availableAmount = await readVaultLimit(node, request, plan.assets);
  const stepNumber = step + 1;
  const reasonText =
    reason === undefined ? 'The contract gave no reason' : `The contract gave the reason "${reason}"`;
  const verb = request.type === 'deposit' ? 'accepts' : 'pays out';
  const advice =
    availableAmount === undefined
      ? 'Check the amount and the wallet balance, or retry later.'
      : `The vault ${verb} at most ${availableAmount} ${request.vault.asset.symbol} now. Lower the amount.`;
  return new ApiError('simulation_failed', {
    message: `The service simulated the transaction, and step ${stepNumber} failed. ${reasonText}. ${advice}`,
    details: {
      step,
      ...(reason !== undefined && { reason }),
      ...(availableAmount !== undefined && { available: availableAmount }),
    },
  });
}

interface PlannedRequest {
  readonly request: VaultTransactionRequest;
  readonly plan: StepPlan;
  readonly code: string;
}

/** The steps of a request, ready for the wallet. */
export interface SimulatedSteps {
  readonly steps: Step[];
  /** The calls that have the same effect as the steps but need no permit signature. */
  readonly calls: Step[];
  /** The balance changes; undefined if the steps could not be simulated. */
  readonly changes: BalanceChanges | undefined;
}

/**
 * Simulates the steps of one wallet's requests and adds gas limits and attribution codes.
 * If a permit can replace approvals, the simulation executes the approvals instead of the permit.
 *
 * @throws ApiError simulation_failed, unsafe_share_price
 */
export async function simulateAndPriceSteps(
  node: ChainSettings,
  plannedRequests: readonly PlannedRequest[],
): Promise<{ requests: SimulatedSteps[]; simulated: boolean }> {
  const simulation = await simulateRequests(
    node,
    plannedRequests.map(({ request, plan, code }) => ({
      request,
      calls: plan.steps.map(({ to, data }) => ({
        to,
        data: appendAttribution(data, code),
        dataWithoutSuffix: data,
      })),
    })),
  );
  if (!('requests' in simulation)) {
    const failedRequest = plannedRequests[simulation.request];
    if (failedRequest === undefined) throw new RangeError(`There is no request ${simulation.request}`);
    throw await buildSimulationError(node, failedRequest, simulation);
  }
  const requests = plannedRequests.map(({ request, plan }, requestIndex) => {
    const { calls: simulatedCalls = [], changes } = simulation.requests[requestIndex] ?? {};
    if (request.type === 'deposit') requireFullyCreditedDeposit(plan.assets, changes?.totalAssets);
    const callSteps = plan.steps.map((step, i): Step => {
      const { data = step.data, gas } = simulatedCalls[i] ?? {};
      const gas_estimate = gas === undefined ? null : gasLimitOf(gas);
      return { ...step, data, typed_data: null, chain_id: node.chainId, value: '0', gas_estimate };
    });
    const steps = plan.permit === undefined ? callSteps : replaceApprovals(callSteps, plan.permit);
    return { steps, calls: callSteps, changes };
  });
  return { requests, simulated: simulation.simulated };
}

/** Replaces the approval calls by a permit step. The last call has no data until the wallet has signed the permit. */
function replaceApprovals(callSteps: readonly Step[], { typedData, storedPermit }: UnsignedPermit): Step[] {
  return callSteps.slice(-1).flatMap((lastCall) => {
    const waitingStep: Step = { ...lastCall, data: null, gas_estimate: null };
    return [{ ...waitingStep, type: 'permit', to: storedPermit.token, typed_data: typedData }, waitingStep];
  });
}
