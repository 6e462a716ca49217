import { dateOfDay, dayOf } from '../../platform/domain/days.ts';
import { compress } from '../../platform/domain/snapshot.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { write } from '../../platform/dynamodb/write.ts';
import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';

/**
 * Stores the utilisation of all lending markets in one item per hour (UTC). The items are never deleted, because no
 * source has this history. `values` is Zstandard-compressed JSON: `[utilisation (0 to 1), withdrawable (USD)]` by
 * strategy id.
 */
export async function recordUtilisations(
  table: Table,
  records: readonly StrategyRecord[],
  now: Date,
): Promise<void> {
  const utilisationEntries = records.flatMap(({ id, utilisation, withdrawable }) =>
    utilisation === null ? [] : [[id, [utilisation, withdrawable]] as const],
  );
  if (utilisationEntries.length === 0) return;
  const day = dateOfDay(dayOf(now.getTime()));
  const hour = now.toISOString().slice(11, 13);
  const values = await compress(Buffer.from(JSON.stringify(Object.fromEntries(utilisationEntries))));
  await write(table, { Put: { Item: { ...ITEMS.utilisation.key({ day, hour }), values } } });
}
