import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';

/** The fields of a transaction that the advice depends on. */
const transaction = z.looseObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.transaction)),
  settlement: z.string(),
  status: z.optional(z.string()),
  steps: z.optional(z.array(z.looseObject({ type: z.string() }))),
  chain: z.optional(z.string()),
  wallet_address: z.optional(z.string()),
  expires_at: z.optional(z.string()),
});
type Transaction = z.infer<typeof transaction>;

const SANDBOX_ADVICE = 'Only the test ledger changed. No money moved: tell the user so.';

/** Returns the advice for a pending transaction: who must sign what before money moves. */
function pendingAdvice({ steps = [], wallet_address, chain, expires_at }: Transaction): string {
  const permit =
    steps[0]?.type === 'permit'
      ? 'The first step is a signature: the owner signs its typed_data, sign_transaction takes the signature and returns the step to send. '
      : '';
  const count = steps.length === 1 ? 'the step' : `the ${steps.length} steps in order`;
  return `No money has moved. The owner of wallet ${wallet_address} signs and sends ${count} on ${chain} before ${expires_at}, and needs its native coin for gas. ${permit}Then report the hashes with submit_transaction, and call get_transaction until its status is confirmed.`;
}

const ADVICE_BY_STATUS: Readonly<Record<string, (of: Transaction) => string>> = {
  pending: pendingAdvice,
  submitted: () =>
    'The steps were sent. Call get_transaction again in a minute, until its status is confirmed.',
  included: () =>
    'The transaction is in a block that may still be replaced. Call get_transaction in a minute.',
  confirmed: () => 'The money has moved. Nothing is left to do.',
  reversed: () => 'The chain undid the transaction. Call get_transaction in a minute.',
  failed: () =>
    'The transaction failed and nothing was booked. Tell the user, and start again if they want to.',
  expired: () =>
    'The steps are too old to be sent. Start again. If may_still_execute is true, ask the user first whether they sent them.',
  cancelled: () =>
    'The transaction was cancelled. If may_still_execute is true, steps that the user sent anyway still count.',
};

/** Returns what is left to do after a deposit, a withdrawal or both; undefined for other data. */
export function nextStep(data: unknown): string | undefined {
  const both = z.object({ withdrawal: transaction, deposit: transaction }).safeParse(data);
  if (both.success) {
    const [first, second] = [nextStep(both.data.withdrawal), nextStep(both.data.deposit)];
    return first === second ? first : `First the withdrawal: ${first} Then the deposit: ${second}`;
  }
  const { data: one } = transaction.safeParse(data);
  if (one === undefined) return undefined;
  if (one.settlement === 'sandbox') return SANDBOX_ADVICE;
  return one.settlement === 'onchain' ? ADVICE_BY_STATUS[one.status ?? '']?.(one) : undefined;
}
