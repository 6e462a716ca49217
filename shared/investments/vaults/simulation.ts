import type { Hex } from '../../chain/abi.ts';
import { decodeNumber, encodeReadCall } from '../../chain/erc4626.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { estimateGas, simulateCalls } from '../../chain/node.ts';
import { decodeRevertReason } from '../../chain/revert-reason.ts';
import type { VaultTransactionRequest } from './step-plan.ts';

interface AttributedCall {
  readonly data: Hex;
  readonly dataWithoutSuffix: Hex;
  readonly to: Hex;
}

export interface SimulatedRequest {
  readonly request: Pick<VaultTransactionRequest, 'vault' | 'wallet'>;
  readonly calls: readonly AttributedCall[];
}

/** The balance changes caused by the calls of a request, in signed base units. */
export interface BalanceChanges {
  /** Change of the wallet's balance of the asset. */
  readonly assets: bigint;
  /** Change of the wallet's balance of vault shares. */
  readonly shares: bigint;
  /** Change of the vault's `totalAssets`; undefined if the vault does not report it. */
  readonly totalAssets: bigint | undefined;
}

/** The result of a simulation. `requests` has one element for each request, in the same order. */
export interface Simulation {
  /** False if the node cannot simulate. Then only the gas of the first call was estimated. */
  readonly simulated: boolean;
  readonly requests: readonly {
    /** Gas used by each call; undefined if unknown. */
    readonly calls: readonly { readonly data: Hex; readonly gas: number | undefined }[];
    /** The balance changes; undefined if the calls were not simulated. */
    readonly changes: BalanceChanges | undefined;
  }[];
}

export interface FailedCall {
  /**
   * `request`: index of the simulated request, from 0. `step`: index of the call among the calls of all requests, from
   * 0.
   */
  readonly request: number;
  readonly step: number;
  /** The contract's revert reason; undefined if there is none. */
  readonly reason: string | undefined;
}

const buildBalanceReads = ({ vault, wallet }: SimulatedRequest['request']) => [
  { from: wallet, to: vault.asset.address, data: encodeReadCall.balanceOf(wallet) },
  { from: wallet, to: vault.address, data: encodeReadCall.balanceOf(wallet) },
  { from: wallet, to: vault.address, data: encodeReadCall.totalAssets() },
];

type CallResults = NonNullable<Awaited<ReturnType<typeof simulateCalls>>>;

function balanceChangesBetween(
  resultsBefore: CallResults,
  resultsAfter: CallResults,
): BalanceChanges | undefined {
  const decodeNumbers = (balanceResults: CallResults) =>
    balanceResults.map(({ status, returnData }) => (status === 1 ? decodeNumber(returnData) : undefined));
  const [assets, shares, total] = decodeNumbers(resultsBefore);
  const [assetsAfter, sharesAfter, totalAssetsAfter] = decodeNumbers(resultsAfter);
  if (assets === undefined || shares === undefined) return undefined;
  if (assetsAfter === undefined || sharesAfter === undefined) return undefined;
  return {
    assets: assetsAfter - assets,
    shares: sharesAfter - shares,
    totalAssets: total === undefined || totalAssetsAfter === undefined ? undefined : totalAssetsAfter - total,
  };
}

/**
 * Returns the gas of the first call only, for a node that cannot simulate calls. Returns the failed call if the gas
 * cannot be estimated.
 */
async function estimateFirstCall(
  node: ChainSettings,
  requests: readonly SimulatedRequest[],
): Promise<Simulation | FailedCall> {
  const [firstRequest] = requests;
  const [call] = firstRequest?.calls ?? [];
  if (firstRequest === undefined || call === undefined) throw new RangeError('There is no call to estimate');
  const gas = await estimateGas(node, { from: firstRequest.request.wallet, to: call.to, data: call.data });
  if (gas === undefined) return { request: 0, step: 0, reason: undefined };
  return {
    simulated: false,
    requests: requests.map(({ calls }) => ({
      calls: calls.map((each) => ({ data: each.data, gas: each === call ? gas : undefined })),
      changes: undefined,
    })),
  };
}

/** Simulates the calls of all requests in order. Reads the balances before and after each request's calls. */
async function simulateRequestsOnce(
  node: ChainSettings,
  requests: readonly SimulatedRequest[],
): Promise<Simulation | FailedCall> {
  const simulatedBlocks = requests.map(({ request, calls }) => ({
    reads: buildBalanceReads(request),
    calls: calls.map(({ to, data }) => ({ from: request.wallet, to, data })),
  }));
  const simulationResults = await simulateCalls(
    node,
    simulatedBlocks.flatMap(({ reads, calls }) => [...reads, ...calls, ...reads]),
  );
  if (simulationResults === undefined) return estimateFirstCall(node, requests);
  const remainingResults = [...simulationResults];
  const simulatedRequests: Simulation['requests'][number][] = [];
  let step = 0;
  for (const [requestIndex, { reads, calls }] of simulatedBlocks.entries()) {
    const balanceResultsBefore = remainingResults.splice(0, reads.length);
    const callResults = remainingResults.splice(0, calls.length);
    const balanceResultsAfter = remainingResults.splice(0, reads.length);
    for (const { status, returnData, error } of callResults) {
      if (status !== 1)
        return { request: requestIndex, step, reason: decodeRevertReason(error?.data ?? returnData) };
      step += 1;
    }
    simulatedRequests.push({
      calls: calls.map(({ data }, i) => ({ data, gas: callResults[i]?.gasUsed })),
      changes: balanceChangesBetween(balanceResultsBefore, balanceResultsAfter),
    });
  }
  return { simulated: true, requests: simulatedRequests };
}

/**
 * Simulates the calls of one wallet's requests in order.
 * If a call fails with its attribution suffix, it is simulated again without the suffix, because a contract may
 * reject extra bytes.
 *
 * @throws RpcError when the node does not answer
 */
export async function simulateRequests(
  node: ChainSettings,
  requests: readonly SimulatedRequest[],
): Promise<Simulation | FailedCall> {
  const simulation = await simulateRequestsOnce(node, requests);
  if ('requests' in simulation) return simulation;
  let requestIndex = 0;
  let isSuffixRemoved = false;
  const requestsWithoutSuffix = requests.map((each) => ({
    ...each,
    calls: each.calls.map((call) => {
      requestIndex += 1;
      if (requestIndex - 1 !== simulation.step || call.data === call.dataWithoutSuffix) return call;
      isSuffixRemoved = true;
      return { ...call, data: call.dataWithoutSuffix };
    }),
  }));
  return isSuffixRemoved ? simulateRequests(node, requestsWithoutSuffix) : simulation;
}
