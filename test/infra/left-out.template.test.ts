import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createCapabilityFilters, OPTIONAL_CAPABILITIES } from '../../infra/optional-capabilities.ts';
import { JOBS } from '../../shared/service/jobs.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { makeStack, makeTemplate, propertiesOf } from './support/stack.ts';

const kept = createCapabilityFilters(OPTIONAL_CAPABILITIES);
const core = { routes: kept.routes(ROUTES), jobs: kept.jobs(JOBS) };
const leaveOut = [...OPTIONAL_CAPABILITIES];
const domain = {
  name: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a',
  originName: 'origin.example.com',
  originCertificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/b',
};
const originSecret = 'secretsmanager:yield-origin:SecretString:::01234567-89ab-cdef-0123-456789abcdef';

describe('a stage without its optional capabilities', () => {
  const template = makeTemplate({ ...core, context: { leaveOut, domain, originSecret } });

  test('the stage has neither API paths of these capabilities nor a queue for webhooks', () => {
    const body = z.object({ Body: z.object({ paths: z.record(z.string(), z.unknown()) }) });
    const [api] = propertiesOf(template, 'AWS::ApiGateway::RestApi').values();
    const paths = Object.keys(body.parse(api).Body.paths);
    expect(paths).toContain('/v1/strategies');
    expect(paths.filter((path) => /mcp|webhooks|alerts|holdings/.test(path))).toEqual([]);
    expect([...propertiesOf(template, 'AWS::SQS::Queue').keys()]).toEqual(['JobFailures']);
  });

  test('the distribution answers the page addresses of the omitted dashboard with 404', () => {
    const behaviors = z.object({
      DistributionConfig: z.object({ CacheBehaviors: z.array(z.object({ PathPattern: z.string() })) }),
    });
    const [distribution] = propertiesOf(template, 'AWS::CloudFront::Distribution').values();
    const paths = behaviors.parse(distribution).DistributionConfig.CacheBehaviors;
    expect(paths.map(({ PathPattern }) => PathPattern)).not.toContain('/mcp');
    const { FunctionCode } = z
      .object({ FunctionCode: z.string() })
      .parse(propertiesOf(template, 'AWS::CloudFront::Function').get('PagesToDocument'));
    const handler: unknown = new Function(`${FunctionCode}; return handler;`)();
    if (typeof handler !== 'function') throw new Error('The function has no handler');
    const headers = { accept: { value: 'text/html' } };
    expect(handler({ request: { method: 'GET', uri: '/', headers } })).toMatchObject({ statusCode: 404 });
  });
});

test('the error about an unknown capability in the setting leaveOut names the known capabilities', () => {
  expect(() => makeStack({ context: { leaveOut: ['ledger'] } })).toThrow(
    /leaveOut.*must be one of onchain, notifications/,
  );
});
