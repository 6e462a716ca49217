import { parseArgs } from 'node:util';
import { listUsers, type UserQuery } from '../../shared/accounts/administration.ts';
import { userListName } from '../../shared/accounts/store/users.ts';
import { startCapacityMeter } from '../../shared/platform/dynamodb/meter.ts';
import { startTable } from '../support/engine/embedded-table.ts';
import { generateUsers, listsOfUser } from '../support/generated-users.ts';

/**
 * Measures the read units and the median time of a page of users. Compares them with the first page of the same list in
 * the same run. `node test/bench/user-pages.bench.ts --users 1000000` uses a million users. It needs most of its time
 * to write them.
 */
const { values } = parseArgs({ options: { users: { type: 'string', default: '50000' } } });
const count = Number(values.users);
const REPEATS = 15;
const filters = [{}, { plan: 'pro' }, { role: 'admin' }, { plan: 'pro', role: 'admin' }] as const;

const table = await startTable();
const startedAt = performance.now();
// Write only the lists that the benchmark reads, because the others would only make the writing slower.
const userListNames = filters.map(userListName);
await generateUsers(table, count, 1, (user) =>
  listsOfUser(user).filter((list) => userListNames.includes(list)),
);
console.log(`${count} users generated in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);

async function measure(query: UserQuery) {
  const meter = startCapacityMeter(table.client);
  await listUsers(table, query);
  meter.stop();
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const start = performance.now();
    await listUsers(table, query);
    times.push(performance.now() - start);
  }
  return { units: meter.readUnits, milliseconds: times.toSorted((a, b) => a - b)[REPEATS >> 1] ?? 0 };
}

const rows: Record<string, string | number>[] = [];
for (const filter of filters) {
  const total = (await listUsers(table, { ...filter, page: 1, per_page: 10 })).pagination?.total_pages ?? 0;
  let first: { units: number; milliseconds: number } | undefined;
  for (const page of [1, 2, Math.ceil(total / 100), Math.ceil(total / 2), total]) {
    const cost = await measure({ ...filter, page, per_page: 10 });
    first ??= cost;
    rows.push({
      filter: JSON.stringify(filter),
      page,
      'read units': cost.units,
      'times page 1': Number((cost.units / first.units).toFixed(2)),
      'median ms': Number(cost.milliseconds.toFixed(2)),
      'time over page 1': Number((cost.milliseconds / first.milliseconds).toFixed(2)),
    });
  }
}
console.table(rows);
await table.stop();
