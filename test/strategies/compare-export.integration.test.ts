import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { publishSnapshot } from '../../shared/platform/dynamodb/snapshots/publish-snapshot.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import type { StrategyRecord } from '../../shared/strategies/contract/strategy-record.ts';
import {
  CATALOG_SNAPSHOT_NAME,
  encodeCatalog,
} from '../../shared/strategies/domain/catalog/encoding/encode.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { type LoadedHandlers, loadHandlers } from '../support/handlers.ts';
import { randomRecords, showStrategy } from '../support/records.ts';

const records = [...randomRecords(40)].toSorted((a, b) => b.tvl - a.tvl);
const AS_OF = new Date('2026-01-05T10:00:00.000Z');
/** Ids of the strategies with a registered vault. */
const VAULT_STRATEGY_IDS: ReadonlySet<string> = new Set(records.slice(3, 6).map(({ id }) => id));
const toShownStrategy = (record: StrategyRecord) =>
  showStrategy(record, VAULT_STRATEGY_IDS.has(record.id) ? 'onchain' : 'sandbox');
let table: EmbeddedTable;
let handlers: LoadedHandlers;
beforeAll(async () => {
  table = await startTable();
  await publishSnapshot(table, CATALOG_SNAPSHOT_NAME, encodeCatalog(records, VAULT_STRATEGY_IDS), {
    asOf: AS_OF,
    now: AS_OF,
  });
  await table.settle();
  handlers = await loadHandlers(table);
});
afterAll(() => table.stop());

describe('the comparison of strategies', () => {
  test('the comparison returns the strategies in the order of the requested ids', async () => {
    const [first, , third] = records;
    const ids = `${third?.id},strat_none,${first?.id}`;
    const { status, data, meta } = await handlers.call(strategies.compare, { ids });
    expect(status).toBe(200);
    expect(data.map(({ id }) => id)).toEqual([third?.id, first?.id]);
    expect(data[0]).toMatchObject({ expected_apy: third?.expected_apy, protocol_info: {} });
    expect(meta).toEqual({ not_found: ['strat_none'] });
  });

  test('a comparison of more than ten strategies is rejected', async () => {
    const ids = Array.from({ length: 11 }, (_, index) => `strat_${index}`).join();
    const { status, error } = await handlers.call(strategies.compare, { ids });
    expect([status, error.code]).toEqual([400, 'invalid_request']);
  });
});

describe('the export of strategies', () => {
  test.each([
    ['gzipped if the client accepts gzip', 'br;q=1, gzip;q=0.8', 'gzip'],
    ['uncompressed if the client rejects gzip', 'identity, gzip;q=0', null],
    ['uncompressed by default', undefined, null],
  ])('the export contains every strategy of the list and is %s', async (_, accepted, encoding) => {
    const sent = accepted === undefined ? {} : { 'Accept-Encoding': accepted };
    const { status, headers, data, meta } = await handlers.send(strategies.export, { headers: sent });
    expect([status, headers.get('content-encoding')]).toEqual([200, encoding]);
    expect(headers.get('vary')).toBe('Origin, Accept-Encoding');
    expect(data).toEqual(records.map(toShownStrategy));
    expect(meta).toMatchObject({ as_of: AS_OF.toISOString(), total: 40 });
    expect(meta.version).toMatch(/./);
  });

  test('the export rejects every catalog version except the current one with 404', async () => {
    const { meta } = await handlers.call(strategies.export);
    const { version } = meta;
    const pinned = await handlers.call(strategies.export, { version, stablecoin: 'true' });
    expect([pinned.status, pinned.meta.version]).toEqual([200, version]);
    const gone = await handlers.call(strategies.export, { version: 'another' });
    expect([gone.status, gone.error.code]).toEqual([404, 'not_found']);
    expect(gone.error.details).toMatchObject({ version });
  });

  test('the export is compressed once for repeated requests with the same filters', async () => {
    const gzip = vi.spyOn(process.getBuiltinModule('node:zlib'), 'gzipSync');
    const ask = async (filters: Readonly<Record<string, string>>) =>
      (await handlers.send(strategies.export, { query: filters, headers: { 'Accept-Encoding': 'gzip' } }))
        .text;
    const first = await ask({ exposure: 'single', stablecoin: 'true' });
    expect(await ask({ stablecoin: 'true', exposure: 'single' })).toBe(first);
    expect(gzip).toHaveBeenCalledTimes(1);
    expect(await ask({ stablecoin: 'false', exposure: 'single' })).not.toBe(first);
    expect(gzip).toHaveBeenCalledTimes(2);
    gzip.mockRestore();
  });

  test('the export accepts the same filters as the list and returns the same strategies', async () => {
    const filters = { stablecoin: 'true', exposure: 'single' };
    const { data, meta } = await handlers.call(strategies.export, filters);
    const kept = records.filter(({ stablecoin, exposure }) => stablecoin === true && exposure === 'single');
    expect(data).toEqual(kept.map(toShownStrategy));
    expect(meta.total).toBe(kept.length);
    const onchain = await handlers.call(strategies.export, { settlement: 'onchain' });
    expect(onchain.data.map(({ id }) => id)).toEqual([...VAULT_STRATEGY_IDS]);
    const refused = await handlers.call(strategies.export, { chain: 'nowhere' });
    expect([refused.status, refused.error.code]).toEqual([400, 'invalid_chain']);
  });
});
