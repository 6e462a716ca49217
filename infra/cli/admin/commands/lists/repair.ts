import * as z from 'zod/mini';
import { updateUserLists } from '../../../../../shared/accounts/users.ts';
import { forEachParallel } from '../../../../../shared/platform/dynamodb/batch.ts';
import { scanPages } from '../../../../../shared/platform/dynamodb/query-all.ts';
import { ITEMS, partitionPrefixOf } from '../../../../../shared/platform/dynamodb/table.ts';
import { updateConnectionLists } from '../../../../../shared/wallets/connections.ts';
import type { Command } from '../../command.ts';

const ITEM_CONCURRENCY = 8;

const itemKeySchema = z.object({ pk: z.string(), sk: z.string() });
const LISTED_ITEM_KINDS = [
  { item: ITEMS.user, place: updateUserLists },
  { item: ITEMS.walletConnection, place: updateConnectionLists },
] as const;

function findRepairFunction(item: unknown): typeof updateUserLists | undefined {
  const { pk, sk } = itemKeySchema.parse(item);
  const matchingListedItem = LISTED_ITEM_KINDS.find(
    (each) => sk === each.item.template.sk && pk.startsWith(partitionPrefixOf(each.item)),
  );
  return matchingListedItem?.place;
}

export const listsRepairCommand: Command = {
  name: 'lists repair',
  summary: 'Repair the lists of users and wallet connections that administrators see',
  positionals: [],
  recorded: 'by_command',
  options: {},
  notes: `Run \`lists repair\` if an alarm says that the stream follower skipped records. The stream follower is the function that adds new
users and wallet connections to the lists that administrators see. \`lists repair\` reads the whole table and adds the missing
entries. The service can run during the command.`,
  async run(commandContext) {
    const { table } = commandContext;
    let repairedCount = 0;
    for await (const items of scanPages(table)) {
      await forEachParallel(items, ITEM_CONCURRENCY, async (item) => {
        const repairFunction = findRepairFunction(item);
        if (repairFunction === undefined) return;
        await repairFunction(table, [item]);
        repairedCount += 1;
      });
    }
    commandContext.print({ placed: repairedCount });
  },
};
