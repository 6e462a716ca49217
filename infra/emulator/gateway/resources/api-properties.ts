import * as z from 'zod';

/** The properties of API Gateway's resources that are honoured here. Numbers may stand as text in a template. */

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const count = z.coerce.number();

export const restApi = z.looseObject({
  ApiKeySourceType: z.enum(['HEADER', 'AUTHORIZER']).default('HEADER'),
  BinaryMediaTypes: z.array(z.string()).default([]),
  MinimumCompressionSize: count.optional(),
  Body: z.undefined({ error: 'an API from an OpenAPI document is not supported here' }).optional(),
});

export const resource = z.looseObject({ RestApiId: z.string(), ParentId: z.string(), PathPart: z.string() });

const lambdaIntegration = z.looseObject({
  Type: z.literal('AWS_PROXY'),
  Uri: z.string().transform((uri) => /\/functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? uri),
  TimeoutInMillis: count.default(29_000),
});

const mockIntegration = z.looseObject({
  Type: z.literal('MOCK'),
  IntegrationResponses: z
    .array(
      z.looseObject({
        StatusCode: z.string(),
        ResponseParameters: z.record(z.string(), z.string()).default({}),
      }),
    )
    .default([]),
});

export const method = z.looseObject({
  RestApiId: z.string(),
  ResourceId: z.string(),
  HttpMethod: z.string(),
  AuthorizationType: z.enum(['NONE', 'CUSTOM']).default('NONE'),
  AuthorizerId: z.string().optional(),
  ApiKeyRequired: flag.default(false),
  OperationName: z.string().optional(),
  Integration: z.discriminatedUnion('Type', [lambdaIntegration, mockIntegration]),
  RequestValidatorId: z.undefined({ error: 'request validators are not supported here' }).optional(),
});

export const authorizer = z.looseObject({
  Type: z.literal('REQUEST'),
  AuthorizerUri: z.string().transform((uri) => /\/functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? uri),
  IdentitySource: z.string().default(''),
  /** Seconds. */
  AuthorizerResultTtlInSeconds: count.default(300),
});

export const gatewayResponse = z.looseObject({
  ResponseType: z.string(),
  StatusCode: count.optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
  ResponseTemplates: z.record(z.string(), z.string()).default({}),
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
