import type { RiskLevel } from '../../strategies/contract/strategy.ts';
import type { Catalog } from '../../strategies/domain/catalog/catalog.ts';
import type { NumberColumn, TextColumn } from '../../strategies/domain/catalog/format.ts';
import type { Candidate } from './recommendation/policy.ts';

/** What figures over the whole catalog are computed from: a strategy without its texts, and where to find them. */
export interface StrategyRow extends Candidate {
  /** Its place in the catalog. */
  readonly ordinal: number;
  readonly asset: string;
}

const riskLevels: Readonly<Record<string, RiskLevel>> = { low: 'low', medium: 'medium', high: 'high' };

/** Every strategy of the catalog by its ordinal: that is, by TVL from the highest down. */
export function strategyRows(catalog: Catalog): readonly StrategyRow[] {
  const text = textColumns(catalog);
  const number = numberColumns(catalog);
  const ids = catalog.ids();
  const { codes: assetCodes, texts: assetTexts } = catalog.codes('underlying_assets');
  const assets = assetTexts.map((json): string[] => JSON.parse(json));
  return Array.from({ length: catalog.size }, (_, ordinal) => ({
    ordinal,
    id: ids[ordinal] ?? '',
    chain: text.chain(ordinal),
    asset: text.asset(ordinal),
    protocol: text.protocol(ordinal),
    // A level that is not known counts as the riskiest.
    risk_level: riskLevels[text.risk_level(ordinal)] ?? 'high',
    current_apy: number.current_apy(ordinal),
    historical_apy: {
      '7d': number.apy_7d(ordinal),
      '30d': number.apy_30d(ordinal),
      '90d': number.apy_90d(ordinal),
    },
    tvl: number.tvl(ordinal),
    status: text.status(ordinal) === 'paused' ? 'paused' : 'listed',
    min_deposit: number.min_deposit(ordinal),
    apy_base: orNull(number.apy_base(ordinal)),
    apy_reward: orNull(number.apy_reward(ordinal)),
    underlying_assets: assets[assetCodes[ordinal] ?? 0] ?? [],
    il_risk: number.il_risk(ordinal) === 1,
    volatility_30d: orNull(number.volatility_30d(ordinal)),
    history_days: number.history_days(ordinal),
    outlier: number.outlier(ordinal) === 1,
    risk_score: number.risk_score(ordinal),
    observedAtMs: number.as_of(ordinal),
  }));
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** Readers of the number columns; each column is looked up once. */
function numberColumns(catalog: Catalog) {
  const reader = (column: NumberColumn) => {
    const values = catalog.numbers(column);
    return (ordinal: number) => values[ordinal] ?? Number.NaN;
  };
  return {
    current_apy: reader('current_apy'),
    apy_7d: reader('apy_7d'),
    apy_30d: reader('apy_30d'),
    apy_90d: reader('apy_90d'),
    tvl: reader('tvl'),
    min_deposit: reader('min_deposit'),
    apy_base: reader('apy_base'),
    apy_reward: reader('apy_reward'),
    il_risk: reader('il_risk'),
    volatility_30d: reader('volatility_30d'),
    history_days: reader('history_days'),
    outlier: reader('outlier'),
    risk_score: reader('risk_score'),
    as_of: reader('as_of'),
  };
}

function textColumns(catalog: Catalog) {
  const reader = (column: TextColumn) => {
    const { codes, texts } = catalog.codes(column);
    return (ordinal: number) => texts[codes[ordinal] ?? 0] ?? '';
  };
  return {
    chain: reader('chain'),
    asset: reader('asset'),
    protocol: reader('protocol'),
    risk_level: reader('risk_level'),
    status: reader('status'),
  };
}
