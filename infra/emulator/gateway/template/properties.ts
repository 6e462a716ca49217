import * as z from 'zod';
import { apiBodySchema } from './body.ts';

/** Booleans and numbers in a template can be strings. */

const booleanSchema = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const countSchema = z.coerce.number();

export const restApiSchema = z.looseObject({
  BinaryMediaTypes: z.array(z.string()).default([]),
  MinimumCompressionSize: countSchema.optional(),
  Body: apiBodySchema,
});

export const stageSchema = z.looseObject({
  RestApiId: z.string(),
  StageName: z.string(),
  DeploymentId: z.string().default('local'),
  Variables: z.record(z.string(), z.string()).optional(),
  MethodSettings: z
    .array(
      z.looseObject({
        ResourcePath: z.string().optional(),
        HttpMethod: z.string().optional(),
        ThrottlingRateLimit: countSchema.optional(),
        ThrottlingBurstLimit: countSchema.optional(),
      }),
    )
    .default([]),
});

const throttleSchema = z.object({ RateLimit: countSchema.optional(), BurstLimit: countSchema.optional() });

export const usagePlanSchema = z.looseObject({
  ApiStages: z
    .array(
      z.looseObject({
        ApiId: z.string(),
        Stage: z.string(),
        Throttle: z.record(z.string(), throttleSchema).default({}),
      }),
    )
    .default([]),
  Throttle: throttleSchema.optional(),
  Quota: z
    .object({ Limit: countSchema, Offset: countSchema.default(0), Period: z.enum(['DAY', 'WEEK', 'MONTH']) })
    .optional(),
});

export const apiKeySchema = z.looseObject({
  Name: z.string().optional(),
  Enabled: booleanSchema.default(false),
  Value: z.string().optional(),
});

export const usagePlanKeySchema = z.looseObject({ KeyId: z.string(), UsagePlanId: z.string() });
