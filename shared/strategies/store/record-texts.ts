import * as z from 'zod/mini';
import { type StrategyRecord, storedRisk } from '../contract/strategy-record.ts';
import { riskOf } from '../domain/risk/risk.ts';

/**
 * The risk of a record as text: empty where it follows from the record's figures, as it does for everything that is
 * published. So an item stays under the kilobyte that one write unit pays for.
 */
export function riskToText(record: StrategyRecord): string {
  const text = JSON.stringify(record.risk);
  return text === JSON.stringify(riskOf(record).risk) ? '' : text;
}

/** The risk back from its text, of a record that has all but it. */
export function riskFromText(text: string, record: Omit<StrategyRecord, 'risk'>): StrategyRecord['risk'] {
  return text === '' ? riskOf(record).risk : storedRisk.parse(JSON.parse(text));
}

/** The fields of a record that its item holds as one text. */
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

/** The expected APY of a strategy, and the figures that its risk is judged by beside its plain fields. */
type Outlook = Pick<StrategyRecord, (typeof OUTLOOK_FIELDS)[number]>;

// Made when it is first needed, so that bundles which read no whole record leave it out.
let outlookText: ReturnType<typeof makeOutlookText> | undefined;

function makeOutlookText() {
  const interval = z.tuple([z.number(), z.number(), z.number()]);
  const known = z.nullable(z.number());
  return z.tuple([
    interval,
    interval,
    interval,
    known,
    known,
    known,
    z.number(),
    known,
    known,
    known,
    z.boolean(),
  ]);
}
type OutlookText = z.infer<ReturnType<typeof makeOutlookText>>;

export function outlookToText(record: Outlook): string {
  const row = (horizon: '7d' | '30d' | '90d'): OutlookText[0] => {
    const { mean, low80, high80 } = record.expected_apy[horizon];
    return [mean, low80, high80];
  };
  const parts: OutlookText = [
    row('7d'),
    row('30d'),
    row('90d'),
    record.log_apy_volatility_30d,
    record.tvl_volatility_30d,
    record.tvl_growth_30d,
    record.unmoved_days,
    record.peer_apy,
    record.utilisation,
    record.withdrawable,
    record.exit_constrained,
  ];
  return JSON.stringify(parts);
}

/** The outlook back from its text. */
export function outlookFromText(text: string): Outlook {
  outlookText ??= makeOutlookText();
  const [week, month, quarter, apyVolatility, tvlVolatility, growth, unmovedDays, peerApy, ...exit] =
    outlookText.parse(JSON.parse(text));
  const [utilisation, withdrawable, exitConstrained] = exit;
  const of = ([mean, low80, high80]: OutlookText[0]) => ({ mean, low80, high80 });
  return {
    expected_apy: { '7d': of(week), '30d': of(month), '90d': of(quarter) },
    log_apy_volatility_30d: apyVolatility,
    tvl_volatility_30d: tvlVolatility,
    tvl_growth_30d: growth,
    unmoved_days: unmovedDays,
    peer_apy: peerApy,
    utilisation,
    withdrawable,
    exit_constrained: exitConstrained,
  };
}
