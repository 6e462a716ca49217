import type { RiskLevel } from '../../strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';
import type { Catalog } from '../../strategies/domain/catalog/catalog.ts';
import type { NumberColumn, TextColumn } from '../../strategies/domain/catalog/encoding/format.ts';
import { parseTexts } from '../../strategies/domain/catalog/encoding/stored-json.ts';
import { riskOf } from '../../strategies/domain/risk/risk.ts';
import type { Candidate } from './recommendation/policy.ts';

/**
 * The fields of a strategy that market figures and recommendations read. Texts are read from the catalog by ordinal.
 */
export interface StrategyRow extends Candidate {
  /** Index of the strategy in the catalog. */
  readonly ordinal: number;
  readonly asset: string;
}

const riskLevels: Readonly<Record<string, RiskLevel>> = { low: 'low', medium: 'medium', high: 'high' };

/** Returns all strategies in the order of the catalog, which is highest TVL first. */
export function strategyRows(catalog: Catalog): readonly StrategyRow[] {
  const columns = columnsOf(catalog);
  return Array.from({ length: catalog.size }, (_, ordinal) => new Row(columns, ordinal));
}

function columnsOf(catalog: Catalog) {
  const { codes, texts } = catalog.codes('underlying_assets');
  const assets = texts.map(parseTexts);
  return {
    text: textColumns(catalog),
    number: numberColumns(catalog),
    ids: catalog.ids(),
    assetsAt: (ordinal: number) => assets[codes[ordinal] ?? 0] ?? [],
    riskReason: (ordinal: number) => riskOf(catalog.entry(ordinal)).risk.decided_by.reason,
  };
}

/**
 * A row is an instance of a class, because V8 then gives all rows the same hidden shape. With one shape, loops over
 * tens of thousands of rows are several times faster.
 */
class Row implements StrategyRow {
  readonly ordinal: number;
  readonly id: string;
  readonly chain: string;
  readonly asset: string;
  readonly protocol: string;
  readonly risk_level: RiskLevel;
  readonly current_apy: number;
  readonly tvl: number;
  readonly status: 'listed' | 'paused';
  readonly min_deposit: number;
  readonly underlying_assets: string[];
  readonly strategy_type: string;
  readonly exposure: 'single' | 'multi';
  readonly unmoved_days: number;
  readonly peer_apy: number | null;
  readonly il_risk: boolean | null;
  readonly history_days: number;
  readonly log_apy_volatility_30d: number | null;
  readonly outlier: boolean | null;
  readonly utilisation: number | null;
  readonly exit_constrained: boolean;
  readonly risk_score: number;
  readonly observedAtMs: number;
  readonly #number: ReturnType<typeof numberColumns>;
  readonly #riskReason: (ordinal: number) => string;

  constructor({ text, number, ids, assetsAt, riskReason }: ReturnType<typeof columnsOf>, ordinal: number) {
    this.ordinal = ordinal;
    this.id = ids[ordinal] ?? '';
    this.chain = text.chain(ordinal);
    this.asset = text.asset(ordinal);
    this.protocol = text.protocol(ordinal);
    // An unknown risk level counts as high.
    this.risk_level = riskLevels[text.risk_level(ordinal)] ?? 'high';
    this.current_apy = number.current_apy(ordinal);
    this.tvl = number.tvl(ordinal);
    this.status = text.status(ordinal) === 'paused' ? 'paused' : 'listed';
    this.min_deposit = number.min_deposit(ordinal);
    this.underlying_assets = assetsAt(ordinal);
    this.strategy_type = text.strategy_type(ordinal);
    this.exposure = text.exposure(ordinal) === 'single' ? 'single' : 'multi';
    this.unmoved_days = number.unmoved_days(ordinal);
    this.peer_apy = nullIfNaN(number.peer_apy(ordinal));
    this.il_risk = toNullableBoolean(number.il_risk(ordinal));
    this.history_days = number.history_days(ordinal);
    this.log_apy_volatility_30d = nullIfNaN(number.log_apy_volatility_30d(ordinal));
    this.outlier = toNullableBoolean(number.outlier(ordinal));
    this.utilisation = nullIfNaN(number.utilisation(ordinal));
    this.exit_constrained = number.exit_constrained(ordinal) === 1;
    this.risk_score = number.risk_score(ordinal);
    this.observedAtMs = number.as_of(ordinal);
    this.#number = number;
    this.#riskReason = riskReason;
  }

  /**
   * Returns the sentence about the risk level. It is built on each access, because only the strategies in a
   * response need it.
   */
  get riskReason(): string {
    return this.#riskReason(this.ordinal);
  }

  get historical_apy(): StrategyRecord['historical_apy'] {
    const { apy_7d, apy_30d, apy_90d } = this.#number;
    return { '7d': apy_7d(this.ordinal), '30d': apy_30d(this.ordinal), '90d': apy_90d(this.ordinal) };
  }

  /** Returns the expected APY. It is read on each access, because stored objects would use most of a row's memory. */
  get expected_apy(): StrategyRecord['expected_apy'] {
    return expectedApyAt(this.#number, this.ordinal);
  }
}

function nullIfNaN(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function toNullableBoolean(value: number): boolean | null {
  return Number.isNaN(value) ? null : value === 1;
}

function expectedApyAt(
  number: ReturnType<typeof numberColumns>,
  ordinal: number,
): StrategyRecord['expected_apy'] {
  const figuresOver = (horizon: '7d' | '30d' | '90d') => ({
    mean: number[`mean_${horizon}`](ordinal),
    low80: number[`low80_${horizon}`](ordinal),
    high80: number[`high80_${horizon}`](ordinal),
  });
  return { '7d': figuresOver('7d'), '30d': figuresOver('30d'), '90d': figuresOver('90d') };
}

/** Returns a reader for each number column, so that each column is looked up only once. */
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
    apy_7d: reader('apy_7d'),
    apy_30d: reader('apy_30d'),
    apy_90d: reader('apy_90d'),
    log_apy_volatility_30d: reader('log_apy_volatility_30d'),
    outlier: reader('outlier'),
    utilisation: reader('utilisation'),
    exit_constrained: reader('exit_constrained'),
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
    exposure: reader('exposure'),
    risk_level: reader('risk_level'),
    status: reader('status'),
  };
}
