import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { amountOutput, described, nameSchemas, timestamp } from '../../../platform/contract/responses.ts';
import { INTENT_FAILURES, INTENT_STATES, INTENT_TYPES, STEP_TYPES } from '../investment.ts';
import { counterpartId, userId } from '../responses.ts';

/** What the caller's wallet signs, and sends where it is a call; the steps of a transaction go in their order. */
const step = z.strictObject({
  type: described(
    z.enum(STEP_TYPES),
    'approve lets the vault or router take the asset. permit does so by a signature: sign typed_data and give the signature to POST /investments/transactions/{id}/sign. The others move money.',
  ),
  chain_id: z.int(),
  to: z.string(),
  data: described(
    z.nullable(z.string()),
    'Call data, hexadecimal. Null in a permit, which is not sent, and in what waits for its signature.',
  ),
  typed_data: described(
    z.nullable(z.string()),
    'Of a permit, otherwise null: what to sign, as the JSON that eth_signTypedData_v4 takes (EIP-712, EIP-2612).',
  ),
  value: described(z.string(), 'Native currency to send with it, in its base unit.'),
  gas_estimate: described(
    z.nullable(z.int()),
    'Limit of gas to send it with: half more than it used when it was simulated a minute after the latest block, for refunds and for what changes meanwhile. Null where it was not tried.',
  ),
});

/** A deposit or withdrawal on a chain. The service holds no keys: the caller signs and sends the steps. */
export const chainTransaction = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.transaction)),
  type: z.enum(INTENT_TYPES),
  settlement: z.literal('onchain'),
  status: described(
    z.enum(['pending', 'confirmed', 'failed']),
    'What is pending is in no balance that can be spent.',
  ),
  state: described(
    z.enum(INTENT_STATES),
    'pending: waits for the steps to be sent. submitted: a hash is known. included: in a block, not deep enough yet. reversed: was confirmed, and its block is gone.',
  ),
  user_id: userId,
  counterpart_id: counterpartId,
  failure: described(z.nullable(z.enum(INTENT_FAILURES)), 'Why it failed, where it did.'),
  investment_id: described(
    z.string(),
    'What it pays into or out of: in GET /investments once something is confirmed and the wallet is proven to be yours.',
  ),
  strategy_id: z.string(),
  chain: z.string(),
  chain_id: z.int(),
  vault_address: z.string(),
  wallet_address: z.string(),
  asset: z.string(),
  amount: described(
    z.nullable(amountOutput),
    "What was asked for; once included, what the vault's event says. Null for everything, until then.",
  ),
  steps: z.array(step),
  simulated: described(z.boolean(), 'Whether all steps were simulated on the state of the latest block.'),
  hashes: described(z.array(z.string()), 'Hashes as reported, the latest last.'),
  transaction_hash: described(z.nullable(z.string()), "Of the transaction with the vault's event."),
  block_number: z.nullable(z.int()),
  created_at: timestamp,
  updated_at: timestamp,
  expires_at: timestamp,
});
export type ChainTransaction = z.infer<typeof chainTransaction>;

/** The same in a list, without its steps: they would be most of a page, and who signs them asks for one transaction. */
export const listedTransaction = z.omit(chainTransaction, { steps: true });
export type ListedTransaction = z.infer<typeof listedTransaction>;

/** What a wallet holds in a vault. */
export const holding = z.strictObject({
  strategy_id: z.string(),
  user_id: userId,
  settlement: z.literal('onchain'),
  chain: z.string(),
  vault_address: z.string(),
  wallet_address: z.string(),
  wallet_proven: described(
    z.boolean(),
    'Whether the wallet has been shown to be yours: only then does it count in the portfolio.',
  ),
  asset: z.string(),
  shares: described(
    z.string(),
    "Of the vault, as its confirmed events say since the wallet's first steps were asked for.",
  ),
  pending_shares: described(z.string(), 'In blocks that are not deep enough yet; below 0 on their way out.'),
  net_deposited: described(amountOutput, 'Paid into the vault less paid out of it, over the same time.'),
  value: described(
    z.nullable(amountOutput),
    'Of the shares, at the share price observed last; of those bought after it, what was paid for them.',
  ),
  earned: described(
    z.nullable(amountOutput),
    'value - net_deposited: shares that were sent to the wallet count as earned.',
  ),
  priced_at: described(z.nullable(timestamp), 'When the share price was observed.'),
});
export type Holding = z.infer<typeof holding>;

nameSchemas({
  VaultHolding: [holding, 'What a wallet holds in a vault.'],
  TransactionStep: [step, 'What the wallet signs, and sends where it is a call; steps go in their order.'],
  ChainTransaction: [
    chainTransaction,
    'A deposit or withdrawal on a chain. The caller signs and sends its steps.',
  ],
  ListedTransaction: [
    listedTransaction,
    'A deposit or withdrawal on a chain, without its steps: those are in GET /investments/transactions/{id}.',
  ],
});
