import * as z from 'zod/mini';
import type { StrategyRecord } from '../contract/strategy-record.ts';
import { type Outlook, outlookBefore } from '../domain/before.ts';
import { riskOf } from '../domain/risk/risk.ts';

/** A schema made when it is first asked for, so that bundles which read no whole record leave it out. */
function once<S>(make: () => S): () => S {
  let made: S | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const riskText = /* @__PURE__ */ once(() =>
  z.tuple([
    z.number(),
    z.array(z.tuple([z.string(), z.number(), z.number(), z.number()])),
    z.optional(z.array(z.tuple([z.string(), z.enum(['low', 'medium', 'high']), z.string()]))),
  ]),
);

/**
 * The risk of a record as text: an empty list where it is what the record's figures come to, as it is of everything that
 * is published, so that an item stays under the kilobyte that one write unit pays for.
 */
export function riskToText(record: StrategyRecord): string {
  const { score, factors, floors } = record.risk;
  if (JSON.stringify(riskOf(record)) === JSON.stringify(record.risk)) return '[]';
  return JSON.stringify([
    score,
    factors.map(({ name, value, weight, points }) => [name, value, weight, points]),
    floors.map(({ name, level, reason }) => [name, level, reason]),
  ]);
}

/** The risk back from its text, of a record that has all but it. */
export function riskFromText(text: string, record: Omit<StrategyRecord, 'risk'>): StrategyRecord['risk'] {
  const parsed: unknown = JSON.parse(text);
  if (Array.isArray(parsed) && parsed.length === 0) return riskOf(record);
  const [score, factors, floors = []] = riskText().parse(parsed);
  return {
    score,
    factors: factors.map(([name, value, weight, points]) => ({ name, value, weight, points })),
    floors: floors.map(([name, level, reason]) => ({ name, level, reason })),
  };
}

const outlookText = /* @__PURE__ */ once(() => {
  const interval = z.tuple([z.number(), z.number(), z.number()]);
  const known = z.nullable(z.number());
  return z.tuple([interval, interval, interval, known, known, known, z.number(), known]);
});
type OutlookText = z.infer<ReturnType<typeof outlookText>>;

/** The fields of a record that its item holds as one text. */
export const OUTLOOK_FIELDS = [
  'expected_apy',
  'apy_volatility_30d',
  'tvl_volatility_30d',
  'tvl_growth_30d',
  'unmoved_days',
  'peer_apy',
] as const satisfies readonly (keyof Outlook)[];

export function outlookToText(record: Outlook): string {
  const row = (horizon: '7d' | '30d' | '90d'): OutlookText[0] => {
    const { mean, low80, high80 } = record.expected_apy[horizon];
    return [mean, low80, high80];
  };
  const parts: OutlookText = [
    row('7d'),
    row('30d'),
    row('90d'),
    record.apy_volatility_30d,
    record.tvl_volatility_30d,
    record.tvl_growth_30d,
    record.unmoved_days,
    record.peer_apy,
  ];
  return JSON.stringify(parts);
}

/** The outlook back from its text; without one, as far as the rest of the record tells it. */
export function outlookFromText(
  text: string | undefined,
  record: Parameters<typeof outlookBefore>[0],
): Outlook {
  if (text === undefined) return outlookBefore(record);
  const [week, month, quarter, apyVolatility, tvlVolatility, growth, unmovedDays, peerApy] =
    outlookText().parse(JSON.parse(text));
  const of = ([mean, low80, high80]: OutlookText[0]) => ({ mean, low80, high80 });
  return {
    expected_apy: { '7d': of(week), '30d': of(month), '90d': of(quarter) },
    apy_volatility_30d: apyVolatility,
    tvl_volatility_30d: tvlVolatility,
    tvl_growth_30d: growth,
    unmoved_days: unmovedDays,
    peer_apy: peerApy,
  };
}
