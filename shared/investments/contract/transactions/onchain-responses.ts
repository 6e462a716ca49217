import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import {
  amountOutput,
  registerSchemaNames,
  timestamp,
  withDescription,
} from '../../../platform/contract/responses.ts';
import {
  STEP_TYPES,
  VAULT_TRANSACTION_FAILURES,
  VAULT_TRANSACTION_STATES,
  VAULT_TRANSACTION_TYPES,
} from '../investment.ts';
import { counterpartId, userId } from '../responses.ts';

/**
 * One step of an on-chain transaction: a call to send, or a permit to sign. The wallet must keep the order of
 * the steps.
 */
const step = z.strictObject({
  type: withDescription(
    z.enum(STEP_TYPES),
    'approve: lets the vault or router take the asset, or the router take the shares of a withdrawal. permit: the same by a signature. Sign typed_data and send the signature to POST /investments/transactions/{id}/sign. The other types move money.',
  ),
  chain_id: z.int(),
  to: withDescription(
    z.string(),
    'Address of the contract that takes the call, or of the token of a permit.',
  ),
  data: withDescription(
    z.nullable(z.string()),
    'Call data, hexadecimal. Null in a permit, which is not sent, and in the step that waits for its signature.',
  ),
  typed_data: withDescription(
    z.nullable(z.string()),
    'The data that the wallet signs for a permit, as the JSON that eth_signTypedData_v4 takes (EIP-712, EIP-2612). Null in other steps.',
  ),
  value: withDescription(z.string(), 'Native coin to send with the step, in its base unit.'),
  gas_estimate: withDescription(
    z.nullable(z.int()),
    'Gas limit of the step: 1.5 times the gas that the simulation used. Null if the step was not simulated.',
  ),
});

/** One call in a batch of calls that the wallet sends together (EIP-5792). */
const walletCall = z.strictObject({
  to: withDescription(z.string(), 'Address of the contract that takes the call.'),
  data: withDescription(z.string(), 'Call data, hexadecimal.'),
  value: withDescription(z.string(), 'Native coin to send with the call, hexadecimal.'),
});

/** Changes of a wallet's balances. */
const balanceChanges = z.strictObject({
  assets: withDescription(
    z.string(),
    'Change of the asset in the wallet: an exact decimal, negative if the asset leaves the wallet.',
  ),
  shares: withDescription(
    z.string(),
    "Change of the vault's shares in the wallet: an exact decimal, negative if shares leave the wallet.",
  ),
});

/**
 * A deposit or withdrawal on a chain. The service holds no private keys: the caller signs and sends the
 * steps.
 */
export const chainTransaction = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.transaction)),
  type: z.enum(VAULT_TRANSACTION_TYPES),
  settlement: z.literal('onchain'),
  status: withDescription(
    z.enum(VAULT_TRANSACTION_STATES),
    'pending: waits for the steps to be sent. submitted: a hash is known. included: in a block with too few ' +
      'confirmations. Only confirmed money counts. For failed, failure says why. expired and cancelled: the service no ' +
      'longer expects the steps. After reversed, the block was replaced.',
  ),
  user_id: userId,
  counterpart_id: counterpartId,
  failure: withDescription(
    z.nullable(z.enum(VAULT_TRANSACTION_FAILURES)),
    'reverted: the vault step was mined and failed. no_effect: it was mined, and the vault did nothing for the wallet. replaced: another transaction of the wallet used its nonce. Null otherwise.',
  ),
  investment_id: withDescription(
    z.string(),
    'Id of the investment, in GET /investments after the first confirmation if the wallet is proven.',
  ),
  strategy_id: z.string(),
  chain: z.string(),
  chain_id: z.int(),
  vault_address: z.string(),
  wallet_address: z.string(),
  asset: z.string(),
  requested_amount: withDescription(
    z.nullable(amountOutput),
    'The amount of the request. Null for a withdrawal of everything.',
  ),
  amount: withDescription(
    z.nullable(amountOutput),
    "The requested amount. Once the transaction is included, the amount of the vault's event. Until then, null for a withdrawal of everything.",
  ),
  steps: z.array(step),
  calls: withDescription(
    z.array(walletCall),
    'The steps as calls without a signature, for wallet_sendCalls (EIP-5792). Send atomicRequired: true, so that the wallet carries out all calls in one transaction, or none.',
  ),
  expected_changes: withDescription(
    z.nullable(balanceChanges),
    'How the steps will change the balances of the wallet, fees included. The simulation reads the balances before and after the steps. Null if the steps were not simulated.',
  ),
  receiver_address: withDescription(
    z.nullable(z.string()),
    'Address that a confirmed withdrawal paid, or that got the shares of a confirmed deposit. If it is not wallet_address, the wallet signed a call with another receiver. Null until the confirmation.',
  ),
  actual_changes: withDescription(
    z.nullable(balanceChanges),
    'How the balances of the wallet changed in the confirmed transaction. Null until then, and if one transaction carried out several deposits or withdrawals of the wallet.',
  ),
  changes_as_expected: withDescription(
    z.nullable(z.boolean()),
    'Whether actual_changes are at most 0.5% worse for the wallet than expected_changes. Null if one of them is null.',
  ),
  simulated: withDescription(
    z.boolean(),
    'Whether the service simulated all steps on the state of the latest block. What happened on the chain is in status.',
  ),
  hashes: withDescription(z.array(z.string()), 'The reported hashes, the latest last.'),
  may_still_execute: withDescription(
    z.boolean(),
    'Whether the steps may still move money. This can be true for an expired or cancelled transaction, because the wallet may have signed it. It is false as soon as the vault step was executed or failed, another transaction used its nonce, it can no longer succeed, or you cancelled with never_signed.',
  ),
  transaction_hash: withDescription(
    z.nullable(z.string()),
    "Hash of the transaction with the vault's event; null while there is none.",
  ),
  block_number: z.nullable(z.int()),
  created_at: timestamp,
  updated_at: timestamp,
  expires_at: timestamp,
});
export type ChainTransaction = z.infer<typeof chainTransaction>;

/** An on-chain transaction in a list. Its steps are left out, because they would make up most of a page. */
export const listedChainTransaction = z.omit(chainTransaction, { steps: true, calls: true });
export type ListedChainTransaction = z.infer<typeof listedChainTransaction>;

/** A wallet's holdings in a vault. */
export const holding = z.strictObject({
  strategy_id: z.string(),
  user_id: userId,
  settlement: z.literal('onchain'),
  chain: z.string(),
  vault_address: z.string(),
  wallet_address: z.string(),
  wallet_proven: withDescription(
    z.boolean(),
    'Whether you have proven that you control the wallet. Only then do its shares count in the portfolio.',
  ),
  asset: z.string(),
  shares: withDescription(z.string(), 'Vault shares: the opening balance and all confirmed events since.'),
  pending_shares: withDescription(
    z.string(),
    'Shares of events without enough confirmations; below 0 for ' + 'withdrawals.',
  ),
  net_deposited: withDescription(
    amountOutput,
    'Deposits less withdrawals of the wallet since the first transaction that the account requested for it.',
  ),
  net_transferred: withDescription(
    amountOutput,
    'Value of shares that came without a payment (the opening balance, transfers, deposits that others paid), less the value of shares that were sent away. Each at the price of its time.',
  ),
  value: withDescription(
    z.nullable(amountOutput),
    'The shares times the last observed share price. Null before the first observation.',
  ),
  earned: withDescription(z.nullable(amountOutput), 'value - net_deposited - net_transferred.'),
  priced_at: withDescription(z.nullable(timestamp), 'The time of the block whose share price was observed.'),
  price_block_number: withDescription(
    z.nullable(z.int()),
    'The number of that block. It is at most ten minutes old while the chain answers; after a loss a new price is taken within a minute.',
  ),
});
export type Holding = z.infer<typeof holding>;

registerSchemaNames({
  VaultHolding: [holding, 'Vault shares of a wallet.'],
  WalletCall: [walletCall, 'A call of a batch for wallet_sendCalls (EIP-5792).'],
  BalanceChanges: [balanceChanges, 'How balances of a wallet change.'],
  TransactionStep: [
    step,
    'A call that the wallet sends, or a permit that it signs. Keep the order of the steps.',
  ],
  ChainTransaction: [
    chainTransaction,
    'A deposit or withdrawal on a chain. The caller signs and sends its steps.',
  ],
  ListedChainTransaction: [
    listedChainTransaction,
    'A deposit or withdrawal on a chain, without its steps: those are in GET /investments/transactions/{id}.',
  ],
});
