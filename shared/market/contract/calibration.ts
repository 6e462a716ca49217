import * as z from 'zod';
import { defineRoute } from '../../platform/contract/route.ts';
import { asOf } from '../../strategies/contract.ts';

const share = z.number().min(0).max(1).nullable();

/** How often the published intervals of one kind and horizon held. */
export const calibrationRow = z.strictObject({
  kind: z.string().meta({
    description: 'stablecoin and single_asset hold one asset, stablecoin_pool and pool several; or all.',
  }),
  horizon_days: z.int(),
  outcomes: z.int().min(0).meta({ description: 'Published intervals that came due.' }),
  within: share.meta({
    description: 'Part of them that the realized mean APY fell into. Null before there are any.',
  }),
  below: share,
  above: share,
  promised: z.number().meta({ description: 'The part that is to fall into them.' }),
  reach_down: z.number().nullable().meta({
    description: 'Spreads that the interval reaches down today. Null for all kinds together.',
  }),
  reach_up: z.number().nullable(),
  learned_from: z.int().min(0).meta({
    description: 'Outcomes behind the reach: also of days before the service published intervals.',
  }),
});
export type CalibrationRow = z.infer<typeof calibrationRow>;

export const marketCalibration = {
  calibration: defineRoute({
    id: 'market.calibration',
    method: 'GET',
    path: '/market/calibration',
    summary: 'How often the expected APYs held',
    description:
      'Of the 80% intervals that this service published and that have come due: how many the realized mean APY fell ' +
      'into, below and above, by kind of strategy and horizon. One interval a week is counted of each strategy. ' +
      'Updated once a day.',
    access: 'market:read',
    table: 'read',
    query: z.strictObject({}),
    response: z.array(calibrationRow),
    meta: {
      ...asOf,
      since: z.iso.date().nullable().meta({ description: 'The first day whose intervals are counted.' }),
    },
    status: 200,
    paginated: false,
    errors: [],
  }),
} as const;
