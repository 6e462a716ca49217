import { OPERATOR } from '../../shared/platform/audit/cause.ts';
import { recordEvent } from '../../shared/platform/audit/events.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';

interface CarriedOut {
  readonly command: string;
  readonly words: string;
  readonly options?: Readonly<Record<string, string>>;
  /** Id of the account that it was about; left out for a command about none. */
  readonly userId?: string | undefined;
}

/**
 * Tells the record of who did what of a command that an operator has carried out, of the account that it was about. Its
 * words and options are neither secrets nor anything that names a person: what is of no account outlives an erasure.
 */
export async function recordCommand(
  table: Table,
  { command, words, options = {}, userId }: CarriedOut,
  now: Date,
): Promise<void> {
  const happening = {
    type: 'operator.command',
    userId: userId ?? null,
    details: { ...options, command, words },
  } as const;
  await recordEvent(table, OPERATOR, happening, now);
}
