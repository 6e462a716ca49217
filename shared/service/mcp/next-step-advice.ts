import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { toChecksummedAddress } from '../../platform/domain/ethereum.ts';

const stepSchema = z.looseObject({
  type: z.string(),
  to: z.optional(z.string()),
  data: z.optional(z.string()),
  typed_data: z.optional(z.string()),
});

const transactionSchema = z.looseObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.transaction)),
  settlement: z.string(),
  status: z.optional(z.string()),
  steps: z.optional(z.array(stepSchema)),
  requested_amount: z.optional(z.string()),
  asset: z.optional(z.string()),
  chain: z.optional(z.string()),
  wallet_address: z.optional(z.string()),
  expires_at: z.optional(z.string()),
});
type Transaction = z.infer<typeof transactionSchema>;

const SANDBOX_ADVICE = 'Only the test ledger changed. Tell the user that no money moved.';

/** Returns the address that an approval or permit allows to take tokens. Returns undefined for other steps. */
function findSpender({ type, data, typed_data }: z.infer<typeof stepSchema>): string | undefined {
  if (type === 'approve')
    return data === undefined ? undefined : toChecksummedAddress(`0x${data.slice(34, 74)}`);
  return typed_data === undefined ? undefined : /"spender":\s*"(0x[0-9a-fA-F]{40})"/.exec(typed_data)?.[1];
}

/** Describes what a step allows or does, because the user must know this before signing the step. */
function describeStep(
  step: z.infer<typeof stepSchema>,
  { requested_amount, asset }: Transaction,
  isDeposit: boolean,
) {
  const amount = requested_amount === undefined ? 'the whole amount' : `${requested_amount} ${asset}`;
  if (step.type !== 'approve' && step.type !== 'permit') return `${step.type} of ${amount} at ${step.to}`;
  return `${step.type}: lets ${findSpender(step)} take ${isDeposit ? amount : 'the shares'}`;
}

/** Returns the advice for a pending transaction: who must sign which steps before money moves. */
function adviseOnPendingTransaction(pendingTransaction: Transaction): string {
  const { steps = [], wallet_address, chain, expires_at } = pendingTransaction;
  const permitAdvice =
    steps[0]?.type === 'permit'
      ? 'The first step is a signature: the owner signs its typed_data. Send the signature with sign_transaction, which returns the next step. '
      : '';
  const isDeposit = steps.at(-1)?.type === 'deposit';
  const stepTexts = steps.map(
    (step, index) => `${index + 1}. ${describeStep(step, pendingTransaction, isDeposit)}.`,
  );
  const count = steps.length === 1 ? 'the step' : `the ${steps.length} steps in order`;
  return `No money has moved: the steps are only prepared. The owner of the wallet ${wallet_address} must sign and send ${count} on ${chain} before ${expires_at}, and needs the native coin of the chain for gas. Steps: ${stepTexts.join(' ')} ${permitAdvice}Then report the hashes with submit_transaction, and call get_transaction until its status is confirmed.`;
}

const ADVICE_BY_STATUS: Readonly<Record<string, (transaction: Transaction) => string>> = {
  pending: adviseOnPendingTransaction,
  submitted: () =>
    'The steps were sent. Call get_transaction again in a minute, until its status is confirmed.',
  included: () =>
    'The transaction is in a block that may still be replaced. Call get_transaction in a minute.',
  confirmed: () => 'The money has moved. Nothing is left to do.',
  reversed: () => 'The chain undid the transaction. Call get_transaction in a minute.',
  failed: () =>
    'The transaction failed and nothing was booked. Tell the user, and start again if they want to.',
  expired: () =>
    'The steps have expired. If may_still_execute is true, first ask the user whether a wallet signed the last step. If no wallet signed it, call cancel_transaction with never_signed. Then start again.',
  cancelled: () =>
    'The transaction was cancelled. If may_still_execute is true and the user never signed the last step, call cancel_transaction with never_signed. Steps that were sent still count.',
};

const alertSchema = z.looseObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.alert)),
  kind: z.string(),
  target: z.string(),
});
const ALERT_ADVICE =
  'The service checks the condition at each update of the market data. An alert that fires creates an event, which list_events returns. To end the alert, call delete_alert.';

/**
 * Returns advice about the remaining steps after a deposit, a withdrawal, a move (withdrawal and deposit) or
 * a new alert. Returns undefined for other data.
 */
export function adviseOnNextStep(data: unknown): string | undefined {
  const parsedMove = z.object({ withdrawal: transactionSchema, deposit: transactionSchema }).safeParse(data);
  if (parsedMove.success) {
    const [withdrawalAdvice, depositAdvice] = [
      adviseOnNextStep(parsedMove.data.withdrawal),
      adviseOnNextStep(parsedMove.data.deposit),
    ];
    return withdrawalAdvice === depositAdvice
      ? withdrawalAdvice
      : `First the withdrawal: ${withdrawalAdvice} Then the deposit: ${depositAdvice}`;
  }
  if (alertSchema.safeParse(data).success) return ALERT_ADVICE;
  const { data: transaction } = transactionSchema.safeParse(data);
  if (transaction === undefined) return undefined;
  if (transaction.settlement === 'sandbox') return SANDBOX_ADVICE;
  return transaction.settlement === 'onchain'
    ? ADVICE_BY_STATUS[transaction.status ?? '']?.(transaction)
    : undefined;
}
