import * as z from 'zod';
import { apiBodySchema } from './body.ts';

/** Booleans and numbers in a template can be strings. */

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const count = z.coerce.number();

export const restApi = z.looseObject({
  BinaryMediaTypes: z.array(z.string()).default([]),
  MinimumCompressionSize: count.optional(),
  Body: apiBodySchema,
});

export const stage = z.looseObject({
  RestApiId: z.string(),
  StageName: z.string(),
  DeploymentId: z.string().default('local'),
  Variables: z.record(z.string(), z.string()).optional(),
  MethodSettings: z
    .array(
      z.looseObject({
        ResourcePath: z.string().optional(),
        HttpMethod: z.string().optional(),
        ThrottlingRateLimit: count.optional(),
        ThrottlingBurstLimit: count.optional(),
      }),
    )
    .default([]),
});

const throttle = z.object({ RateLimit: count.optional(), BurstLimit: count.optional() });

export const usagePlan = z.looseObject({
  ApiStages: z
    .array(
      z.looseObject({
        ApiId: z.string(),
        Stage: z.string(),
        Throttle: z.record(z.string(), throttle).default({}),
      }),
    )
    .default([]),
  Throttle: throttle.optional(),
  Quota: z
    .object({ Limit: count, Offset: count.default(0), Period: z.enum(['DAY', 'WEEK', 'MONTH']) })
    .optional(),
});

export const apiKey = z.looseObject({
  Name: z.string().optional(),
  Enabled: flag.default(false),
  Value: z.string().optional(),
});

export const usagePlanKey = z.looseObject({ KeyId: z.string(), UsagePlanId: z.string() });
