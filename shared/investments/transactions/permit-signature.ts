import type { Hex } from '../../chain/abi.ts';
import { appendAttribution } from '../../chain/attribution.ts';
import { decodeNumber } from '../../chain/erc4626.ts';
import { undefinedIfRejected } from '../../chain/json-rpc.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { estimateGas, readBlock, readContract, simulateCalls } from '../../chain/node.ts';
import { encodePermit, type Permit } from '../../chain/permit.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Reply } from '../../platform/request.ts';
import type { VaultTransaction } from '../store/vault-transactions.ts';
import { gasLimitOf, withChainErrorsAsApiErrors } from '../vaults/step-plan.ts';
import {
  changeVaultTransaction,
  readChangeableVaultTransaction,
  transactionNotOpenError,
} from './vault-transaction-changes.ts';

const REJECTION_MESSAGES = {
  expired: 'The permit has expired. Request the deposit again.',
  wrong:
    'The signature was not made by this wallet, or does not match the typed_data of the permit step. Sign that typed_data again.',
  used: 'This permit is no longer valid, because the wallet has used another permit of the same token. Request the deposit again.',
  none_expected:
    'This transaction has no permit step, so it accepts no signature. Send its steps from the wallet instead.',
} as const;

function signatureRefusedError(reason: keyof typeof REJECTION_MESSAGES): ApiError {
  return new ApiError('signature_refused', { message: REJECTION_MESSAGES[reason], details: { reason } });
}

/** Returns the reason why a token rejected a permit. */
async function readRejectionReason(node: ChainSettings, { token, owner, nonce, deadline }: Permit) {
  const [currentNonce, latestBlock] = await Promise.all([
    readContract(node, { to: token, data: encodePermit.nonces(owner) }).then(decodeNumber),
    readBlock(node, 'latest'),
  ]);
  if (latestBlock !== undefined && BigInt(latestBlock.timestamp) > deadline) return 'expired';
  return currentNonce === nonce ? 'wrong' : 'used';
}

/**
 * Checks that the token accepts the permit, in a call that changes nothing.
 *
 * @throws ApiError signature_refused
 */
async function requireValidPermit(node: ChainSettings, permit: Permit, signature: Hex): Promise<void> {
  const call = { to: permit.token, data: encodePermit.permit(permit, signature) };
  if ((await undefinedIfRejected(readContract(node, call))) === undefined)
    throw signatureRefusedError(await readRejectionReason(node, permit));
}

/**
 * Returns the gas limit of the router call that uses the permit and makes the deposit.
 *
 * @throws ApiError simulation_failed
 */
async function gasLimitOfCall(node: ChainSettings, call: { from: Hex; to: Hex; data: Hex }): Promise<number> {
  const callResults = await simulateCalls(node, [call]);
  const [result] = callResults ?? [];
  const gas = callResults === undefined ? await estimateGas(node, call) : result?.gasUsed;
  if (gas === undefined || result?.status === 0) {
    throw new ApiError('simulation_failed', { details: { step: 0 } });
  }
  return gasLimitOf(gas);
}

/** Returns the steps that remain after the permit was signed: a single call to the router. */
async function buildSignedSteps(
  node: ChainSettings,
  { wallet, steps, code }: VaultTransaction,
  pendingPermit: NonNullable<VaultTransaction['permit']>,
  signature: Hex,
): Promise<VaultTransaction['steps']> {
  const { token, spender, value, nonce, deadline, call } = pendingPermit;
  const permit: Permit = {
    token,
    owner: wallet,
    spender,
    value: BigInt(value),
    nonce: BigInt(nonce),
    deadline: BigInt(deadline),
  };
  await requireValidPermit(node, permit, signature);
  const multicallData = encodePermit.multicall([encodePermit.selfPermit(permit, signature), call]);
  const data = appendAttribution(multicallData, code);
  const gas_estimate = await gasLimitOfCall(node, { from: wallet, to: spender, data });
  return steps.slice(-1).map((lastStep) => ({ ...lastStep, data, gas_estimate }));
}

/**
 * Stores the signature of a permit. One step remains: the wallet calls the router, which uses the permit and makes the
 * deposit. Until this call, the signature can be replaced.
 *
 * @throws ApiError transaction_not_found, transaction_not_open, signature_refused, simulation_failed,
 * chain_unavailable, too_many_transactions
 */
export async function signVaultTransaction(
  { table, chains }: { readonly table: Table; readonly chains: readonly ChainSettings[] },
  { ownerId, id, signature, now }: { ownerId: string; id: string; signature: Hex; now: Date },
): Promise<Reply> {
  const vaultTransaction = await readChangeableVaultTransaction(table, ownerId, id);
  const { permit } = vaultTransaction;
  if (vaultTransaction.state !== 'pending') throw transactionNotOpenError(vaultTransaction.state);
  if (permit === null) throw signatureRefusedError('none_expected');
  if (now.getTime() > permit.deadline * 1_000) throw signatureRefusedError('expired');
  const node = chains.find(({ chain }) => chain === vaultTransaction.chain);
  if (node === undefined) throw new ApiError('chain_unavailable');
  const steps = await withChainErrorsAsApiErrors(() =>
    buildSignedSteps(node, vaultTransaction, permit, signature),
  );
  return changeVaultTransaction(table, ownerId, id, (currentTransaction) => {
    if (currentTransaction.state !== 'pending') throw transactionNotOpenError(currentTransaction.state);
    return { ...currentTransaction, steps, updated_at_ms: now.getTime() };
  });
}
