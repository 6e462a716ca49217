import { decodeNumber } from '../../chain/erc4626.ts';
import { RpcError } from '../../chain/json-rpc.ts';
import type { Hex } from '../../chain/multicall.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { readContract } from '../../chain/node.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Vault } from '../../strategies/records.ts';
import type { DepositMinimum } from '../deposit-minimum.ts';
import type { Intent } from '../store/intents.ts';

/** How long an intent waits for its transaction, and its permit can be signed. */
export const INTENT_LIFE_MS = 60 * 60_000;

/** What somebody asks for. */
export interface IntentRequest {
  readonly ownerId: string;
  /** The account's user for whom the plan is made. */
  readonly userId: string | undefined;
  readonly type: Intent['type'];
  readonly vault: Vault;
  readonly wallet: Hex;
  /** Base units of the asset; everything when undefined. */
  readonly assets: bigint | undefined;
  /** Base units of the asset that steps before these pay to the wallet. */
  readonly incoming?: bigint;
  /** The least that the strategy takes, of a deposit. */
  readonly minimum?: DepositMinimum | undefined;
  readonly now: Date;
}

/** A call of the wallet's. */
export interface PlainStep {
  readonly type: Intent['steps'][number]['type'];
  readonly to: Hex;
  readonly data: Hex;
}

/** An approval that is signed and not sent. */
export interface SignedApproval {
  /** JSON, as wallets take it. */
  readonly typedData: string;
  /** What is stored until the permit is signed. */
  readonly pending: NonNullable<Intent['permit']>;
}

/** The steps of an intent on its chain, before the simulation. */
export interface StepPlan {
  readonly steps: readonly PlainStep[];
  /** The permit that the wallet can sign instead of the approvals among the steps. */
  readonly permit?: SignedApproval | undefined;
  /** Of the vault; undefined when the assets say how much it is. */
  readonly shares: bigint | undefined;
  /** Base units of the asset that the steps move. */
  readonly assets: bigint;
}

/**
 * Refunds are at most a fifth of the gas used before them (EIP-3529), so the limit must be a quarter higher. Another
 * fifth allows for state that changes before the call is in a block.
 */
const GAS_MARGIN = 1.25 * 1.2;

/** The limit of gas for a call that used so much, after refunds, as it was tried. */
export function gasLimitOf(used: number): number {
  return Math.ceil(used * GAS_MARGIN);
}

const BASIS_POINTS = 10_000n;

/** The least that an amount may fall to, given a tolerance in hundredths of a percent, rounded down. */
export function atLeast(amount: bigint, slippageBasisPoints: number): bigint {
  return (amount * (BASIS_POINTS - BigInt(slippageBasisPoints))) / BASIS_POINTS;
}

/** The most that an amount may rise to, given a tolerance in hundredths of a percent, rounded up. */
export function atMost(amount: bigint, slippageBasisPoints: number): bigint {
  return (amount * (BASIS_POINTS + BigInt(slippageBasisPoints)) + BASIS_POINTS - 1n) / BASIS_POINTS;
}

/** Turns a failed read of the chain into an error that asks the caller to retry, because the fault is not ours. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RpcError) throw new ApiError('chain_unavailable', { cause: error });
    throw error;
  }
}

export async function readNumber(node: ChainSettings, to: Hex, data: Hex): Promise<bigint> {
  const value = decodeNumber(await readContract(node, { to, data }));
  if (value === undefined) throw new ApiError('chain_unavailable');
  return value;
}
