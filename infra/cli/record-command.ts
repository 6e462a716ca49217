import { OPERATOR } from '../../shared/platform/audit/cause.ts';
import { recordEvent } from '../../shared/platform/audit/events.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';

interface CarriedOut {
  readonly command: string;
  readonly words: string;
  readonly options?: Readonly<Record<string, string>>;
}

/**
 * Tells the record of who did what of a command that an operator has carried out, with its words and the options that
 * were given to it, of which none is a secret.
 */
export async function recordCommand(
  table: Table,
  { command, words, options = {} }: CarriedOut,
  now: Date,
): Promise<void> {
  const happening = {
    type: 'operator.command',
    userId: null,
    details: { ...options, command, words },
  } as const;
  await recordEvent(table, OPERATOR, happening, now);
}
