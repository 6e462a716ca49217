import * as z from 'zod';

/** A number in an API Gateway template can be a string. */

const numberSchema = z.coerce.number();

/** Extracts the function's ARN from the URI by which API Gateway invokes it. */
const invocationUriSchema = z
  .string()
  .transform((uri) => /\/functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? uri);

const lambdaIntegrationSchema = z.looseObject({
  type: z.literal('aws_proxy'),
  uri: invocationUriSchema,
  timeoutInMillis: numberSchema.default(29_000),
});

const mockIntegrationSchema = z.looseObject({
  type: z.literal('mock'),
  responses: z.looseObject({
    default: z.looseObject({
      statusCode: z.string(),
      responseParameters: z.record(z.string(), z.string()).default({}),
      responseTemplates: z.record(z.string(), z.string()).default({}),
    }),
  }),
});

const operationSchema = z.looseObject({
  operationId: z.string().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  'x-amazon-apigateway-integration': z.discriminatedUnion('type', [
    lambdaIntegrationSchema,
    mockIntegrationSchema,
  ]),
  'x-amazon-apigateway-request-validator': z
    .undefined({ error: 'request validators are not supported by the local gateway' })
    .optional(),
});
export type Operation = z.output<typeof operationSchema>;

const customAuthorizerSchema = z.looseObject({
  type: z.literal('request'),
  authorizerUri: invocationUriSchema,
  identitySource: z.string().default(''),
  /** Time in seconds for which a decision of the authorizer is cached. */
  authorizerResultTtlInSeconds: numberSchema.default(300),
});

/** An OpenAPI security scheme: a Lambda authorizer, or an API Gateway key in the header `X-API-KEY`. */
const securitySchemeSchema = z.looseObject({
  type: z.literal('apiKey'),
  name: z.string(),
  'x-amazon-apigateway-authtype': z.literal('custom').optional(),
  'x-amazon-apigateway-authorizer': customAuthorizerSchema.optional(),
});

const gatewayResponseSchema = z.looseObject({
  statusCode: numberSchema.optional(),
  responseParameters: z.record(z.string(), z.string()).default({}),
  responseTemplates: z.record(z.string(), z.string()).default({}),
});

export const apiBodySchema = z.looseObject({
  openapi: z.string().regex(/^3\.0\./, 'must be 3.0, which is what API Gateway imports'),
  paths: z.record(z.string().startsWith('/'), z.record(z.string(), operationSchema)),
  components: z
    .looseObject({ securitySchemes: z.record(z.string(), securitySchemeSchema).default({}) })
    .default({ securitySchemes: {} }),
  'x-amazon-apigateway-api-key-source': z.enum(['HEADER', 'AUTHORIZER']).default('HEADER'),
  'x-amazon-apigateway-gateway-responses': z.record(z.string(), gatewayResponseSchema).default({}),
});
export type ApiBody = z.output<typeof apiBodySchema>;
