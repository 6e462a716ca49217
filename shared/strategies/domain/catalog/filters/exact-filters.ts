/** Filters that a strategy matches by having a value, instead of by a bound or a text. */
export const EXACT = [
  'chain',
  'asset',
  'underlying',
  'family',
  'exposure',
  'stablecoin',
  'il_risk',
  'risk_level',
  'protocol',
  'strategy_type',
  'settlement',
] as const;
export type ExactFilter = (typeof EXACT)[number];
