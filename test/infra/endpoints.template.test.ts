import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { inMatchingOrder } from '../../infra/constructs/endpoints.ts';
import { pascalCase } from '../../infra/constructs/names.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { makeTemplate, propertiesOf } from './support/stack.ts';

const template = makeTemplate();
const functions = propertiesOf(template, 'AWS::Lambda::Function');
const methods = methodsByRoute(template);

/** The path of an API Gateway resource, put together from its ancestors. */
function pathOf(resources: ReturnType<typeof propertiesOf>, reference: { Ref?: string }): string {
  const resource = resources.get(reference.Ref ?? '');
  return resource === undefined ? '' : `${pathOf(resources, resource.ParentId)}/${resource.PathPart}`;
}

function methodsByRoute(from: Template) {
  const resources = propertiesOf(from, 'AWS::ApiGateway::Resource');
  const found = [...propertiesOf(from, 'AWS::ApiGateway::Method').values()];
  return new Map(found.map((m) => [`${m.HttpMethod} ${pathOf(resources, m.ResourceId)}`, m]));
}

const nameOf = (route: Route) => `${route.method} ${route.path}`;

test('there is exactly one method per route', () => {
  expect([...methods.keys()].sort()).toEqual(ROUTES.map(nameOf).sort());
});

describe.each(ROUTES.map((route) => [route.id, route] as const))('%s', (id, route) => {
  const method = methods.get(nameOf(route));
  const functionId = `${pascalCase(id)}Function`;

  test('its method invokes its own Lambda as a proxy', () => {
    expect(method?.Integration).toMatchObject({ Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST' });
    expect(JSON.stringify(method?.Integration.Uri)).toContain(`{"Fn::GetAtt":["${functionId}","Arn"]}`);
  });

  test('it needs a credential unless its record says public', () => {
    expect(method).toMatchObject(
      route.access === 'public'
        ? { AuthorizationType: 'NONE', ApiKeyRequired: false }
        : { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Authorizer' }, ApiKeyRequired: true },
    );
    expect(method).toHaveProperty('OperationName', id);
  });

  test('its Lambda runs the bundle with memory and time from the record', () => {
    expect(functions.get(functionId)).toMatchObject({
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      MemorySize: route.lambda?.memoryMb ?? 512,
      Timeout: route.lambda?.timeoutSeconds ?? 10,
      LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: `${pascalCase(id)}Logs` } },
      Environment: { Variables: { TABLE_NAME: { Ref: 'Table' }, LOG_LEVEL: 'info' } },
    });
  });

  test('only its own method of the deployed stage may invoke its Lambda', () => {
    const permissions = [...propertiesOf(template, 'AWS::Lambda::Permission').values()].filter(
      ({ FunctionName }) => FunctionName['Fn::GetAtt'][0] === functionId,
    );
    expect(permissions).toHaveLength(1);
    expect(permissions[0]).toMatchObject({
      Action: 'lambda:InvokeFunction',
      Principal: 'apigateway.amazonaws.com',
    });
    const source = JSON.stringify(permissions[0]?.SourceArn);
    expect(source).toContain(`{"Ref":"ApiStage"},"/${route.method}${route.path.replace(/\{\w+\}/g, '*')}"`);
  });
});

test('every function leaves API Gateway time to answer, and keeps its log for a month', () => {
  for (const route of ROUTES) {
    expect(functions.get(`${pascalCase(route.id)}Function`)?.Timeout).toBeLessThan(29);
  }
  const logs = propertiesOf(template, 'AWS::Logs::LogGroup');
  for (const { LoggingConfig } of functions.values()) {
    expect(logs.get(LoggingConfig.LogGroup.Ref)).toHaveProperty('RetentionInDays', 30);
  }
});

test('every function names its asset, so that `sam local` finds the code', () => {
  for (const [, resource] of Object.entries(template.findResources('AWS::Lambda::Function'))) {
    expect(resource.Metadata['aws:asset:path']).toMatch(/^asset\.[0-9a-f]{64}$/);
    expect(resource.Metadata['aws:asset:property']).toBe('Code');
  }
});

test('static segments come before parameters', () => {
  const [first] = ROUTES;
  if (first === undefined) throw new Error('There are no routes');
  const route = (path: Route['path']): Route => ({ ...first, path, method: 'GET' });
  const paths = ['/a/{id}/x', '/a/z', '/a', '/a/{id}', '/b', '/a/b'] as const;
  expect(inMatchingOrder(paths.map(route)).map(({ path }) => path)).toEqual([
    '/a',
    '/a/b',
    '/a/z',
    '/a/{id}',
    '/a/{id}/x',
    '/b',
  ]);
});

describe('the API', () => {
  test('takes the gateway key from the authorizer and bears the version as its stage', () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', { ApiKeySourceType: 'AUTHORIZER' });
    template.hasResourceProperties('AWS::ApiGateway::Stage', { StageName: 'v1' });
  });

  test('asks the authorizer once a minute per credential, and never without one', () => {
    template.hasResourceProperties('AWS::ApiGateway::Authorizer', {
      Type: 'REQUEST',
      IdentitySource: 'method.request.header.X-API-KEY',
      AuthorizerResultTtlInSeconds: 60,
    });
  });

  test('logs every request as JSON without a credential, and no bodies', () => {
    const [stage] = propertiesOf(template, 'AWS::ApiGateway::Stage').values();
    const format: string = stage?.AccessLogSetting.Format;
    expect(JSON.parse(format)).toMatchObject({ request_id: '$context.requestId', status: '$context.status' });
    expect(format).not.toMatch(/apiKey|authorizer\.(?!latency)/i);
    expect(stage?.MethodSettings).toEqual([
      expect.objectContaining({ LoggingLevel: 'ERROR', DataTraceEnabled: false }),
    ]);
  });
});

test('the base address and the table name are outputs', () => {
  const outputs = Object.keys(template.findOutputs('*'));
  expect(outputs).toEqual(expect.arrayContaining(['BaseUrl', 'TableName']));
});

test('tracing is off unless the context asks for it', () => {
  expect([...functions.values()].some(({ TracingConfig }) => TracingConfig !== undefined)).toBe(false);
  const traced = propertiesOf(makeTemplate({ context: { tracing: 'true' } }), 'AWS::Lambda::Function');
  expect([...traced.values()].every(({ TracingConfig }) => TracingConfig?.Mode === 'Active')).toBe(true);
});

test('a setting of the context reaches the functions whose record names it, and no other', () => {
  const signInUri = 'https://app.example.com/login';
  const given = propertiesOf(makeTemplate({ context: { signInUri } }), 'AWS::Lambda::Function');
  const expected = ROUTES.filter(({ lambda }) => lambda?.settings?.includes('SIGN_IN_URI'));
  const holders = [...given].filter(([, { Environment }]) => Environment.Variables.SIGN_IN_URI === signInUri);
  expect(holders.length).toBeGreaterThan(0);
  expect(holders.map(([id]) => id).sort()).toEqual(
    expected.map(({ id }) => `${pascalCase(id)}Function`).sort(),
  );
});
