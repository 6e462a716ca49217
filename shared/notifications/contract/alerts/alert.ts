import * as z from 'zod/mini';
import { assetParam, textParam } from '../../../platform/contract/query.ts';
import { chainParam, protocolParam } from '../../../strategies/contract/filters.ts';
import { ALERT_DAYS_MAX, ALERT_KINDS, ALERT_TARGETS } from './alert-kinds.ts';

const COOLDOWN_MAX_MINUTES = 30 * 1_440;
const ALERT_VALUE_MAX = 1_000_000;

const NAME_CHARACTERS_MAX = 64;

function numberSchema(min: number, rule: string) {
  return z.number(rule).check(z.minimum(min, rule), z.maximum(ALERT_VALUE_MAX, rule));
}
function wholeNumberSchema(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  return z.int(rule).check(z.minimum(min, rule), z.maximum(max, rule));
}

/**
 * Filter of an alert. It contains only fixed properties of strategies. Therefore the set of watched
 * strategies does not change with market figures.
 */
const alertFilter = z.strictObject({
  chain: z.optional(chainParam),
  asset: z.optional(assetParam()),
  protocol: z.optional(protocolParam),
  strategy_type: z.optional(textParam(64).check(z.toLowerCase())),
  stablecoin: z.optional(z.boolean()),
});

export const alertChangeFields = {
  name: z.optional(z.nullable(textParam(NAME_CHARACTERS_MAX))),
  level: z.optional(
    numberSchema(-ALERT_VALUE_MAX, `must be a number from -${ALERT_VALUE_MAX} to ${ALERT_VALUE_MAX}`),
  ),
  by: z.optional(numberSchema(0.001, `must be a number from 0.001 to ${ALERT_VALUE_MAX}`)),
  days: z.optional(wholeNumberSchema(1, ALERT_DAYS_MAX)),
  hysteresis: z.optional(numberSchema(0, `must be a number from 0 to ${ALERT_VALUE_MAX}`)),
  cooldown_minutes: z.optional(wholeNumberSchema(0, COOLDOWN_MAX_MINUTES)),
  paused: z.optional(z.boolean()),
} as const;

export const alertTargetFields = {
  kind: z.enum(ALERT_KINDS, { error: `must be one of ${ALERT_KINDS.join(', ')}` }),
  target: z.enum(ALERT_TARGETS, { error: `must be one of ${ALERT_TARGETS.join(', ')}` }),
  strategy_id: z.optional(textParam(128)),
  filter: z.optional(alertFilter),
} as const;

export const alertParams = z.strictObject({ id: textParam(64) });
