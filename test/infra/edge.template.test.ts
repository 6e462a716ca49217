import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { synthesize } from '../../infra/app.ts';
import { EDGE_ERROR_RESPONSES } from '../../infra/constructs/edge/edge-error-responses.ts';
import {
  CACHE_CONTROL,
  findServedPath,
  NOT_FOUND_RESPONSE,
  SECURITY_HEADERS,
} from '../../infra/dashboard/files.ts';
import { buildCredentialText, CREDENTIAL_RANDOM_BYTES } from '../../shared/access/domain/credential.ts';
import { buildErrorBodySchema } from '../../shared/platform/contract/error-responses.ts';
import { at } from '../support/at.ts';
import { present } from '../support/present.ts';
import { FEW_ROUTES, makeStack, makeTemplate, propertiesOf } from './support/stack.ts';

const SECRET_VERSION_ID = '01234567-89ab-cdef-0123-456789abcdef';
const SECRET = `secretsmanager:yield-origin:SecretString:::${SECRET_VERSION_ID}`;
const RESOLVED_SECRET = `{{resolve:${SECRET}}}`;
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

describe('a stage with the setting "domain"', () => {
  const template = makeTemplate({ context });

  test('the domain has a CloudFront distribution that caches no API response', () => {
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: ['api.example.com'],
        CacheBehaviors: Match.arrayWith(
          ['/v1', '/v1/*'].map((PathPattern) =>
            Match.objectLike({
              PathPattern,
              // The id of CachingDisabled, which is the same in every AWS account.
              CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
              ViewerProtocolPolicy: 'https-only',
              AllowedMethods: Match.arrayWith(['OPTIONS', 'POST', 'DELETE']),
            }),
          ),
        ),
        Origins: Match.arrayWith([
          Match.objectLike({
            DomainName: 'origin.example.com',
            OriginCustomHeaders: ['X-Origin-Secret', 'Referer'].map((HeaderName) => ({
              HeaderName,
              HeaderValue: RESOLVED_SECRET,
            })),
          }),
        ]),
      },
    });
  });

  test('the CloudFront distribution serves the dashboard from a private bucket at the root path', () => {
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
    template.hasResource('AWS::S3::Bucket', { DeletionPolicy: 'RetainExceptOnCreate' });
  });

  test('every page address returns index.html, which browsers do not cache', () => {
    const code = propertiesOf(template, 'AWS::CloudFront::Function').get('PagesToDocument')?.FunctionCode;
    const handler = new Function('request', `${code}; return handler({ request });`);
    const answer = (uri: string, accept: string, method = 'GET') =>
      handler({ method, uri, headers: { accept: { value: accept } } });
    const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
    for (const [address, expected] of [
      ['/', '/index.html'],
      ['/strategies/strat_1', '/index.html'],
      ['/developer/keys', '/index.html'],
      ['/assets/main-1.js', '/assets/main-1.js'],
      ['/llms.txt', '/llms.txt'],
      ['/docs', '/docs/index.html'],
      ['/docs/', '/docs/index.html'],
      ['/docs/investments/deposit', '/docs/investments/deposit/index.html'],
      ['/docs/guides', '/docs/guides/index.html'],
      ['/docs/guides/', '/docs/guides/index.html'],
      ['/docs/investments/', '/docs/investments/index.html'],
      ['/docs/guides/paging/', '/docs/guides/paging/index.html'],
      ['/docs/else', undefined],
      ['/docs/investments/else', undefined],
      ['/index.php', undefined],
      ['/v2/strategies', undefined],
      ['/.well-known/oauth-protected-resource', undefined],
      ['/.well-known/openid-configuration/mcp', undefined],
    ] as const) {
      expect(findServedPath(address, html), address).toBe(expected);
      expect(at(answer(address, html), 'uri'), address).toBe(expected);
    }
    // Programs such as curl accept anything, and may send no Accept header.
    for (const accept of ['*/*', 'text/*', '']) {
      expect(findServedPath('/docs/errors', accept), accept).toBe('/docs/errors/index.html');
      expect(at(answer('/docs/errors', accept), 'uri'), accept).toBe('/docs/errors/index.html');
    }
    expect(handler({ method: 'GET', uri: '/docs', headers: {} })).toMatchObject({ uri: '/docs/index.html' });
    const notFoundResponse = {
      statusCode: 404,
      body: NOT_FOUND_RESPONSE.body,
      headers: { 'content-type': { value: 'application/json' } },
    };
    for (const refused of [
      answer('/v2/strategies', html),
      answer('/strategies', 'application/json'),
      answer('/strategies', '*/*'),
      answer('/docs/errors', 'application/json'),
      answer('/docs/errors', '*/*', 'POST'),
      answer('/', html, 'POST'),
      handler({ method: 'GET', uri: '/', headers: {} }),
    ]) {
      expect(refused).toMatchObject(notFoundResponse);
    }
    expect(answer('/.well-known/oauth-protected-resource/mcp', '*/*')).toMatchObject({
      ...notFoundResponse,
      body: NOT_FOUND_RESPONSE.oauthBody,
    });
    expect(answer('/register', '*/*', 'POST')).toMatchObject({
      ...notFoundResponse,
      body: NOT_FOUND_RESPONSE.oauthBody,
    });
    expect(findServedPath('/strategies', '*/*')).toBeUndefined();
    expect(JSON.parse(NOT_FOUND_RESPONSE.body)).toMatchObject({
      success: false,
      error: { code: 'not_found' },
    });
    const router = readFileSync(
      new URL('../../clients/dashboard/src/routing/pages.tsx', import.meta.url),
      'utf8',
    );
    const known = Array.from(router.matchAll(/pattern: \/\^\\\/(\w*)/g), ([, name]) => `/${name}`);
    expect(known.length).toBeGreaterThan(8);
    expect(known.filter((address) => findServedPath(address, html) !== '/index.html')).toEqual([]);
    // CloudFront accepts functions of up to 10 kB.
    expect(Buffer.byteLength(String(code))).toBeLessThan(10_240);
    const deployments = [...propertiesOf(template, 'Custom::CDKBucketDeployment').values()];
    expect(deployments.map(({ SystemMetadata }) => at(SystemMetadata, 'cache-control'))).toEqual([
      CACHE_CONTROL.immutable,
      CACHE_CONTROL.document,
    ]);
    expect(deployments.every(({ Prune }) => Prune === false)).toBe(true);
  });

  test('the distribution forwards the IP address of the caller, but not an origin secret that the caller sends', () => {
    for (const policy of propertiesOf(template, 'AWS::CloudFront::OriginRequestPolicy').values()) {
      const headers = headersOf(policy);
      expect(headers).toEqual(expect.arrayContaining(['CloudFront-Viewer-Address', 'X-API-KEY', 'Origin']));
      expect(headers).not.toContain('X-Origin-Secret');
      expect(headers.length).toBeLessThanOrEqual(10);
    }
  });

  test('the distribution serves the MCP server at /mcp', () => {
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

  test('the distribution caches no error response, because other callers would receive it', () => {
    const [found] = propertiesOf(template, 'AWS::CloudFront::Distribution').values();
    const { CustomErrorResponses: errors } = distribution.parse(found?.DistributionConfig);
    const passedThroughErrors = errors.filter(({ ResponsePagePath }) => ResponsePagePath === undefined);
    expect(passedThroughErrors).toEqual(
      [400, 403, 404, 500].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
    expect(errors.every(({ ErrorCachingMinTTL }) => ErrorCachingMinTTL === 0)).toBe(true);
  });

  test('an error that CloudFront itself creates has the error envelope and a status code of the API', () => {
    const [found] = propertiesOf(template, 'AWS::CloudFront::Distribution').values();
    const { CustomErrorResponses } = distribution.parse(found?.DistributionConfig);
    const own = CustomErrorResponses.filter(({ ResponsePagePath }) => ResponsePagePath !== undefined);
    const failed = {
      ErrorCachingMinTTL: 0,
      ResponseCode: 500,
      ResponsePagePath: EDGE_ERROR_RESPONSES.failed.path,
    };
    expect(own).toEqual([
      ...[502, 503, 504].map((ErrorCode) => ({ ErrorCode, ...failed })),
      {
        ErrorCode: 414,
        ErrorCachingMinTTL: 0,
        ResponseCode: 400,
        ResponsePagePath: EDGE_ERROR_RESPONSES.overlong.path,
      },
    ]);
    for (const { body } of Object.values(EDGE_ERROR_RESPONSES)) {
      expect(buildErrorBodySchema().safeParse(JSON.parse(body)).error).toBeUndefined();
    }
  });

  test('the execute-api address of API Gateway is disabled', () => {
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

  test('the resource policy of API Gateway rejects requests without the current or the previous origin secret', () => {
    const previous = `secretsmanager:yield-origin:SecretString:::${SECRET_VERSION_ID.replace('0', 'f')}`;
    const rotating = makeTemplate({
      routes: FEW_ROUTES,
      context: { ...context, originSecretPrevious: previous },
    });
    const accepted = [RESOLVED_SECRET, `{{resolve:${previous}}}`];
    const request = { Action: 'execute-api:Invoke', Principal: { AWS: '*' }, Resource: 'execute-api:/*' };
    expect(at(propertiesOf(rotating, 'AWS::ApiGateway::RestApi').get('Api'), 'Policy', 'Statement')).toEqual([
      { Effect: 'Allow', ...request },
      { Effect: 'Deny', ...request, Condition: { StringNotEquals: { 'aws:Referer': accepted } } },
    ]);
    for (const { Environment, Runtime } of propertiesOf(rotating, 'AWS::Lambda::Function').values()) {
      if (Runtime !== 'nodejs24.x') continue;
      expect([
        at(Environment, 'Variables', 'ORIGIN_SECRET'),
        at(Environment, 'Variables', 'ORIGIN_SECRET_PREVIOUS'),
      ]).toEqual(accepted);
    }
    // The distribution sends a new secret only after everything behind it accepts it.
    const [distribution] = Object.values(rotating.findResources('AWS::CloudFront::Distribution'));
    expect(distribution?.DependsOn).toContain('ApiStage');
  });

  test('the origin secret of every function is a reference that CloudFormation resolves', () => {
    const functions = [...propertiesOf(template, 'AWS::Lambda::Function').values()];
    // Excludes the function of the CDK that copies the pages into their bucket.
    const own = functions.filter(({ Runtime }) => String(Runtime).startsWith('nodejs'));
    expect(own).toHaveLength(functions.length - 1);
    for (const { Environment } of own)
      expect(at(Environment, 'Variables', 'ORIGIN_SECRET')).toBe(RESOLVED_SECRET);
  });

  test('every violation of an AWS Solutions rule of cdk-nag in the stack with a domain has a stated reason', () => {
    const { violations } = new AwsSolutionsChecks().validateScope(
      makeStack({ routes: FEW_ROUTES, context }).app,
    );
    expect(violations.map(({ ruleName }) => ruleName)).toEqual([]);
  });

  test.each([
    ['without its secret', { domain }, /originSecret: required with domain/],
    [
      'with its secret in plain text',
      { domain, originSecret: 's3cret' },
      /originSecret: must not contain a secret/,
    ],
    [
      'with WAF and without its web ACL',
      { ...context, waf: true },
      /domain: webAclArn is required, because AWS WAF is on/,
    ],
  ])('the setting "domain" is rejected %s', (_, given, message) => {
    expect(() => makeStack({ routes: FEW_ROUTES, context: given })).toThrow(message);
  });
});

test('a stage without a domain has no distribution and no bucket', () => {
  const plain = makeTemplate();
  plain.resourceCountIs('AWS::CloudFront::Distribution', 0);
  plain.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: false });
  for (const { Environment } of propertiesOf(plain, 'AWS::Lambda::Function').values()) {
    expect(at(Environment, 'Variables')).not.toHaveProperty('ORIGIN_SECRET');
  }
});

test('if the stage enables WAF, AWS WAF limits the number of requests from one IP address', () => {
  const guarded = makeTemplate({
    routes: FEW_ROUTES,
    context: { waf: true, wafRequestsPerFiveMinutes: 2_000 },
  });
  guarded.hasResourceProperties('AWS::WAFv2::WebACL', {
    Scope: 'REGIONAL',
    DefaultAction: { Allow: {} },
    Rules: Match.arrayWith([
      Match.objectLike({
        Action: { Block: {} },
        Statement: { RateBasedStatement: Match.objectLike({ Limit: 2_000, AggregateKeyType: 'IP' }) },
      }),
    ]),
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

test('WAF limits the number of requests with a credential from one IP address', () => {
  const acl = propertiesOf(
    makeTemplate({ routes: FEW_ROUTES, context: { waf: true } }),
    'AWS::WAFv2::WebACL',
  ).get('WebAcl');
  const rate = at(acl, 'Rules', 2, 'Statement', 'RateBasedStatement');
  expect(at(rate, 'Limit')).toBe(20_000);
  expect(at(rate, 'AggregateKeyType')).toBe('IP');
  const statements = z.array(z.unknown()).parse(at(rate, 'ScopeDownStatement', 'OrStatement', 'Statements'));
  const patterns = statements.map(
    (each) => new RegExp(String(at(each, 'RegexMatchStatement', 'RegexString'))),
  );
  const credential = buildCredentialText('api_key', 'live', new Uint8Array(CREDENTIAL_RANDOM_BYTES).fill(7));
  expect(patterns.some((pattern) => pattern.test(credential))).toBe(true);
  expect(patterns.some((pattern) => pattern.test('guessed'))).toBe(false);
});

test('the WAF rate limit is lower for requests without a credential or to public endpoints than for other requests', () => {
  const acl = propertiesOf(makeTemplate({ context: { waf: true } }), 'AWS::WAFv2::WebACL').get('WebAcl');
  const rate = at(acl, 'Rules', 1, 'Statement', 'RateBasedStatement');
  expect(at(rate, 'Limit')).toBe(1_000);
  const [apiPathMatch, isOpen] = z
    .array(z.unknown())
    .parse(at(rate, 'ScopeDownStatement', 'AndStatement', 'Statements'));
  const readRegexAt = (...path: (string | number)[]) =>
    new RegExp(
      String(at(isOpen, 'OrStatement', 'Statements', ...path, 'RegexMatchStatement', 'RegexString')),
    );
  const identified = [0, 'NotStatement', 'Statement', 'OrStatement', 'Statements'];
  const credential = buildCredentialText('api_key', 'live', new Uint8Array(CREDENTIAL_RANDOM_BYTES).fill(7));
  expect(credential).toMatch(readRegexAt(...identified, 0));
  expect(`Bearer ${credential}`).toMatch(readRegexAt(...identified, 1));
  expect('guessed').not.toMatch(readRegexAt(...identified, 0));
  const paths = new RegExp(String(at(apiPathMatch, 'RegexMatchStatement', 'RegexString')));
  for (const path of ['/v1/strategies', '/api/v1', '/mcp']) expect(path).toMatch(paths);
  for (const path of ['/', '/assets/main.js', '/docs']) expect(path).not.toMatch(paths);
  const open = readRegexAt(1);
  for (const path of ['/v1/health', '/api/v1/auth/login', '/v2/auth/challenge', '/v1'])
    expect(path).toMatch(open);
  for (const path of ['/v1/strategies', '/v1/user/profile']) expect(path).not.toMatch(open);
  // The maximum length of an expression on AWS.
  expect(open.source.length).toBeLessThanOrEqual(512);
});

test('a live stage has WAF by default', () => {
  const live = {
    environment: 'live',
    signInUri: 'https://app.example.com/login',
    alarmEmail: 'ops@example.com',
  };
  makeTemplate({ context: live }).resourceCountIs('AWS::WAFv2::WebACLAssociation', 1);
  makeTemplate({ routes: FEW_ROUTES, context: { ...live, waf: false } }).resourceCountIs(
    'AWS::WAFv2::WebACL',
    0,
  );
  expect(() => makeStack({ routes: FEW_ROUTES, context: { ...live, ...context } })).toThrow(
    /domain: webAclArn is required, because AWS WAF is on/,
  );
  const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/b';
  const templateBehindDomain = makeTemplate({
    context: { ...live, ...context, domain: { ...domain, webAclArn } },
  });
  templateBehindDomain.resourceCountIs('AWS::WAFv2::WebACL', 0);
  templateBehindDomain.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: Match.objectLike({ WebACLId: webAclArn }),
  });
});

test('the WAF web ACL of a distribution is in a separate stack in us-east-1', async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'yield-web-acl-'));
  // Skip the validation against CloudFormation's schemas, which takes seconds. Another test runs it.
  vi.stubEnv('CDK_VALIDATION', 'false');
  const live = { stage: 'prod', signInUri: 'https://app.example.com/login', alarmEmail: 'ops@example.com' };
  const given = { ...live, domain: JSON.stringify(domain), originSecret: SECRET, stack: 'web-acl' };
  const app = await synthesize(outdir, { context: given });
  vi.unstubAllEnvs();
  const stacks = app.node.children.filter((child) => Stack.isStack(child));
  const [stack] = stacks;
  expect(stacks.map(({ stackName, region }) => [stackName, region])).toEqual([
    ['YieldApi-prod-WebAcl', 'us-east-1'],
  ]);
  const template = Template.fromStack(present(stack));
  template.hasResourceProperties('AWS::WAFv2::WebACL', { Scope: 'CLOUDFRONT' });
  expect(template.findOutputs('WebAclArn')).not.toEqual({});
  rmSync(outdir, { recursive: true });
});

test('an AWS budget watches the monthly cost when the stage sets monthlyBudgetUsd', () => {
  const templateWithBudget = makeTemplate({
    context: { monthlyBudgetUsd: 500, alarmEmail: 'ops@example.com' },
  });
  templateWithBudget.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: Match.objectLike({ BudgetLimit: { Amount: 500, Unit: 'USD' }, TimeUnit: 'MONTHLY' }),
  });
  expect(() => makeStack({ routes: FEW_ROUTES, context: { monthlyBudgetUsd: 500 } })).toThrow(
    /monthlyBudgetUsd: alarmEmail is required/,
  );
});
