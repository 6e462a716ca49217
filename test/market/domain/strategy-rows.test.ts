import { expect, test } from 'vitest';
import { createStrategyRows } from '../../../shared/market/domain/strategy-rows.ts';
import { CatalogIndex } from '../../../shared/strategies/domain/catalog/catalog-index.ts';
import { encodeCatalog } from '../../../shared/strategies/domain/catalog/encoding/encode.ts';
import { randomRecords } from '../../support/records.ts';

test('createStrategyRows returns one row per strategy, with the figures of the strategy record', () => {
  const records = new Map([...randomRecords(200)].map((record) => [record.id, record]));
  const { catalog } = new CatalogIndex(encodeCatalog([...records.values()]));
  const rows = createStrategyRows(catalog);
  expect(rows).toHaveLength(200);
  for (const [strategyIndex, row] of rows.entries()) {
    const { strategyIndex: own, observedAtMs, risk_score, ...rest } = row;
    const record = records.get(row.id);
    expect(record).toMatchObject(rest);
    expect([own, observedAtMs, risk_score]).toEqual([
      strategyIndex,
      Date.parse(record?.as_of ?? ''),
      record?.risk.score,
    ]);
  }
});
