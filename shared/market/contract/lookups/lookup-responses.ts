import * as z from 'zod/mini';
import { count, registerSchemaNames, withDescription } from '../../../platform/contract/responses.ts';
import { RISK_LEVELS } from '../../../strategies/contract/strategy.ts';

const counts = {
  strategies: withDescription(z.int().check(z.minimum(0)), 'Listed strategies.'),
  tvl: withDescription(z.number(), 'TVL of these strategies, USD.'),
};

export const chainRow = z.strictObject({
  key: withDescription(z.string(), 'Value for the filter `chain`.'),
  name: z.string(),
  chain_id: withDescription(z.nullable(z.int()), 'EIP-155 id. Null for chains of other kinds.'),
  ...counts,
});
export type ChainRow = z.infer<typeof chainRow>;

export const assetRow = z.strictObject({
  key: withDescription(z.string(), 'Value for the filter `underlying`.'),
  family: withDescription(
    z.nullable(z.string()),
    'Value for the filter `family`. Null if the asset belongs to no family.',
  ),
  ...counts,
  single: withDescription(
    z.int().check(z.minimum(0)),
    'Number of these strategies that hold no other asset.',
  ),
});
export type AssetRow = z.infer<typeof assetRow>;

export const protocolRow = z.strictObject({
  key: withDescription(z.string(), 'Value for the filter `protocol`.'),
  name: z.string(),
  url: withDescription(z.nullable(z.string()), 'Website of the protocol. Null if unknown.'),
  chains: z.array(z.string()),
  ...counts,
});
export type ProtocolRow = z.infer<typeof protocolRow>;

const fractionSchema = z.nullable(z.number().check(z.minimum(0), z.maximum(1)));

/** How often the published intervals contained the realized APY, for one kind of strategy and horizon. */
export const calibrationRow = z.strictObject({
  kind: withDescription(
    z.string(),
    'stablecoin and single_asset hold one asset, stablecoin_pool and pool several; or all.',
  ),
  horizon_days: z.int(),
  outcomes: withDescription(z.int().check(z.minimum(0)), 'Published intervals whose horizon has ended.'),
  within: fractionSchema,
  below: fractionSchema,
  above: fractionSchema,
  promised: withDescription(z.number(), 'Share of results that should be inside the interval, 0 to 1.'),
  reach_down: withDescription(
    z.nullable(z.number()),
    'Width of the interval below the estimate, in spreads. Null for all kinds together.',
  ),
  reach_up: z.nullable(z.number()),
  learned_from: withDescription(
    count,
    'Results from which reach_down and reach_up were computed. They include days before the service published intervals.',
  ),
});
export type CalibrationRow = z.infer<typeof calibrationRow>;

/**
 * Fractions of past allocations that earned at least their expected mean, and at least their lower bound, for one
 * horizon and risk level.
 */
export const allocationCalibrationRow = z.strictObject({
  horizon_days: z.int(),
  risk_level: z.enum(RISK_LEVELS),
  allocations: withDescription(count, 'Allocations whose horizon has ended.'),
  mean_reached: withDescription(
    fractionSchema,
    'Share of allocations that realized at least the mean, 0 to 1; about 0.5 is right. Null without allocations.',
  ),
  low80_reached: withDescription(
    fractionSchema,
    'Share of allocations that realized at least the lower bound, 0 to 1; 0.8 to 0.9 is right.',
  ),
});
export type AllocationCalibrationRow = z.infer<typeof allocationCalibrationRow>;

registerSchemaNames({
  Chain: [chainRow, 'A chain that has strategies.'],
  Asset: [assetRow, 'An asset that strategies hold.'],
  Protocol: [protocolRow, 'A protocol that has strategies.'],
  AllocationCalibration: [
    allocationCalibrationRow,
    'How often past allocations of one horizon and risk level reached their mean and their lower bound.',
  ],
  Calibration: [calibrationRow, 'How often the published intervals of one kind and horizon held.'],
});
