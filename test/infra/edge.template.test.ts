import { Match } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { EDGE_ANSWERS } from '../../infra/constructs/edge/edge-answers.ts';
import { CACHE_CONTROL, fileAt, SECURITY_HEADERS } from '../../infra/dashboard/files.ts';
import { errorBody } from '../../shared/platform/contract/error-responses.ts';
import { at } from '../support/at.ts';
import { present } from '../support/present.ts';
import { makeStack, makeTemplate, propertiesOf } from './support/stack.ts';

const SECRET = 'secretsmanager:yield-origin';
const RESOLVED = `{{resolve:${SECRET}}}`;
const domain = {
  name: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a',
  originName: 'origin.example.com',
  originCertificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/b',
};
const context = { domain, originSecret: SECRET };

const behavior = z.looseObject({ TargetOriginId: z.string() });
const distribution = z.object({
  DefaultCacheBehavior: behavior,
  CacheBehaviors: z.array(behavior.extend({ PathPattern: z.string() })),
  Origins: z.array(z.looseObject({ Id: z.string() })),
  CustomErrorResponses: z.array(
    z.looseObject({ ErrorCachingMinTTL: z.number(), ResponsePagePath: z.string().optional() }),
  ),
});
const headersOf = (policy: unknown) =>
  z.array(z.string()).parse(at(policy, 'OriginRequestPolicyConfig', 'HeadersConfig', 'Headers'));

describe('a domain', () => {
  const template = makeTemplate({ context });

  test('is a distribution that keeps nothing and says by a secret that it stands in front', () => {
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: ['api.example.com'],
        CacheBehaviors: Match.arrayWith(
          ['/v1', '/v1/*'].map((PathPattern) =>
            Match.objectLike({
              PathPattern,
              // CachingDisabled, by the id that AWS gives it everywhere.
              CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
              ViewerProtocolPolicy: 'https-only',
              AllowedMethods: Match.arrayWith(['OPTIONS', 'POST', 'DELETE']),
            }),
          ),
        ),
        Origins: Match.arrayWith([
          Match.objectLike({
            DomainName: 'origin.example.com',
            OriginCustomHeaders: [{ HeaderName: 'X-Origin-Secret', HeaderValue: RESOLVED }],
          }),
        ]),
      },
    });
  });

  test('has the dashboard at its root, out of a bucket that nothing else reads, under a strict policy', () => {
    const [found] = propertiesOf(template, 'AWS::CloudFront::Distribution').values();
    const { DefaultCacheBehavior, CacheBehaviors, Origins } = distribution.parse(found?.DistributionConfig);
    const parts = CacheBehaviors.find(({ PathPattern }) => PathPattern === '/assets/*');
    for (const behavior of [DefaultCacheBehavior, present(parts)]) {
      expect(behavior).toMatchObject({
        ViewerProtocolPolicy: 'redirect-to-https',
        ResponseHeadersPolicyId: { Ref: 'PagesHeaders' },
        Compress: true,
      });
      const origin = present(Origins.find(({ Id }) => Id === behavior.TargetOriginId));
      expect(origin.OriginAccessControlId).toBeDefined();
      expect(origin.OriginCustomHeaders).toBeUndefined();
    }
    template.hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: Match.objectLike({
          ContentSecurityPolicy: {
            ContentSecurityPolicy: SECURITY_HEADERS['Content-Security-Policy'],
            Override: true,
          },
        }),
      },
    });
    template.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    });
  });

  test('has every page be the one document, and keeps the parts for ever and the document not at all', () => {
    const code = propertiesOf(template, 'AWS::CloudFront::Function').get('PagesToDocument')?.FunctionCode;
    const request = new Function('uri', `${code}; return handler({ request: { uri } });`);
    const uriOf = (uri: string) => at(request(uri), 'uri');
    const addresses = ['/', '/strategies/strat_1', '/assets/main-1.js', '/docs', '/docs/', '/docs/else'];
    expect(addresses.map((uri) => uriOf(uri))).toEqual(addresses.map(fileAt));
    expect(addresses.map(fileAt)).toEqual([
      '/index.html',
      '/index.html',
      '/assets/main-1.js',
      '/docs/index.html',
      '/docs/index.html',
      '/index.html',
    ]);
    const deployments = [...propertiesOf(template, 'Custom::CDKBucketDeployment').values()];
    expect(deployments.map(({ SystemMetadata }) => at(SystemMetadata, 'cache-control'))).toEqual([
      CACHE_CONTROL.immutable,
      CACHE_CONTROL.document,
    ]);
    expect(deployments.every(({ Prune }) => Prune === false)).toBe(true);
  });

  test("passes on the caller's address, and never a secret that the caller made up", () => {
    for (const policy of propertiesOf(template, 'AWS::CloudFront::OriginRequestPolicy').values()) {
      const headers = headersOf(policy);
      expect(headers).toEqual(expect.arrayContaining(['CloudFront-Viewer-Address', 'X-API-KEY', 'Origin']));
      expect(headers).not.toContain('X-Origin-Secret');
      expect(headers.length).toBeLessThanOrEqual(10);
    }
  });

  test('has the server for assistants at its root, with a bearer token as the credential that it is', () => {
    const [found] = propertiesOf(template, 'AWS::CloudFront::Distribution').values();
    const { CacheBehaviors } = distribution.parse(found?.DistributionConfig);
    const mcp = CacheBehaviors.find(({ PathPattern }) => PathPattern === '/mcp');
    expect(mcp).toMatchObject({
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: { Ref: 'McpForwardingPolicy' },
    });
    const policies = propertiesOf(template, 'AWS::CloudFront::OriginRequestPolicy');
    expect(headersOf(policies.get('McpForwardingPolicy'))).toEqual(
      expect.arrayContaining(['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name']),
    );
    const code = propertiesOf(template, 'AWS::CloudFront::Function').get('McpToCredential')?.FunctionCode;
    const keyOf = new Function('headers', `${code}; return handler({ request: { headers } }).headers;`);
    const authorization = { value: 'Bearer yk_1' };
    expect(keyOf({ authorization })).toMatchObject({ 'x-api-key': { value: 'yk_1' } });
    const key = { value: 'yk_2' };
    expect(keyOf({ authorization, 'x-api-key': key })).toMatchObject({ 'x-api-key': key });
    expect(keyOf({ authorization: { value: 'Basic abc' } })).not.toHaveProperty('x-api-key');
  });

  test("keeps no refusal either: one caller's would be given to others", () => {
    const [found] = propertiesOf(template, 'AWS::CloudFront::Distribution').values();
    const { CustomErrorResponses: errors } = distribution.parse(found?.DistributionConfig);
    const passed = errors.filter(({ ResponsePagePath }) => ResponsePagePath === undefined);
    expect(passed).toEqual([400, 403, 404, 500].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })));
    expect(errors.every(({ ErrorCachingMinTTL }) => ErrorCachingMinTTL === 0)).toBe(true);
  });

  test('tells what it says by itself in the envelope, with a status of the API', () => {
    const [found] = propertiesOf(template, 'AWS::CloudFront::Distribution').values();
    const { CustomErrorResponses } = distribution.parse(found?.DistributionConfig);
    const own = CustomErrorResponses.filter(({ ResponsePagePath }) => ResponsePagePath !== undefined);
    const failed = { ErrorCachingMinTTL: 0, ResponseCode: 500, ResponsePagePath: EDGE_ANSWERS.failed.path };
    expect(own).toEqual([
      ...[502, 503, 504].map((ErrorCode) => ({ ErrorCode, ...failed })),
      {
        ErrorCode: 414,
        ErrorCachingMinTTL: 0,
        ResponseCode: 400,
        ResponsePagePath: EDGE_ANSWERS.overlong.path,
      },
    ]);
    for (const { body } of Object.values(EDGE_ANSWERS)) {
      expect(errorBody().safeParse(JSON.parse(body)).error).toBeUndefined();
    }
  });

  test("closes the API's other address, and leaves the stage out of the path", () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: true });
    template.hasResourceProperties('AWS::ApiGateway::BasePathMapping', {
      BasePath: Match.absent(),
      Stage: { Ref: 'ApiStage' },
    });
    expect(Object.keys(template.findOutputs('*'))).toEqual(
      expect.arrayContaining(['EdgeTarget', 'EdgeOriginTarget']),
    );
    expect(at(template.findOutputs('BaseUrl'), 'BaseUrl', 'Value')).toBe('https://api.example.com/v1');
  });

  test('tells every function by which secret to know it, as a reference', () => {
    const functions = [...propertiesOf(template, 'AWS::Lambda::Function').values()];
    // The CDK's own, which puts the pages into their bucket, is none of the API's.
    const own = functions.filter(({ Runtime }) => String(Runtime).startsWith('nodejs'));
    expect(own).toHaveLength(functions.length - 1);
    for (const { Environment } of own) expect(at(Environment, 'Variables', 'ORIGIN_SECRET')).toBe(RESOLVED);
  });

  test('has no finding that nothing explains', () => {
    const { violations } = new AwsSolutionsChecks().validateScope(makeStack({ context }).app);
    expect(violations.map(({ ruleName }) => ruleName)).toEqual([]);
  });

  test.each([
    ['without its secret', { domain }, /originSecret: a domain needs/],
    [
      'with its secret in plain text',
      { domain, originSecret: 's3cret' },
      /originSecret: this is or holds a secret/,
    ],
    ['with a rule by address', { ...context, wafRequestsPerFiveMinutes: 100 }, /give its webAclArn/],
  ])('is refused %s', (_, given, message) => {
    expect(() => makeStack({ context: given })).toThrow(message);
  });
});

test('without a domain nothing of it is there, and no function believes a forwarded address', () => {
  const plain = makeTemplate();
  plain.resourceCountIs('AWS::CloudFront::Distribution', 0);
  plain.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: false });
  for (const { Environment } of propertiesOf(plain, 'AWS::Lambda::Function').values()) {
    expect(at(Environment, 'Variables')).not.toHaveProperty('ORIGIN_SECRET');
  }
});

test('a flood from one address is refused before it costs anything, where the stage asks for it', () => {
  const guarded = makeTemplate({ context: { wafRequestsPerFiveMinutes: 2_000 } });
  guarded.hasResourceProperties('AWS::WAFv2::WebACL', {
    Scope: 'REGIONAL',
    DefaultAction: { Allow: {} },
    Rules: [
      Match.objectLike({
        Action: { Block: {} },
        Statement: { RateBasedStatement: Match.objectLike({ Limit: 2_000, AggregateKeyType: 'IP' }) },
      }),
    ],
  });
  const [acl] = Object.values(guarded.findResources('AWS::WAFv2::WebACL'));
  const content = at(acl, 'Properties', 'CustomResponseBodies', 'rate_limit_exceeded', 'Content');
  expect(JSON.parse(String(content))).toMatchObject({
    success: false,
    error: { code: 'rate_limit_exceeded' },
  });
  expect(at(acl, 'Properties', 'Rules', 0, 'Action', 'Block', 'CustomResponse')).toMatchObject({
    ResponseCode: 429,
    CustomResponseBodyKey: 'rate_limit_exceeded',
    ResponseHeaders: [{ Name: 'Retry-After', Value: '300' }],
  });
  guarded.resourceCountIs('AWS::WAFv2::WebACLAssociation', 1);
  makeTemplate().resourceCountIs('AWS::WAFv2::WebACL', 0);
});

test('the bill is watched where the stage says what it may be', () => {
  const watched = makeTemplate({ context: { monthlyBudgetUsd: 500, alarmEmail: 'ops@example.com' } });
  watched.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: Match.objectLike({ BudgetLimit: { Amount: 500, Unit: 'USD' }, TimeUnit: 'MONTHLY' }),
  });
  expect(() => makeStack({ context: { monthlyBudgetUsd: 500 } })).toThrow(/a budget needs alarmEmail/);
});
