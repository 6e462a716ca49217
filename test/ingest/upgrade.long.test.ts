import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { INGEST_SNAPSHOT_NAME } from '../../shared/ingest/domain/ingest-state.ts';
import { pauseStrategy, resumeStrategy } from '../../shared/investments/pauses.ts';
import { MARKET_SNAPSHOT_NAME } from '../../shared/market/domain/market-snapshot.ts';
import { PERFORMANCE_SNAPSHOT_NAME } from '../../shared/market/domain/performance-snapshot.ts';
import { publishSnapshot } from '../../shared/platform/dynamodb/snapshots/publish-snapshot.ts';
import { CATALOG_SNAPSHOT_NAME } from '../../shared/strategies/domain/catalog/encoding/encode.ts';
import { packSections } from '../../shared/strategies/domain/catalog/encoding/sections.ts';
import { strategyIdOf } from '../../shared/strategies/domain/strategy-id.ts';
import { getStrategy } from '../../shared/strategies/store/strategies.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { catalogOf, HOUR_MS, publishOnce, TestMarket } from '../support/market/market.ts';

const engine = await startTable();
let table: EmbeddedTable;
beforeEach(async () => {
  table = await engine.another();
});
afterAll(() => engine.stop());

const id = (pool: string) => strategyIdOf('test', pool);
const bytes = (text: string) => new TextEncoder().encode(text);

/** Valid snapshots of other releases, whose layout this release does not read. */
const OTHER_LAYOUTS: readonly (readonly [string, Uint8Array])[] = [
  ['another format number', packSections({ format: 99, size: 1, dictionaries: {} }, {})],
  ['a header without anything', packSections({}, {})],
  [
    'columns that are missing',
    packSections({ statisticsDay: 1, ids: 'strat_a', held: [], format: 2, size: 1, dictionaries: {} }, {}),
  ],
  ['no sections at all', bytes('{"strategies":[]}')],
  ['JSON that is null', bytes('\u0004\0\0\0null')],
  ['nothing', new Uint8Array()],
];

/**
 * Publishes each snapshot twice in another layout, so that neither its current version nor its previous version can be
 * read.
 */
async function replace(names: readonly string[], layout: Uint8Array, market: TestMarket): Promise<void> {
  for (const name of names) {
    for (const later of [1, 2]) {
      const now = new Date(Date.now() + later);
      await publishSnapshot(table, name, layout, { asOf: new Date(market.nowMs), now });
    }
  }
  market.nowMs += HOUR_MS;
}

describe.each(OTHER_LAYOUTS)('snapshots in the storage format of another release: %s', (_, layout) => {
  test.each([
    ['the state', [INGEST_SNAPSHOT_NAME]],
    ['the state and the performance', [INGEST_SNAPSHOT_NAME, PERFORMANCE_SNAPSHOT_NAME]],
    ['the market', [MARKET_SNAPSHOT_NAME]],
    ['the catalog', [CATALOG_SNAPSHOT_NAME]],
  ])('the ingestion loses no strategy when the snapshot of %s cannot be read', async (what, names) => {
    const market = new TestMarket(['a', 'b']);
    await publishOnce(table, market);
    const created = (await getStrategy(table, id('a')))?.created_at;
    await replace(names, layout, market);
    market.listed.delete('b');
    market.set('a', { count: 3 });
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (message: string) => warnings.push(message) };
    expect(await publishOnce(table, market, { log })).toMatchObject({ listed: 1, unlisted: 1 });
    const expected = what === 'the catalog' ? 0 : 2 * names.length;
    expect(warnings).toEqual(new Array(expected).fill('A snapshot cannot be read'));
    expect((await catalogOf(table)).byId.get(id('a'))).toMatchObject({ created_at: created });
    expect(await getStrategy(table, id('b'))).toMatchObject({ status: 'unlisted' });
    market.nowMs += HOUR_MS;
    expect(await publishOnce(table, market)).toMatchObject({ listed: 1, unlisted: 0 });
  });

  test('when no snapshot can be read, the ingestion restores the strategies from their items', async () => {
    const market = new TestMarket(['a', 'b']);
    await publishOnce(table, market);
    const names = [
      INGEST_SNAPSHOT_NAME,
      PERFORMANCE_SNAPSHOT_NAME,
      MARKET_SNAPSHOT_NAME,
      CATALOG_SNAPSHOT_NAME,
    ];
    await replace(names, layout, market);
    expect(await publishOnce(table, market)).toMatchObject({ listed: 2 });
  });

  test('when the catalog cannot be read, operators can still pause and resume a strategy', async () => {
    const market = new TestMarket(['a', 'b']);
    await publishOnce(table, market);
    await replace([CATALOG_SNAPSHOT_NAME], layout, market);
    const paused = await pauseStrategy(table, id('a'), { reason: undefined, now: new Date(market.nowMs) });
    expect(paused).toMatchObject({ strategy: { status: 'paused' }, catalogUpdated: false });
    expect(await publishOnce(table, market)).toMatchObject({ listed: 2, paused: 1 });
    expect(await resumeStrategy(table, id('a'))).toMatchObject({ catalogUpdated: true });
  });
});
