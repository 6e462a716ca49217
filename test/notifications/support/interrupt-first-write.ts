import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { interceptCommands, type Sent } from '../../support/engine/intercept-commands.ts';

const WRITES = ['TransactWriteCommand', 'UpdateCommand', 'PutCommand', 'DeleteCommand'];

const isOfNotifications = ({ kind, input }: Sent) =>
  WRITES.includes(kind) && /"(WEBHOOKS|ALERTS)#/.test(JSON.stringify(input));

/** Returns a table that calls `happens` once, just before the first write of a webhook endpoint or an alert. */
export function interruptFirstWrite(table: Table, happens: () => Promise<unknown>): Table {
  let hasHappened = false;
  return interceptCommands(table, async (sent) => {
    if (hasHappened || !isOfNotifications(sent)) return;
    hasHappened = true;
    await happens();
  });
}
