import { marshall } from '@aws-sdk/util-dynamodb';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { startCapacityMeter } from '../../shared/platform/dynamodb/meter.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { processChanges } from '../../shared/service/changes.ts';
import { listConnections, toConnectionView } from '../../shared/wallets/connections.ts';
import { CONNECTION_STATUSES, type ConnectionStatus } from '../../shared/wallets/contract/connection.ts';
import { walletConnection } from '../../shared/wallets/contract/responses.ts';
import { findAllowedStatuses } from '../../shared/wallets/domain/connection.ts';
import { type ConnectionItem, getConnection } from '../../shared/wallets/store/connections.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import { addressOf, connect, move } from '../support/wallets.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

test('for any combination of filters, the list has exactly the matching wallet connections', async () => {
  const owners = ['usr_p1', 'usr_p2'];
  const users = ['u', 'u#x', 'active', '名'];
  const model: { id: string; owner: string; userId: string; status: ConnectionStatus }[] = [];
  const step = fc.record({
    owner: fc.constantFrom(...owners),
    userId: fc.constantFrom(...users),
    to: fc.constantFrom(...CONNECTION_STATUSES),
    target: fc.nat(),
  });
  const [steps = []] = fc.sample(fc.array(step, { minLength: 80, maxLength: 80 }), { numRuns: 1, seed: 6 });
  for (const [index, { owner, userId, to, target }] of steps.entries()) {
    const known = model[target % (model.length + 1)];
    if (known === undefined || index < 20) {
      const { id } = await connect(table, owner, userId, addressOf(1_000 + index));
      model.push({ id, owner, userId, status: 'active' });
      continue;
    }
    const actor = to === 'removal_requested' ? 'owner' : 'admin';
    const isAllowed = findAllowedStatuses(actor, known.status).includes(to);
    const done = await move(table, known, to, actor).then(
      () => true,
      () => false,
    );
    expect(done).toBe(isAllowed);
    if (done) known.status = to;
  }
  await processAllStreamRecords(table);
  for (const owner of [undefined, ...owners]) {
    for (const userId of [undefined, ...users]) {
      for (const status of [undefined, ...CONNECTION_STATUSES]) {
        const expected = model
          .filter((row) => owner === undefined || row.owner === owner)
          .filter((row) => userId === undefined || row.userId === userId)
          .filter((row) => status === undefined || row.status === status)
          .map(({ id }) => id)
          .toReversed();
        const found: string[] = [];
        for (let page = 1; page <= Math.ceil(expected.length / 4) + 1; page += 1) {
          const reply = await listConnections(
            table,
            { owner, userId, status },
            { page, per_page: 4 },
            toConnectionView,
          );
          expect(reply.pagination?.total).toBe(expected.length);
          for (const row of z.array(walletConnection).parse(reply.data)) found.push(row.id);
        }
        expect(found).toEqual(expected);
      }
    }
  }
});

test('connecting a wallet costs at most 16 write units', async () => {
  const meter = startCapacityMeter(table.client);
  try {
    for (let number = 1; number <= 3; number += 1) {
      const before = meter.writeUnits;
      const { id } = await connect(table, 'usr_metered', 'u', addressOf(9_000 + number));
      const item = await getConnection(table, id);
      const requested = meter.writeUnits - before;
      await processChanges(table, [insertion(item)]);
      const all = meter.writeUnits - before;
      expect({ requested, all }).toEqual({ requested: 12, all: 16 });
      await processChanges(table, [insertion(item)]);
      expect(meter.writeUnits - before).toBe(all);
    }
  } finally {
    meter.stop();
  }
});

/** Returns the stream record of a new connection. */
function insertion(item: ConnectionItem | undefined) {
  if (item === undefined) throw new Error('There is no such connection');
  const Keys = ITEMS.walletConnection.key({ id: item.id });
  const stored = marshall({ ...Keys, ...item });
  return {
    eventID: item.id,
    eventName: 'INSERT',
    dynamodb: { Keys: marshall(Keys), NewImage: stored, SequenceNumber: '1', ApproximateCreationDateTime: 0 },
  };
}
