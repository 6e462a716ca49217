import * as z from 'zod/mini';
import { placeUser } from '../../../../../shared/accounts/users.ts';
import { forEachParallel } from '../../../../../shared/platform/dynamodb/batch.ts';
import { scanPages } from '../../../../../shared/platform/dynamodb/query-all.ts';
import { ITEMS, partitionPrefix } from '../../../../../shared/platform/dynamodb/table.ts';
import { placeConnection } from '../../../../../shared/wallets/connections.ts';
import type { Command } from '../../command.ts';

const CONCURRENCY = 8;

const itemKey = z.object({ pk: z.string(), sk: z.string() });
const PLACES = [
  { item: ITEMS.user, place: placeUser },
  { item: ITEMS.walletConnection, place: placeConnection },
] as const;

function placeOf(item: unknown): typeof placeUser | undefined {
  const { pk, sk } = itemKey.parse(item);
  const found = PLACES.find(
    (each) => sk === each.item.template.sk && pk.startsWith(partitionPrefix(each.item)),
  );
  return found?.place;
}

export const listsRepair: Command = {
  name: 'lists repair',
  summary: 'Put every user and wallet connection on the lists where they belong',
  positionals: [],
  recorded: 'by_command',
  options: {},
  notes: `Reads the whole table and writes what is missing only, while everything else goes on. For a table whose lists an
older release kept in another form, and for records of the stream that were given up.`,
  async run(session) {
    const { table } = session;
    let placed = 0;
    for await (const items of scanPages(table)) {
      await forEachParallel(items, CONCURRENCY, async (item) => {
        const place = placeOf(item);
        if (place === undefined) return;
        await place(table, [item]);
        placed += 1;
      });
    }
    session.print({ placed });
  },
};
