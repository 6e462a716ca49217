import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { buildErrorBodySchema } from '../../shared/platform/contract/error-responses.ts';
import { ERRORS } from '../../shared/platform/contract/errors.ts';
import { bodyOf, makeTemplate } from './support/stack.ts';

const ALLOWED_STATUSES = ['200', '201', '400', '401', '403', '404', '422', '429', '500'];

const texts = z.record(z.string(), z.string());
const gatewayResponsesSchema = z.record(
  z.string(),
  z.object({ statusCode: z.string(), responseParameters: texts, responseTemplates: texts }),
);

const responses = new Map(
  Object.entries(
    gatewayResponsesSchema.parse(bodyOf(makeTemplate())['x-amazon-apigateway-gateway-responses']),
  ),
);

/** Every type of response that API Gateway sends itself. */
const TYPES = Object.values(ResponseType)
  .filter((value) => value instanceof ResponseType)
  .map(({ responseType }) => responseType);

const header = (type: string, name: string): string | undefined =>
  responses.get(type)?.responseParameters[`gatewayresponse.header.${name}`];

test('the template defines every gateway response type of API Gateway', () => {
  expect(TYPES.length).toBeGreaterThan(20);
  expect([...responses.keys()].sort()).toEqual(TYPES.toSorted());
});

describe.each(TYPES)('the gateway response %s', (type) => {
  const response = responses.get(type);

  test('the response has the error envelope with the code of its status', () => {
    expect(ALLOWED_STATUSES).toContain(response?.statusCode);
    const text = response?.responseTemplates['application/json'] ?? '';
    const { error } = buildErrorBodySchema().parse(JSON.parse(text));
    const entry = Object.entries(ERRORS).find(([code]) => code === error.code)?.[1];
    expect(String(entry?.status)).toBe(response?.statusCode);
    expect(error.message).toMatch(/^[A-Z].*[.]$/);
    // API Gateway substitutes every text that looks like a variable.
    expect(text.match(/\$[\w.]+/g)).toEqual(['$context.requestId']);
  });

  test('the response has the request id and the three rate limit headers', () => {
    expect(header(type, 'X-Request-Id')).toBe('context.requestId');
    expect(header(type, 'Content-Type')).toBe("'application/json; charset=utf-8'");
    expect(header(type, 'X-RateLimit-Remaining')).toBe("'0'");
    expect(header(type, 'X-RateLimit-Limit')).toBeDefined();
    expect(header(type, 'X-RateLimit-Reset')).toBeDefined();
    expect(header(type, 'Retry-After') !== undefined).toBe(
      ['429', '500'].includes(response?.statusCode ?? ''),
    );
    for (const name of ['RateLimit', 'RateLimit-Policy']) {
      expect(header(type, name) !== undefined).toBe(response?.statusCode === '429');
    }
  });

  test('the response may be read by pages of any origin', () => {
    expect(header(type, 'Access-Control-Allow-Origin')).toBe("'*'");
    expect(header(type, 'Access-Control-Expose-Headers')).toContain('X-RateLimit-Remaining');
  });

  test('each response header is either a text in quotes or a value of the request context', () => {
    for (const value of Object.values(response?.responseParameters ?? {})) {
      expect(value).toMatch(/^('[^']*'|context\.[\w.]+)$/);
    }
  });
});

test('a gateway response has the rate limit of the caller in its headers only if the authorizer has run', () => {
  expect(header('THROTTLED', 'X-RateLimit-Limit')).toBe('context.authorizer.rateLimitLimit');
  expect(header('ACCESS_DENIED', 'X-RateLimit-Reset')).toBe('context.authorizer.rateLimitReset');
  expect(header('UNAUTHORIZED', 'X-RateLimit-Limit')).toBe("'0'");
  expect(header('MISSING_AUTHENTICATION_TOKEN', 'X-RateLimit-Reset')).toBe("'0'");
});

test('an unknown path or method is answered with 404', () => {
  expect(responses.get('MISSING_AUTHENTICATION_TOKEN')?.statusCode).toBe('404');
  for (const type of ['UNAUTHORIZED', 'ACCESS_DENIED', 'INVALID_API_KEY']) {
    expect(responses.get(type)?.statusCode).toBe('401');
  }
});

test('the response to a failed function invocation allows a retry after one second', () => {
  for (const type of ['INTEGRATION_FAILURE', 'AUTHORIZER_FAILURE', 'DEFAULT_5XX']) {
    expect(header(type, 'Retry-After')).toBe("'1'");
  }
});
