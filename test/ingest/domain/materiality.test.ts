import { describe, expect, test } from 'vitest';
import { isMaterialChange, toItemFigures } from '../../../shared/ingest/domain/materiality.ts';
import { riskOfScore, strategyRecordOf } from '../../support/records.ts';

const TODAY = 20_000;
const record = strategyRecordOf({
  current_apy: 5,
  tvl: 1_000_000,
  risk: riskOfScore(20),
});
const stored = toItemFigures(record, TODAY);

describe('the decision to write the item of a strategy', () => {
  test.each<[string, Parameters<typeof strategyRecordOf>[0], boolean]>([
    ['nothing changed', {}, false],
    ['the APY changed by a fiftieth', { current_apy: 5.1 }, false],
    ['the APY changed by more than a fiftieth', { current_apy: 5.11 }, true],
    ['the TVL changed by a twentieth', { tvl: 1_050_000 }, false],
    ['the TVL changed by more than a twentieth', { tvl: 1_050_001 }, true],
    ['the risk score changed by 2', { risk: riskOfScore(22) }, false],
    ['the risk score changed by more than 2', { risk: riskOfScore(22.1) }, true],
    ['only times and means changed', { as_of: '2026-01-06T00:00:00.000Z', apy_volatility_30d: 9 }, false],
    ['the strategy was unlisted', { status: 'unlisted' }, true],
    ['the risk level changed', { risk_level: 'medium' }, true],
    ['the strategy was renamed', { name: 'Another' }, true],
    ['a flag was raised', { flags: ['outlier'] }, true],
    ['the assets changed', { underlying_assets: ['USDC', 'DAI'] }, true],
  ])('if %s (%j), the item of the strategy is written: %s', (_, changes, written) => {
    const fresh = strategyRecordOf({ ...record, ...changes });
    expect(isMaterialChange(stored, fresh, TODAY)).toBe(written);
  });

  test('the item is written when the strategy has no item yet', () => {
    expect(isMaterialChange(undefined, record, TODAY)).toBe(true);
  });

  test('the item is written at least once a day, so that its daily figures are current', () => {
    expect(isMaterialChange(stored, record, TODAY + 1)).toBe(true);
    expect(isMaterialChange(toItemFigures(record, TODAY + 1), record, TODAY + 1)).toBe(false);
  });

  test('the item is not written when the APY changes only from 0.01% to 0.025%', () => {
    const tiny = strategyRecordOf({ current_apy: 0.01 });
    expect(isMaterialChange(toItemFigures(tiny, TODAY), { ...tiny, current_apy: 0.025 }, TODAY)).toBe(false);
  });

  test('the item hash of a strategy changes if a text moves from the assets to the flags', () => {
    const asset = strategyRecordOf({ underlying_assets: ['A', 'B'], flags: [] });
    const flag = strategyRecordOf({ underlying_assets: ['A'], flags: ['B'] });
    expect(toItemFigures(asset, TODAY).itemHash).not.toBe(toItemFigures(flag, TODAY).itemHash);
  });
});
