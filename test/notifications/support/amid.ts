import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { interposed, type Sent } from '../../support/engine/interposed.ts';

const WRITES = ['TransactWriteCommand', 'UpdateCommand', 'PutCommand', 'DeleteCommand'];

const isOfNotifications = ({ kind, input }: Sent) =>
  WRITES.includes(kind) && /"(WEBHOOKS|ALERTS)#/.test(JSON.stringify(input));

/** Returns the same table with `happens` run once, just before the first write of an endpoint or alert. */
export function amidWrite(table: Table, happens: () => Promise<unknown>): Table {
  let hasHappened = false;
  return interposed(table, async (sent) => {
    if (hasHappened || !isOfNotifications(sent)) return;
    hasHappened = true;
    await happens();
  });
}
