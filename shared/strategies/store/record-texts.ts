import * as z from 'zod/mini';
import { type StrategyRecord, storedRiskSchema } from '../contract/strategy-record.ts';
import { assessRisk } from '../domain/risk/risk.ts';

/**
 * Returns the risk of a record as JSON text, or an empty text if `assessRisk` computes the same risk.
 * The empty text keeps the item below 1 kB, the size of one write unit.
 */
export function riskToText(record: StrategyRecord): string {
  const text = JSON.stringify(record.risk);
  return text === JSON.stringify(assessRisk(record).risk) ? '' : text;
}

/** Returns the risk from its JSON text. If the text is empty, computes the risk from the record. */
export function riskFromText(text: string, record: Omit<StrategyRecord, 'risk'>): StrategyRecord['risk'] {
  return text === '' ? assessRisk(record).risk : storedRiskSchema.parse(JSON.parse(text));
}

/** The fields of a strategy record that are stored together as one JSON text. */
export const OUTLOOK_FIELDS = [
  'expected_apy',
  'log_apy_volatility_30d',
  'tvl_volatility_30d',
  'tvl_growth_30d',
  'unmoved_days',
  'peer_apy',
  'utilisation',
  'withdrawable',
  'exit_constrained',
] as const satisfies readonly (keyof StrategyRecord)[];

/** The fields in `OUTLOOK_FIELDS`: the expected APY of a strategy, and some inputs of its risk score. */
type OutlookFields = Pick<StrategyRecord, (typeof OUTLOOK_FIELDS)[number]>;

// The schema is built at its first use, so that a bundler can leave it out of functions that do not use it.
let outlookSchema: ReturnType<typeof buildOutlookSchema> | undefined;

function buildOutlookSchema() {
  const intervalSchema = z.tuple([z.number(), z.number(), z.number()]);
  const nullableNumber = z.nullable(z.number());
  return z.tuple([
    intervalSchema,
    intervalSchema,
    intervalSchema,
    nullableNumber,
    nullableNumber,
    nullableNumber,
    z.number(),
    nullableNumber,
    nullableNumber,
    nullableNumber,
    z.boolean(),
  ]);
}
type OutlookTuple = z.infer<ReturnType<typeof buildOutlookSchema>>;

export function outlookToText(record: OutlookFields): string {
  const intervalTupleOf = (horizon: '7d' | '30d' | '90d'): OutlookTuple[0] => {
    const { mean, low80, high80 } = record.expected_apy[horizon];
    return [mean, low80, high80];
  };
  const outlookTuple: OutlookTuple = [
    intervalTupleOf('7d'),
    intervalTupleOf('30d'),
    intervalTupleOf('90d'),
    record.log_apy_volatility_30d,
    record.tvl_volatility_30d,
    record.tvl_growth_30d,
    record.unmoved_days,
    record.peer_apy,
    record.utilisation,
    record.withdrawable,
    record.exit_constrained,
  ];
  return JSON.stringify(outlookTuple);
}

export function outlookFromText(text: string): OutlookFields {
  outlookSchema ??= buildOutlookSchema();
  const [
    expectedApy7d,
    expectedApy30d,
    expectedApy90d,
    apyVolatility,
    tvlVolatility,
    tvlGrowth,
    unchangedApyDays,
    peerApy,
    ...exit
  ] = outlookSchema.parse(JSON.parse(text));
  const [utilisation, withdrawable, isExitConstrained] = exit;
  const toInterval = ([mean, low80, high80]: OutlookTuple[0]) => ({ mean, low80, high80 });
  return {
    expected_apy: {
      '7d': toInterval(expectedApy7d),
      '30d': toInterval(expectedApy30d),
      '90d': toInterval(expectedApy90d),
    },
    log_apy_volatility_30d: apyVolatility,
    tvl_volatility_30d: tvlVolatility,
    tvl_growth_30d: tvlGrowth,
    unmoved_days: unchangedApyDays,
    peer_apy: peerApy,
    utilisation,
    withdrawable,
    exit_constrained: isExitConstrained,
  };
}
