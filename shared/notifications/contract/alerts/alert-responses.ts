import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { count, described, nameSchemas, timestamp } from '../../../platform/contract/responses.ts';
import { ALERT_KINDS, ALERT_TARGETS } from './alert-kinds.ts';

const text = z.nullable(z.string());

export const alert = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.alert)),
  name: text,
  kind: described(z.enum(ALERT_KINDS), 'The condition that it checks.'),
  target: described(
    z.enum(ALERT_TARGETS),
    'Which strategies it watches: one, those of your positions, or those that match the filter.',
  ),
  strategy_id: described(text, 'The one strategy that it watches; null for other targets.'),
  filter: described(
    z.nullable(
      z.strictObject({
        chain: text,
        asset: text,
        protocol: described(text, 'Name of the protocol, lower case; null for any.'),
        strategy_type: described(text, 'Kind of strategy; null for any.'),
        stablecoin: described(
          z.nullable(z.boolean()),
          'Whether the strategies are of stablecoins; null for any.',
        ),
      }),
    ),
    'Properties of the watched strategies, for the target filter; null for other targets.',
  ),
  level: described(z.nullable(z.number()), 'Level of the APY, percent. Null for kinds without a level.'),
  by: described(
    z.nullable(z.number()),
    'Points of APY, or percent of the TVL. Null for kinds without a change.',
  ),
  days: described(z.nullable(count), 'Number of past days of the comparison. Null for kinds without one.'),
  hysteresis: described(
    z.nullable(z.number()),
    'How far a figure must move back before the alert can report it again, in points of APY or percent of the TVL. Null if not set.',
  ),
  cooldown_minutes: described(
    count,
    'Minutes after an event in which the alert does not report the same strategy again.',
  ),
  paused: described(z.boolean(), 'Whether the alert is paused.'),
  created_at: timestamp,
  updated_at: timestamp,
});
export type AlertView = z.infer<typeof alert>;

nameSchemas({ Alert: [alert, 'A condition on strategies or positions that creates events.'] });
