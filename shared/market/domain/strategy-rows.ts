import type { RiskLevel, StrategyRecord } from '../../strategies/contract/strategy.ts';
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
    tvl: number.tvl(ordinal),
    status: text.status(ordinal) === 'paused' ? 'paused' : 'listed',
    min_deposit: number.min_deposit(ordinal),
    underlying_assets: assets[assetCodes[ordinal] ?? 0] ?? [],
    strategy_type: text.strategy_type(ordinal),
    // Read when it is asked for: as objects of their own, expectations would be most of a row.
    get expected_apy() {
      return expectedApyAt(number, ordinal);
    },
    unmoved_days: number.unmoved_days(ordinal),
    peer_apy: orNull(number.peer_apy(ordinal)),
    il_risk: choice(number.il_risk(ordinal)),
    history_days: number.history_days(ordinal),
    outlier: choice(number.outlier(ordinal)),
    risk_score: number.risk_score(ordinal),
    observedAtMs: number.as_of(ordinal),
  }));
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function choice(value: number): boolean | null {
  return Number.isNaN(value) ? null : value === 1;
}

function expectedApyAt(
  number: ReturnType<typeof numberColumns>,
  ordinal: number,
): StrategyRecord['expected_apy'] {
  const over = (horizon: '7d' | '30d' | '90d') => ({
    mean: number[`mean_${horizon}`](ordinal),
    low80: number[`low80_${horizon}`](ordinal),
    high80: number[`high80_${horizon}`](ordinal),
  });
  return { '7d': over('7d'), '30d': over('30d'), '90d': over('90d') };
}

/** Readers of the number columns; each column is looked up once. */
function numberColumns(catalog: Catalog) {
  const reader = (column: NumberColumn) => {
    const values = catalog.numbers(column);
    return (ordinal: number) => values[ordinal] ?? Number.NaN;
  };
  return {
    current_apy: reader('current_apy'),
    mean_7d: reader('mean_7d'),
    low80_7d: reader('low80_7d'),
    high80_7d: reader('high80_7d'),
    mean_30d: reader('mean_30d'),
    low80_30d: reader('low80_30d'),
    high80_30d: reader('high80_30d'),
    mean_90d: reader('mean_90d'),
    low80_90d: reader('low80_90d'),
    high80_90d: reader('high80_90d'),
    unmoved_days: reader('unmoved_days'),
    peer_apy: reader('peer_apy'),
    tvl: reader('tvl'),
    min_deposit: reader('min_deposit'),
    il_risk: reader('il_risk'),
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
    strategy_type: reader('strategy_type'),
    risk_level: reader('risk_level'),
    status: reader('status'),
  };
}
