import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import { writeIf } from '../../platform/dynamodb/write.ts';

/** One of the account's slots for concurrent webhook tests and manual retries. */
export interface TestSlot {
  readonly account: string;
  readonly slot: number;
  /** Unique id of the test or retry that uses the slot. */
  readonly holder: string;
}

/** Leases the first free slot until `untilMs` (epoch milliseconds). Returns undefined if all slots are in use. */
export async function takeTestSlot(
  table: Table,
  { account, holder }: Omit<TestSlot, 'slot'>,
  slotCount: number,
  { nowMs, untilMs }: { readonly nowMs: number; readonly untilMs: number },
): Promise<TestSlot | undefined> {
  for (let slot = 0; slot < slotCount; slot += 1) {
    const Item = {
      ...ITEMS.webhookTest.key({ account, slot }),
      holder,
      until_ms: untilMs,
      [TABLE.ttlAttribute]: Math.ceil(untilMs / 1_000),
    };
    const isSlotAcquired = await writeIf(table, {
      Put: {
        Item,
        ConditionExpression: 'attribute_not_exists(pk) OR until_ms <= :now',
        ExpressionAttributeValues: { ':now': nowMs },
      },
    });
    if (isSlotAcquired) return { account, slot, holder };
  }
  return undefined;
}

/** Releases a slot. Does nothing if the lease has expired and another test or retry already uses the slot. */
export async function releaseTestSlot(table: Table, { account, slot, holder }: TestSlot): Promise<void> {
  await writeIf(table, {
    Delete: {
      Key: ITEMS.webhookTest.key({ account, slot }),
      ConditionExpression: 'holder = :holder',
      ExpressionAttributeValues: { ':holder': holder },
    },
  });
}
