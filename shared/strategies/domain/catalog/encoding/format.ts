import type { Strategy } from '../../../contract/responses.ts';
import type { StrategyRecord } from '../../../contract/strategy-record.ts';

/** Version of the layout. Increase it with every change, so that readers reject snapshots with another layout. */
export const CATALOG_FORMAT_VERSION = 4;

const nullToNaN = (value: number | null) => value ?? Number.NaN;
const booleanToNumber = (value: boolean | null) => (value === null ? Number.NaN : Number(value));

/** Each function reads the value of a number column from a record. Null is stored as NaN. */
export const NUMBER_COLUMNS = {
  current_apy: (record: StrategyRecord) => record.current_apy,
  tvl: (record: StrategyRecord) => record.tvl,
  min_deposit: (record: StrategyRecord) => record.min_deposit,
  apy_7d: (record: StrategyRecord) => record.historical_apy['7d'],
  apy_30d: (record: StrategyRecord) => record.historical_apy['30d'],
  apy_90d: (record: StrategyRecord) => record.historical_apy['90d'],
  apy_base: (record: StrategyRecord) => nullToNaN(record.apy_base),
  apy_reward: (record: StrategyRecord) => nullToNaN(record.apy_reward),
  apy_volatility_30d: (record: StrategyRecord) => nullToNaN(record.apy_volatility_30d),
  risk_score: (record: StrategyRecord) => record.risk.score,
  history_days: (record: StrategyRecord) => record.history_days,
  il_risk: (record: StrategyRecord) => booleanToNumber(record.il_risk),
  stablecoin: (record: StrategyRecord) => booleanToNumber(record.stablecoin),
  outlier: (record: StrategyRecord) => booleanToNumber(record.outlier),
  created_at: (record: StrategyRecord) => Date.parse(record.created_at),
  as_of: (record: StrategyRecord) => Date.parse(record.as_of),
  mean_7d: (record: StrategyRecord) => record.expected_apy['7d'].mean,
  low80_7d: (record: StrategyRecord) => record.expected_apy['7d'].low80,
  high80_7d: (record: StrategyRecord) => record.expected_apy['7d'].high80,
  mean_30d: (record: StrategyRecord) => record.expected_apy['30d'].mean,
  low80_30d: (record: StrategyRecord) => record.expected_apy['30d'].low80,
  high80_30d: (record: StrategyRecord) => record.expected_apy['30d'].high80,
  mean_90d: (record: StrategyRecord) => record.expected_apy['90d'].mean,
  low80_90d: (record: StrategyRecord) => record.expected_apy['90d'].low80,
  high80_90d: (record: StrategyRecord) => record.expected_apy['90d'].high80,
  log_apy_volatility_30d: (record: StrategyRecord) => nullToNaN(record.log_apy_volatility_30d),
  tvl_volatility_30d: (record: StrategyRecord) => nullToNaN(record.tvl_volatility_30d),
  tvl_growth_30d: (record: StrategyRecord) => nullToNaN(record.tvl_growth_30d),
  unmoved_days: (record: StrategyRecord) => record.unmoved_days,
  peer_apy: (record: StrategyRecord) => nullToNaN(record.peer_apy),
  utilisation: (record: StrategyRecord) => nullToNaN(record.utilisation),
  withdrawable: (record: StrategyRecord) => nullToNaN(record.withdrawable),
  exit_constrained: (record: StrategyRecord) => Number(record.exit_constrained),
} as const;
export type NumberColumn = keyof typeof NUMBER_COLUMNS;

/** The text columns of the catalog. Each distinct text is stored once and has a code. Lists are stored as JSON. */
export const TEXT_COLUMNS = {
  chain: (record: StrategyRecord) => record.chain,
  asset: (record: StrategyRecord) => record.asset,
  protocol: (record: StrategyRecord) => record.protocol,
  strategy_type: (record: StrategyRecord) => record.strategy_type,
  risk_level: (record: StrategyRecord) => record.risk_level,
  exposure: (record: StrategyRecord) => record.exposure,
  source: (record: StrategyRecord) => record.source,
  status: (record: StrategyRecord) => record.status,
  flags: (record: StrategyRecord) => JSON.stringify(record.flags),
  underlying_assets: (record: StrategyRecord) => JSON.stringify(record.underlying_assets),
  token_addresses: (record: StrategyRecord) => JSON.stringify(record.token_addresses),
} as const;
export type TextColumn = keyof typeof TEXT_COLUMNS;

/** Object.keys returns strings, so the casts restore the literal types of the column names. */
export const NUMBER_COLUMN_NAMES = Object.keys(NUMBER_COLUMNS) as NumberColumn[];
export const TEXT_COLUMN_NAMES = Object.keys(TEXT_COLUMNS) as TextColumn[];

/** A strategy in the list response without its settlement, which is added later. */
export type ListElement = Omit<Strategy, 'settlement'>;

/** Returns the fields of a record that the list response documents, in the documented order. */
export function toListElement(record: StrategyRecord): ListElement {
  return {
    id: record.id,
    name: record.name,
    description: record.description,
    chain: record.chain,
    asset: record.asset,
    protocol: record.protocol,
    strategy_type: record.strategy_type,
    current_apy: record.current_apy,
    historical_apy: {
      '7d': record.historical_apy['7d'],
      '30d': record.historical_apy['30d'],
      '90d': record.historical_apy['90d'],
    },
    risk_level: record.risk_level,
    tvl: record.tvl,
    min_deposit: record.min_deposit,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/**
 * Returns a name in the form that search and sort compare: lower case and without accents. Control characters become
 * spaces, because a line feed separates the stored names.
 */
export function normalizeName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{Cc}/gu, ' ');
}

export interface CatalogHeader {
  readonly size: number;
  readonly dictionaries: Readonly<Partial<Record<TextColumn, readonly string[]>>>;
}

/** Checks only the structure of the header, because a checksum already protects the bytes. */
export function isCatalogHeader(header: unknown): header is CatalogHeader {
  return (
    typeof header === 'object' &&
    header !== null &&
    'format' in header &&
    header.format === CATALOG_FORMAT_VERSION &&
    'size' in header &&
    typeof header.size === 'number' &&
    'dictionaries' in header
  );
}
