import { OPERATOR_CAUSE } from '../../shared/platform/audit/cause.ts';
import { recordEvent } from '../../shared/platform/audit/events.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';

interface CarriedOut {
  readonly command: string;
  readonly words: string;
  readonly options?: Readonly<Record<string, string>>;
  /** Id of the account; left out for a command without one. */
  readonly userId?: string | undefined;
}

/**
 * Writes the audit record of a command that an operator has carried out. Its words and options must not contain secrets
 * or name a person, because records without an account outlive an erasure.
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
  await recordEvent(table, OPERATOR_CAUSE, happening, now);
}
