import type { UserItem } from '../../../../../shared/accounts/store/users.ts';
import { adjustInvestment } from '../../../../../shared/investments/adjustments.ts';
import { pauseRandomly } from '../../../../../shared/investments/dependencies.ts';
import { readStoredPrices } from '../../../../../shared/market/prices/stored-prices.ts';
import { ApiError } from '../../../../../shared/platform/contract/errors.ts';
import { createId } from '../../../../../shared/platform/ids.ts';
import { UsageError } from '../../../usage-error.ts';
import {
  type Command,
  CommandError,
  readPositionalArgument,
  readTextOption,
  USER_PLACEHOLDER,
} from '../../command.ts';
import { requireUser } from '../../users.ts';

const REASON_LENGTH_MAX = 200;
const SIGNED_AMOUNT_PATTERN = /^-?\d{1,60}(\.\d{1,36})?$/;

/** Replaces the API's message about the idempotency key, because the operator gave that key as --reference. */
function explainRejection({ code, message }: ApiError): string {
  return code === 'idempotency_key_reused'
    ? 'Another adjustment already has this --reference. Choose a new reference.'
    : message;
}

/**
 * Returns the words of a text in lower case, with a space around each word, so that a search matches only whole
 * words.
 */
const normalizeAndPadWords = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/**
 * Returns the reason of an adjustment, which the user can read. The reason stays in the ledger after the user
 * is erased, so it must not contain the name or the wallet address of the user.
 *
 * @throws UsageError for an invalid reason
 */
function requireAnonymousReason({ name, wallet_address }: UserItem, reasonText: string | undefined): string {
  const reason = reasonText?.trim() ?? '';
  if (reason === '' || reason.length > REASON_LENGTH_MAX) {
    throw new UsageError(`--reason must be 1 to ${REASON_LENGTH_MAX} characters`);
  }
  const normalizedReason = normalizeAndPadWords(reason);
  const personalTexts = [name, wallet_address]
    .map((text) => normalizeAndPadWords(text ?? ''))
    .filter((text) => text.trim() !== '');
  if (personalTexts.some((text) => normalizedReason.includes(text))) {
    throw new UsageError(
      "--reason must not contain the user's name or wallet, because the reason is never deleted",
    );
  }
  return reason;
}

export const ledgerAdjustCommand: Command = {
  name: 'ledger adjust',
  summary: 'Correct the value of an investment, with a reason that the user sees',
  positionals: [USER_PLACEHOLDER, 'INVESTMENT', 'AMOUNT'],
  recorded: 'by_command',
  options: {
    reason: {
      type: 'string',
      value: 'TEXT',
      summary: 'reason, which the user can read; it must not contain personal data',
      required: true,
    },
    reference: {
      type: 'string',
      value: 'TEXT',
      summary:
        'a text of your choice that identifies this adjustment; a second run with the same text changes nothing',
      required: true,
    },
  },
  notes: `\`ledger adjust\` adds AMOUNT to the value of the investment. AMOUNT is in units of the asset, such as 12.5. To subtract, write --
before the negative amount: -- -12.5. \`ledger adjust\` pays nothing out. To correct a wrong adjustment, make another adjustment.

The reason of an adjustment must not contain personal data, because the ledger keeps the reason after the user is erased. The
audit event of this command contains neither the reason nor the reference.`,

  async run(commandContext) {
    const user = await requireUser(commandContext, readPositionalArgument(commandContext, 0));
    const [investmentId, amount] = [
      readPositionalArgument(commandContext, 1),
      readPositionalArgument(commandContext, 2),
    ];
    const reference = readTextOption(commandContext.values, 'reference')?.trim() ?? '';
    if (!SIGNED_AMOUNT_PATTERN.test(amount))
      throw new UsageError('AMOUNT must be a decimal number without an exponent, such as 12.5');
    if (Number(amount) === 0) throw new UsageError('AMOUNT must not be 0');
    const reason = requireAnonymousReason(user, readTextOption(commandContext.values, 'reason'));
    await commandContext.confirm(`Change the value of ${investmentId} by ${amount} units of its asset?`);
    const { table, now } = commandContext;
    const { priceOf } = await readStoredPrices(table);
    const dependencies = {
      table,
      sandbox: false,
      createTransactionId: () => createId('transaction'),
      remainingMs: () => Number.POSITIVE_INFINITY,
      clock: Date.now,
      priceUsd: async (asset: string) => priceOf(asset),
      onContention: () => undefined,
      pause: pauseRandomly,
    };
    const adjustment = { ownerId: user.id, investmentId, amount, reason, reference, now };
    commandContext.print(
      await adjustInvestment(dependencies, adjustment).catch((error: unknown) => {
        throw error instanceof ApiError ? new CommandError(explainRejection(error)) : error;
      }),
    );
  },
};
