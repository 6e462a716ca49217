import { decodeNumber } from '../../chain/erc4626.ts';
import { RpcError } from '../../chain/json-rpc.ts';
import type { Hex } from '../../chain/multicall.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { readContract } from '../../chain/node.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Vault } from '../../strategies/records.ts';
import type { DepositMinimum } from '../deposit-minimum.ts';
import type { VaultTransaction } from '../store/vault-transactions.ts';

/** Lifetime of a vault transaction and of its permit: one hour. */
export const VAULT_TRANSACTION_LIFETIME_MS = 60 * 60_000;

/** A request for the steps of a deposit or withdrawal. */
export interface VaultTransactionRequest {
  readonly ownerId: string;
  /** The end user for whom the steps are made; undefined for the account itself. */
  readonly userId: string | undefined;
  readonly type: VaultTransaction['type'];
  readonly vault: Vault;
  readonly wallet: Hex;
  /** Amount in base units of the asset; undefined for a withdrawal of everything. */
  readonly assets: bigint | undefined;
  /** Base units of the asset that the preceding withdrawal of a move pays to the wallet. */
  readonly assetsFromWithdrawal?: bigint;
  /** The strategy's minimum deposit; only for deposits. */
  readonly minimum?: DepositMinimum | undefined;
  readonly now: Date;
}

export interface WalletCall {
  readonly type: VaultTransaction['steps'][number]['type'];
  readonly to: Hex;
  readonly data: Hex;
}

/** A permit: an approval that the wallet signs instead of sending. */
export interface UnsignedPermit {
  /** The typed data (EIP-712) as JSON text, as wallets expect it. */
  readonly typedData: string;
  /** The permit's data, which is stored so that the signature can be checked and used later. */
  readonly storedPermit: NonNullable<VaultTransaction['permit']>;
}

/** The steps of a vault transaction, before their simulation. */
export interface StepPlan {
  readonly steps: readonly WalletCall[];
  /** The permit that the wallet can sign instead of the approvals among the steps. */
  readonly permit?: UnsignedPermit | undefined;
  /** The wallet's shares in base units, if the steps redeem all of them. Undefined in all other cases. */
  readonly shares: bigint | undefined;
  /** Amount of the asset that the steps move, in base units. */
  readonly assets: bigint;
}

/**
 * Gas limit divided by the gas used in a simulation. The factor 1.25 covers refunds, which are at most a fifth of the
 * gas (EIP-3529). The factor 1.2 covers changes of the chain's state before the call is in a block.
 */
const GAS_MARGIN_FACTOR = 1.25 * 1.2;

/** Returns the gas limit of a call. `gasUsed` is the gas that the simulation reports, with refunds subtracted. */
export function gasLimitOf(gasUsed: number): number {
  return Math.ceil(gasUsed * GAS_MARGIN_FACTOR);
}

const ONE_IN_BASIS_POINTS = 10_000n;

/** Returns the amount reduced by a tolerance in basis points (0.01%), rounded down. */
export function subtractTolerance(amount: bigint, slippageBasisPoints: number): bigint {
  return (amount * (ONE_IN_BASIS_POINTS - BigInt(slippageBasisPoints))) / ONE_IN_BASIS_POINTS;
}

/** Returns the amount increased by a tolerance in basis points (0.01% each), rounded up. */
export function addTolerance(amount: bigint, slippageBasisPoints: number): bigint {
  return (
    (amount * (ONE_IN_BASIS_POINTS + BigInt(slippageBasisPoints)) + ONE_IN_BASIS_POINTS - 1n) /
    ONE_IN_BASIS_POINTS
  );
}

/** Converts a failed read of the chain (RpcError) to the ApiError `chain_unavailable`. */
export async function withChainErrorsAsApiErrors<T>(work: () => Promise<T>): Promise<T> {
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
