import type { RiskLevel } from '../../strategies/contract/strategy.ts';
import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';
import type { Catalog } from '../../strategies/domain/catalog/catalog.ts';
import type { NumberColumn, TextColumn } from '../../strategies/domain/catalog/encoding/format.ts';
import { parseTextList } from '../../strategies/domain/catalog/encoding/stored-json.ts';
import { assessRisk } from '../../strategies/domain/risk/risk.ts';
import type { Candidate } from './recommendation/policy.ts';

export interface StrategyRow extends Candidate {
  /** Index of the strategy in the catalog. */
  readonly strategyIndex: number;
  readonly asset: string;
}

const riskLevelByText: Readonly<Record<string, RiskLevel>> = { low: 'low', medium: 'medium', high: 'high' };

/** Returns all strategies of the catalog, highest TVL first. */
export function createStrategyRows(catalog: Catalog): readonly StrategyRow[] {
  const catalogReaders = createColumnReaders(catalog);
  return Array.from(
    { length: catalog.size },
    (_, strategyIndex) => new CatalogRow(catalogReaders, strategyIndex),
  );
}

function createColumnReaders(catalog: Catalog) {
  const { codes, texts } = catalog.codes('underlying_assets');
  const assets = texts.map(parseTextList);
  return {
    readText: createTextReaders(catalog),
    readNumber: createNumberReaders(catalog),
    ids: catalog.ids(),
    assetsAt: (strategyIndex: number) => assets[codes[strategyIndex] ?? 0] ?? [],
    riskReason: (strategyIndex: number) => assessRisk(catalog.entryAt(strategyIndex)).risk.decided_by.reason,
  };
}

/** Rows are instances of a class, because V8 then gives all of them the same hidden class, which makes loops fast. */
class CatalogRow implements StrategyRow {
  readonly strategyIndex: number;
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
  readonly #readNumber: ReturnType<typeof createNumberReaders>;
  readonly #riskReasonOf: (strategyIndex: number) => string;

  constructor(
    { readText, readNumber, ids, assetsAt, riskReason }: ReturnType<typeof createColumnReaders>,
    strategyIndex: number,
  ) {
    this.strategyIndex = strategyIndex;
    this.id = ids[strategyIndex] ?? '';
    this.chain = readText.chain(strategyIndex);
    this.asset = readText.asset(strategyIndex);
    this.protocol = readText.protocol(strategyIndex);
    // An unknown risk level counts as high.
    this.risk_level = riskLevelByText[readText.risk_level(strategyIndex)] ?? 'high';
    this.current_apy = readNumber.current_apy(strategyIndex);
    this.tvl = readNumber.tvl(strategyIndex);
    this.status = readText.status(strategyIndex) === 'paused' ? 'paused' : 'listed';
    this.min_deposit = readNumber.min_deposit(strategyIndex);
    this.underlying_assets = assetsAt(strategyIndex);
    this.strategy_type = readText.strategy_type(strategyIndex);
    this.exposure = readText.exposure(strategyIndex) === 'single' ? 'single' : 'multi';
    this.unmoved_days = readNumber.unmoved_days(strategyIndex);
    this.peer_apy = nullIfNaN(readNumber.peer_apy(strategyIndex));
    this.il_risk = toNullableBoolean(readNumber.il_risk(strategyIndex));
    this.history_days = readNumber.history_days(strategyIndex);
    this.log_apy_volatility_30d = nullIfNaN(readNumber.log_apy_volatility_30d(strategyIndex));
    this.outlier = toNullableBoolean(readNumber.outlier(strategyIndex));
    this.utilisation = nullIfNaN(readNumber.utilisation(strategyIndex));
    this.exit_constrained = readNumber.exit_constrained(strategyIndex) === 1;
    this.risk_score = readNumber.risk_score(strategyIndex);
    this.observedAtMs = readNumber.as_of(strategyIndex);
    this.#readNumber = readNumber;
    this.#riskReasonOf = riskReason;
  }

  /** Built on each access, because only the strategies in a response need it. */
  get riskReason(): string {
    return this.#riskReasonOf(this.strategyIndex);
  }

  get historical_apy(): StrategyRecord['historical_apy'] {
    const { apy_7d, apy_30d, apy_90d } = this.#readNumber;
    return {
      '7d': apy_7d(this.strategyIndex),
      '30d': apy_30d(this.strategyIndex),
      '90d': apy_90d(this.strategyIndex),
    };
  }

  /** Computed at each access, because stored objects would use most of a row's memory. */
  get expected_apy(): StrategyRecord['expected_apy'] {
    return expectedApyAt(this.#readNumber, this.strategyIndex);
  }
}

function nullIfNaN(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function toNullableBoolean(value: number): boolean | null {
  return Number.isNaN(value) ? null : value === 1;
}

function expectedApyAt(
  numberReaders: ReturnType<typeof createNumberReaders>,
  strategyIndex: number,
): StrategyRecord['expected_apy'] {
  const figuresOfHorizon = (horizon: '7d' | '30d' | '90d') => ({
    mean: numberReaders[`mean_${horizon}`](strategyIndex),
    low80: numberReaders[`low80_${horizon}`](strategyIndex),
    high80: numberReaders[`high80_${horizon}`](strategyIndex),
  });
  return { '7d': figuresOfHorizon('7d'), '30d': figuresOfHorizon('30d'), '90d': figuresOfHorizon('90d') };
}

/** Returns a reader for each number column, so that each column is looked up only once. */
function createNumberReaders(catalog: Catalog) {
  const createNumberReader = (column: NumberColumn) => {
    const values = catalog.numbers(column);
    return (strategyIndex: number) => values[strategyIndex] ?? Number.NaN;
  };
  return {
    current_apy: createNumberReader('current_apy'),
    mean_7d: createNumberReader('mean_7d'),
    low80_7d: createNumberReader('low80_7d'),
    high80_7d: createNumberReader('high80_7d'),
    mean_30d: createNumberReader('mean_30d'),
    low80_30d: createNumberReader('low80_30d'),
    high80_30d: createNumberReader('high80_30d'),
    mean_90d: createNumberReader('mean_90d'),
    low80_90d: createNumberReader('low80_90d'),
    high80_90d: createNumberReader('high80_90d'),
    unmoved_days: createNumberReader('unmoved_days'),
    peer_apy: createNumberReader('peer_apy'),
    tvl: createNumberReader('tvl'),
    min_deposit: createNumberReader('min_deposit'),
    il_risk: createNumberReader('il_risk'),
    history_days: createNumberReader('history_days'),
    apy_7d: createNumberReader('apy_7d'),
    apy_30d: createNumberReader('apy_30d'),
    apy_90d: createNumberReader('apy_90d'),
    log_apy_volatility_30d: createNumberReader('log_apy_volatility_30d'),
    outlier: createNumberReader('outlier'),
    utilisation: createNumberReader('utilisation'),
    exit_constrained: createNumberReader('exit_constrained'),
    risk_score: createNumberReader('risk_score'),
    as_of: createNumberReader('as_of'),
  };
}

function createTextReaders(catalog: Catalog) {
  const createTextReader = (column: TextColumn) => {
    const { codes, texts } = catalog.codes(column);
    return (strategyIndex: number) => texts[codes[strategyIndex] ?? 0] ?? '';
  };
  return {
    chain: createTextReader('chain'),
    asset: createTextReader('asset'),
    protocol: createTextReader('protocol'),
    strategy_type: createTextReader('strategy_type'),
    exposure: createTextReader('exposure'),
    risk_level: createTextReader('risk_level'),
    status: createTextReader('status'),
  };
}
