import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import {
  count,
  registerSchemaNames,
  timestamp,
  withDescription,
} from '../../../platform/contract/responses.ts';
import { ALERT_KINDS, ALERT_TARGETS } from './alert-kinds.ts';

const text = z.nullable(z.string());

export const alert = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.alert)),
  name: text,
  kind: withDescription(z.enum(ALERT_KINDS), 'The condition that it checks.'),
  target: withDescription(
    z.enum(ALERT_TARGETS),
    'Which strategies it watches: one, those of your positions, or those that match the filter.',
  ),
  strategy_id: withDescription(
    text,
    'Id of the watched strategy, if the target is strategy; null otherwise.',
  ),
  filter: withDescription(
    z.nullable(
      z.strictObject({
        chain: text,
        asset: text,
        protocol: withDescription(text, 'Name of the protocol, lower case; null for any.'),
        strategy_type: withDescription(text, 'Kind of strategy; null for any.'),
        stablecoin: withDescription(
          z.nullable(z.boolean()),
          'Whether the strategies are of stablecoins; null for any.',
        ),
      }),
    ),
    'Properties of the watched strategies, for the target filter; null for other targets.',
  ),
  level: withDescription(
    z.nullable(z.number()),
    'Level of the APY, percent. Null for kinds without a level.',
  ),
  by: withDescription(
    z.nullable(z.number()),
    'Points of APY, or percent of the TVL. Null for kinds without a change.',
  ),
  days: withDescription(
    z.nullable(count),
    'Number of past days of the comparison. Null for kinds without one.',
  ),
  hysteresis: withDescription(
    z.nullable(z.number()),
    'How far a figure must move back before the alert can report it again, in points of APY or percent of the TVL. Null if not set.',
  ),
  cooldown_minutes: withDescription(
    count,
    'Minutes after an event in which the alert does not report the same strategy again.',
  ),
  paused: withDescription(z.boolean(), 'Whether the alert is paused.'),
  created_at: timestamp,
  updated_at: timestamp,
});
export type AlertView = z.infer<typeof alert>;

registerSchemaNames({ Alert: [alert, 'A condition on strategies or positions that creates events.'] });
