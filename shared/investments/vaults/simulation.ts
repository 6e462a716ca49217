import type { Hex } from '../../chain/abi.ts';
import { decodeNumber, encodeRead } from '../../chain/erc4626.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { estimateGas, simulate } from '../../chain/node.ts';
import { revertReason } from '../../chain/revert-reason.ts';
import type { IntentRequest } from './plan.ts';

/** A call of a wallet, and the same call without its attribution suffix. */
interface AttributedCall {
  readonly data: Hex;
  readonly plain: Hex;
  readonly to: Hex;
}

/** The calls of one request. */
export interface SimulatedRequest {
  readonly request: Pick<IntentRequest, 'vault' | 'wallet'>;
  readonly calls: readonly AttributedCall[];
}

/** By how much the calls of a request change balances, in base units with their sign. */
export interface BalanceChanges {
  /** Of the asset, in the wallet. */
  readonly assets: bigint;
  /** Of the vault's shares, in the wallet. */
  readonly shares: bigint;
  /** Of all that the vault says it holds; undefined where it does not say. */
  readonly totalAssets: bigint | undefined;
}

/** How the calls of some requests would end one after another. */
export interface Simulation {
  /** False where the node cannot simulate: then only the first call was estimated. */
  readonly simulated: boolean;
  readonly requests: readonly {
    /** The gas of each call, undefined where it is not known. */
    readonly calls: readonly { readonly data: Hex; readonly gas: number | undefined }[];
    /** Undefined where they are not known. */
    readonly changes: BalanceChanges | undefined;
  }[];
}

/** A call that would fail. */
export interface FailedCall {
  /** Index of its request, and index among the calls of all requests, from 0. */
  readonly request: number;
  readonly step: number;
  /** In the contract's words; undefined where it or the node gives none. */
  readonly reason: string | undefined;
}

const balanceReads = ({ vault, wallet }: SimulatedRequest['request']) => [
  { from: wallet, to: vault.asset.address, data: encodeRead.balanceOf(wallet) },
  { from: wallet, to: vault.address, data: encodeRead.balanceOf(wallet) },
  { from: wallet, to: vault.address, data: encodeRead.totalAssets() },
];

type Results = NonNullable<Awaited<ReturnType<typeof simulate>>>;

function changesBetween(before: Results, after: Results): BalanceChanges | undefined {
  const numbers = (results: Results) =>
    results.map(({ status, returnData }) => (status === 1 ? decodeNumber(returnData) : undefined));
  const [assets, shares, total] = numbers(before);
  const [assetsAfter, sharesAfter, totalAfter] = numbers(after);
  if (assets === undefined || shares === undefined) return undefined;
  if (assetsAfter === undefined || sharesAfter === undefined) return undefined;
  return {
    assets: assetsAfter - assets,
    shares: sharesAfter - shares,
    totalAssets: total === undefined || totalAfter === undefined ? undefined : totalAfter - total,
  };
}

/** Where the node cannot simulate, the first call alone is estimated. */
async function estimated(
  node: ChainSettings,
  requests: readonly SimulatedRequest[],
): Promise<Simulation | FailedCall> {
  const [first] = requests;
  const [call] = first?.calls ?? [];
  if (first === undefined || call === undefined) throw new RangeError('There is no call to estimate');
  const gas = await estimateGas(node, { from: first.request.wallet, to: call.to, data: call.data });
  if (gas === undefined) return { request: 0, step: 0, reason: undefined };
  return {
    simulated: false,
    requests: requests.map(({ calls }) => ({
      calls: calls.map((each) => ({ data: each.data, gas: each === call ? gas : undefined })),
      changes: undefined,
    })),
  };
}

/** The calls of all requests in order. Each request's calls stand between two reads of the balances. */
async function simulated(
  node: ChainSettings,
  requests: readonly SimulatedRequest[],
): Promise<Simulation | FailedCall> {
  const blocks = requests.map(({ request, calls }) => ({
    reads: balanceReads(request),
    calls: calls.map(({ to, data }) => ({ from: request.wallet, to, data })),
  }));
  const results = await simulate(
    node,
    blocks.flatMap(({ reads, calls }) => [...reads, ...calls, ...reads]),
  );
  if (results === undefined) return estimated(node, requests);
  const left = [...results];
  const outcomes: Simulation['requests'][number][] = [];
  let step = 0;
  for (const [place, { reads, calls }] of blocks.entries()) {
    const before = left.splice(0, reads.length);
    const made = left.splice(0, calls.length);
    const after = left.splice(0, reads.length);
    for (const { status, returnData, error } of made) {
      if (status !== 1) return { request: place, step, reason: revertReason(error?.data ?? returnData) };
      step += 1;
    }
    outcomes.push({
      calls: calls.map(({ data }, i) => ({ data, gas: made[i]?.gasUsed })),
      changes: changesBetween(before, after),
    });
  }
  return { simulated: true, requests: outcomes };
}

/**
 * Simulates the calls of some requests of one wallet one after another, with balances before and after those of each
 * request. A call that fails with its attribution suffix is tried without it, because a contract may refuse bytes behind
 * its arguments.
 *
 * @throws RpcError when the node does not answer
 */
export async function simulateRequests(
  node: ChainSettings,
  requests: readonly SimulatedRequest[],
): Promise<Simulation | FailedCall> {
  const outcome = await simulated(node, requests);
  if ('requests' in outcome) return outcome;
  let place = 0;
  let hasSuffix = false;
  const plain = requests.map((each) => ({
    ...each,
    calls: each.calls.map((call) => {
      place += 1;
      if (place - 1 !== outcome.step || call.data === call.plain) return call;
      hasSuffix = true;
      return { ...call, data: call.plain };
    }),
  }));
  return hasSuffix ? simulateRequests(node, plain) : outcome;
}
