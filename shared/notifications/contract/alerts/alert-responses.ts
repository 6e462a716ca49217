import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { count, described, nameSchemas, timestamp } from '../../../platform/contract/responses.ts';
import { ALERT_KINDS, ALERT_TARGETS } from './alert-kinds.ts';

const text = z.nullable(z.string());

export const alert = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.alert)),
  name: text,
  kind: described(z.enum(ALERT_KINDS), 'What it tells of.'),
  target: described(z.enum(ALERT_TARGETS), 'Which strategies it watches.'),
  strategy_id: described(text, 'The one strategy that it watches; null for other targets.'),
  filter: described(
    z.nullable(
      z.strictObject({
        chain: text,
        asset: text,
        protocol: described(text, 'Name of the protocol, lower case; null for any.'),
        strategy_type: described(text, 'Kind of strategy; null for any.'),
        stablecoin: described(z.nullable(z.boolean()), 'Whether it is of stablecoins; null for any.'),
      }),
    ),
    'What the strategies have in common that it watches; null for other targets.',
  ),
  level: described(z.nullable(z.number()), 'APY, percent; null where none is asked for.'),
  by: described(
    z.nullable(z.number()),
    'Points of APY, or percent of the TVL; null where none is asked for.',
  ),
  days: described(z.nullable(count), 'The days before that are compared with; null where none are.'),
  hysteresis: described(
    z.nullable(z.number()),
    'How far a figure must move back before the alert can report it again, in points of APY or percent of the TVL. Null if not set.',
  ),
  cooldown_minutes: described(
    count,
    'Minutes after an event in which the alert reports the same strategy no further time.',
  ),
  paused: described(z.boolean(), 'Whether it rests.'),
  created_at: timestamp,
  updated_at: timestamp,
});
export type AlertView = z.infer<typeof alert>;

nameSchemas({ Alert: [alert, 'A condition on strategies or positions that creates events.'] });
