import { OPERATOR_CAUSE } from '../../shared/platform/audit/cause.ts';
import { recordEvent } from '../../shared/platform/audit/events.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';

interface ExecutedCommand {
  readonly command: string;
  readonly words: string;
  readonly options?: Readonly<Record<string, string>>;
  /** Id of the account; undefined for a command that concerns no account. */
  readonly userId?: string | undefined;
}

/**
 * Writes the audit record of an operator's command. `words` and `options` must not contain secrets or personal
 * names, because records without an account are kept when a user is erased.
 */
export async function recordCommand(
  table: Table,
  { command, words, options = {}, userId }: ExecutedCommand,
  now: Date,
): Promise<void> {
  const eventContent = {
    type: 'operator.command',
    userId: userId ?? null,
    details: { ...options, command, words },
  } as const;
  await recordEvent(table, OPERATOR_CAUSE, eventContent, now);
}
