import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { toPascalCase } from '../../infra/constructs/names.ts';
import { type Route, routeMethods } from '../../shared/platform/contract/route.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { at } from '../support/at.ts';
import { bodyOf, FEW_ROUTES, makeTemplate, propertiesOf } from './support/stack.ts';

const template = makeTemplate();
const functions = propertiesOf(template, 'AWS::Lambda::Function');
const body = bodyOf(template);
const { paths } = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) }).parse(body);
const policyDocument = z.object({
  Statement: z.array(z.object({ Action: z.string(), Resource: z.unknown() })),
});
const methodSettingsSchema = z.array(
  z.looseObject({ ResourcePath: z.string(), HttpMethod: z.string(), ThrottlingRateLimit: z.number() }),
);

const pathOf = ({ path }: Pick<Route, 'path'>) => `/v1${path === '/' ? '' : path}`;

test('the API has exactly one method per route, plus the methods of the health check, security.txt and the MCP server', () => {
  const made = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(made.filter((name) => !/^(OPTIONS|X-AMAZON)/.test(name)).sort()).toEqual(
    [
      ...ROUTES.map((route) => `${route.method} ${pathOf(route)}`),
      'HEAD /v1/health',
      'GET /.well-known/security.txt',
      ...['POST', 'GET', 'DELETE'].map((method) => `${method} /mcp`),
    ].sort(),
  );
});

test('every path or method without an endpoint invokes the function for unknown paths', () => {
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/', '/{proxy+}']));
  for (const [path, methods] of Object.entries(paths)) {
    const unknown = at(methods, 'x-amazon-apigateway-any-method');
    expect(at(unknown, 'security'), path).toEqual([]);
    expect(JSON.stringify(at(unknown, 'x-amazon-apigateway-integration', 'uri')), path).toContain(
      `\${ServiceUnknownPathFunction.Arn}/invocations`,
    );
    const allowed = at(methods.options ?? {}, 'x-amazon-apigateway-integration');
    expect(JSON.stringify(allowed ?? ''), path).not.toContain('X-AMAZON');
  }
});

describe.each(ROUTES.map((route) => [route.id, route] as const))('the endpoint of %s', (id, route) => {
  const method = at(paths, pathOf(route), route.method.toLowerCase());
  const functionId = `${toPascalCase(id)}Function`;

  test('the method invokes the Lambda function of its route', () => {
    const integration = at(method, 'x-amazon-apigateway-integration');
    expect(integration).toMatchObject({ type: 'aws_proxy', httpMethod: 'POST' });
    expect(JSON.stringify(at(integration, 'uri'))).toContain(`/functions/\${${functionId}.Arn}/invocations`);
    expect(at(integration, 'credentials')).toEqual({ 'Fn::GetAtt': ['InvocationRole', 'Arn'] });
  });

  test('the method requires a credential and a gateway key, unless its route is public', () => {
    const guarded = [{ Credential: [] }, { GatewayKey: [] }];
    expect(at(method, 'security')).toEqual(route.access === 'public' ? [] : guarded);
    expect(at(method, 'operationId')).toBe(`v1.${id}`);
  });

  test('the function runs its bundle with the memory and time limit of the route record', () => {
    expect(functions.get(functionId)).toMatchObject({
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      MemorySize: route.lambda?.memoryMb ?? 512,
      Timeout: route.lambda?.timeoutSeconds ?? 10,
      LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: `${toPascalCase(id)}Logs` } },
      Environment: { Variables: { TABLE_NAME: { Ref: 'Table' }, LOG_LEVEL: 'info', CORS_ORIGINS: '*' } },
    });
  });
});

test('the MCP server has the largest memory and time limit of all endpoints', () => {
  const methods = ['post', 'get', 'delete'].map((name) => paths['/mcp']?.[name]);
  for (const method of methods) expect(at(method, 'security')).toEqual([]);
  expect(functions.get('ServiceMcpFunction')).toMatchObject({ MemorySize: 1024, Timeout: 20 });
});

test('every function ends before the time limit of API Gateway, which is 29 seconds', () => {
  for (const route of ROUTES) {
    expect(functions.get(`${toPascalCase(route.id)}Function`)?.Timeout).toBeLessThan(29);
  }
  const logs = propertiesOf(template, 'AWS::Logs::LogGroup');
  for (const { LoggingConfig } of functions.values()) {
    expect(logs.get(String(at(LoggingConfig, 'LogGroup', 'Ref')))).toHaveProperty('RetentionInDays', 30);
  }
});

test('the template metadata of every function names the folder of its code', () => {
  for (const [, resource] of Object.entries(template.findResources('AWS::Lambda::Function'))) {
    expect(at(resource, 'Metadata', 'aws:asset:path')).toMatch(/^asset\.[0-9a-f]{64}$/);
    expect(at(resource, 'Metadata', 'aws:asset:property')).toBe('Code');
  }
});

test('API Gateway may invoke the authorizer and the functions of routes, but no job', () => {
  const policies = [...propertiesOf(template, 'AWS::IAM::ManagedPolicy').values()];
  const statements = policies.flatMap(({ PolicyDocument }) => policyDocument.parse(PolicyDocument).Statement);
  expect(new Set(statements.map(({ Action }) => Action))).toEqual(new Set(['lambda:InvokeFunction']));
  const named = statements.flatMap(({ Resource }) => Resource).map((arn) => at(arn, 'Fn::GetAtt', 0));
  const expected = [
    ...ROUTES.map(({ id }) => id),
    'service.mcp',
    'service.unknown-path',
    'access.authorizer',
  ];
  expect(named.sort()).toEqual(expected.map((id) => `${toPascalCase(id)}Function`).sort());
  for (const { PolicyDocument } of policies) {
    // Each reference becomes an ARN of at most 140 characters, with two quotes and a comma. A policy may have at most
    // 6,144 characters.
    expect([at(PolicyDocument, 'Statement', 0, 'Resource')].flat().length * 143).toBeLessThan(6_000);
  }
  // The only permissions on functions are those of EventBridge to start a job.
  const permitted = [...propertiesOf(template, 'AWS::Lambda::Permission').values()];
  expect(new Set(permitted.map(({ Principal }) => Principal))).toEqual(new Set(['events.amazonaws.com']));
});

describe('the REST API in the template', () => {
  test('the API reads the gateway key from the answer of the authorizer', () => {
    expect(body['x-amazon-apigateway-api-key-source']).toBe('AUTHORIZER');
    template.resourceCountIs('AWS::ApiGateway::Stage', 1);
    template.hasResourceProperties('AWS::ApiGateway::Stage', { StageName: 'api' });
  });

  test('the API caches the answer of the authorizer for one minute per credential', () => {
    const credential = at(body, 'components', 'securitySchemes', 'Credential');
    expect(at(credential, 'x-amazon-apigateway-authorizer')).toMatchObject({
      type: 'request',
      identitySource: 'method.request.header.X-API-KEY',
      authorizerResultTtlInSeconds: 60,
      authorizerCredentials: { 'Fn::GetAtt': ['InvocationRole', 'Arn'] },
    });
  });

  test('the API log contains every request as JSON, but no credentials and no bodies', () => {
    const [stage] = propertiesOf(template, 'AWS::ApiGateway::Stage').values();
    const format = String(at(stage, 'AccessLogSetting', 'Format'));
    expect(JSON.parse(format)).toMatchObject({
      request_id: '$context.requestId',
      status: '$context.status',
      principal: '$context.authorizer.principalId',
    });
    expect(format).not.toMatch(/apiKey|authorizer\.(?!latency|principalId|integrationStatus)/i);
    for (const settings of methodSettingsSchema.parse(stage?.MethodSettings)) {
      expect(settings).toMatchObject({ LoggingLevel: 'ERROR', DataTraceEnabled: false });
    }
  });
});

test('each API method with public access has a lower throttle than the default for all methods', () => {
  const [stage] = propertiesOf(template, 'AWS::ApiGateway::Stage').values();
  const settings = methodSettingsSchema.parse(stage?.MethodSettings);
  const limits = new Map(
    settings.map((each) => [`${each.HttpMethod} ${each.ResourcePath}`, each.ThrottlingRateLimit]),
  );
  expect(limits.get('* /*')).toBe(2_000);
  const open = ROUTES.filter(({ access }) => access === 'public');
  const names = open.flatMap((route) =>
    routeMethods(route).map((method) => `${method} /${pathOf(route).replaceAll('/', '~1')}`),
  );
  for (const name of names) expect(limits.get(name), name).toBe(100);
  expect(names).not.toContain('POST /~1mcp');
  expect(limits.size).toBe(names.length + 1);
});

test('the execution log of the API expires after 30 days', () => {
  const groups = propertiesOf(template, 'AWS::Logs::LogGroup');
  expect(groups.get('ApiExecutionLog')).toMatchObject({
    LogGroupName: { 'Fn::Join': ['', ['API-Gateway-Execution-Logs_', { Ref: 'Api' }, '/api']] },
    RetentionInDays: 30,
  });
  expect(groups.get('ApiAccessLog')).toMatchObject({ RetentionInDays: 90 });
  template.hasResource('AWS::ApiGateway::Stage', { DependsOn: Match.arrayWith(['ApiExecutionLog']) });
});

test('Lambda concurrency is reserved for the authorizer and the jobs if the stage sets reservedConcurrency', () => {
  const reserved = propertiesOf(
    makeTemplate({ routes: FEW_ROUTES, context: { reservedConcurrency: { authorizer: 50, job: 5 } } }),
    'AWS::Lambda::Function',
  );
  expect(reserved.get('AccessAuthorizerFunction')?.ReservedConcurrentExecutions).toBe(50);
  expect(reserved.get('IngestRunFunction')?.ReservedConcurrentExecutions).toBe(5);
  expect(reserved.get('WalletsBalancesFunction')?.ReservedConcurrentExecutions).toBeUndefined();
  expect(functions.get('AccessAuthorizerFunction')?.ReservedConcurrentExecutions).toBeUndefined();
});

test('only a change of a route, not of its documentation, creates a new deployment of API Gateway', () => {
  const idOf = (routes: readonly Route[]) =>
    [...propertiesOf(makeTemplate({ routes, jobs: [] }), 'AWS::ApiGateway::Deployment').keys()][0];
  const few = ROUTES.slice(0, 3);
  const [first, ...others] = few;
  if (first === undefined) throw new Error('There are no routes');
  const same = idOf(few);
  expect(idOf([{ ...first, summary: 'Said otherwise' }, ...others])).toBe(same);
  const changes: readonly Partial<Route>[] = [
    { path: '/moved' },
    { method: first.method === 'PUT' ? 'POST' : 'PUT' },
    { access: first.access === 'public' ? 'authenticated' : 'public' },
    { id: 'service.renamed' },
  ];
  const ids = changes.map((change) => idOf([{ ...first, ...change }, ...others]));
  expect(new Set([same, ...ids]).size).toBe(changes.length + 1);
  expect(idOf(others)).not.toBe(same);
});

test('the base address and the table name are outputs of the stack', () => {
  const outputs = Object.keys(template.findOutputs('*'));
  expect(outputs).toEqual(expect.arrayContaining(['BaseUrl', 'TableName']));
});

test('X-Ray tracing is off unless the CDK context enables it', () => {
  expect([...functions.values()].some(({ TracingConfig }) => TracingConfig !== undefined)).toBe(false);
  const traced = propertiesOf(
    makeTemplate({ routes: FEW_ROUTES, context: { tracing: 'true' } }),
    'AWS::Lambda::Function',
  );
  expect([...traced.values()].every(({ TracingConfig }) => at(TracingConfig, 'Mode') === 'Active')).toBe(
    true,
  );
});

test('a function gets a CDK setting as an environment variable only if its route record names the setting', () => {
  const signInUri = 'https://app.example.com/login';
  const given = propertiesOf(makeTemplate({ context: { signInUri } }), 'AWS::Lambda::Function');
  const expected = ROUTES.filter(({ lambda }) => lambda?.settings?.includes('SIGN_IN_URI'));
  const holders = [...given].filter(
    ([, { Environment }]) => at(Environment, 'Variables', 'SIGN_IN_URI') === signInUri,
  );
  expect(holders.length).toBeGreaterThan(0);
  expect(holders.map(([id]) => id).sort()).toEqual(
    expected.map(({ id }) => `${toPascalCase(id)}Function`).sort(),
  );
});
