import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { interceptCommands, type Sent } from '../../support/engine/intercept-commands.ts';

const WRITE_COMMAND_NAMES = ['TransactWriteCommand', 'UpdateCommand', 'PutCommand', 'DeleteCommand'];

const isNotificationWrite = ({ kind, input }: Sent) =>
  WRITE_COMMAND_NAMES.includes(kind) && /"(WEBHOOKS|ALERTS)#/.test(JSON.stringify(input));

/** Returns a table that calls `happens` once, just before the first write of a webhook endpoint or an alert. */
export function interruptFirstWrite(table: Table, happens: () => Promise<unknown>): Table {
  let hasInterrupted = false;
  return interceptCommands(table, async (sent) => {
    if (hasInterrupted || !isNotificationWrite(sent)) return;
    hasInterrupted = true;
    await happens();
  });
}
