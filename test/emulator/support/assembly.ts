import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A resource in the form of a CloudFormation template. */
export interface TemplateResource {
  Type: string;
  Properties: Record<string, unknown>;
}

export type Resources = Record<string, TemplateResource>;

const API = { Ref: 'Api' };

/** A Lambda function whose code is the asset of the same name. */
export function lambda(asset: string, properties: Record<string, unknown> = {}): TemplateResource {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Code: { S3Bucket: 'assets', S3Key: `${asset}.zip` },
      Timeout: 5,
      MemorySize: 256,
      ...properties,
    },
  };
}

const invocationUri = (functionId: string) => ({
  'Fn::Join': [
    '',
    [
      'arn:',
      { Ref: 'AWS::Partition' },
      ':apigateway:',
      { Ref: 'AWS::Region' },
      ':lambda:path/2015-03-31/functions/',
      { 'Fn::GetAtt': [functionId, 'Arn'] },
      '/invocations',
    ],
  ],
});

/** A REST API with stage `v1` and the resources of the given paths. */
export function restApi(paths: readonly string[], properties: Record<string, unknown> = {}): Resources {
  const resources: Resources = {
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Test', ...properties } },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: { RestApiId: API, StageName: 'v1', DeploymentId: 'd' },
    },
  };
  for (const path of paths) {
    let parent: unknown = { 'Fn::GetAtt': ['Api', 'RootResourceId'] };
    let id = 'Resource';
    for (const part of path.split('/').filter(Boolean)) {
      id += part.replace(/\W/g, 'X');
      const properties = { RestApiId: API, ParentId: parent, PathPart: part };
      resources[id] = { Type: 'AWS::ApiGateway::Resource', Properties: properties };
      parent = { Ref: id };
    }
  }
  return resources;
}

/** A method on a path that `restApi` made, integrated with a function. */
export function method(
  httpMethod: string,
  path: string,
  functionId: string,
  properties: Record<string, unknown> = {},
): Resources {
  const id = `Resource${path
    .split('/')
    .filter(Boolean)
    .map((part) => part.replace(/\W/g, 'X'))
    .join('')}`;
  const Integration = { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: invocationUri(functionId) };
  const resource: TemplateResource = {
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      RestApiId: API,
      ResourceId: { Ref: id },
      HttpMethod: httpMethod,
      AuthorizationType: 'NONE',
      ...properties,
      Integration: { ...Integration, ...nested(properties.Integration) },
    },
  };
  return { [`${id}${httpMethod}`]: resource };
}

const nested = (value: unknown): object => (value !== null && typeof value === 'object' ? value : {});

/** A REQUEST authorizer by the header `X-API-KEY`. */
export function requestAuthorizer(functionId: string, properties: Record<string, unknown> = {}): Resources {
  return {
    Authorizer: {
      Type: 'AWS::ApiGateway::Authorizer',
      Properties: {
        RestApiId: API,
        Type: 'REQUEST',
        AuthorizerUri: invocationUri(functionId),
        IdentitySource: 'method.request.header.X-API-KEY',
        AuthorizerResultTtlInSeconds: 60,
        ...properties,
      },
    },
  };
}

export function gatewayResponse(type: string, properties: Record<string, unknown>): Resources {
  return {
    [`${type}Response`]: {
      Type: 'AWS::ApiGateway::GatewayResponse',
      Properties: { RestApiId: API, ResponseType: type, ...properties },
    },
  };
}

/** A usage plan of the stage with one key. */
export function usagePlan(name: string, keyValue: string, properties: Record<string, unknown>): Resources {
  return {
    [`${name}Plan`]: {
      Type: 'AWS::ApiGateway::UsagePlan',
      Properties: { ApiStages: [{ ApiId: API, Stage: { Ref: 'Stage' } }], ...properties },
    },
    [`${name}Key`]: {
      Type: 'AWS::ApiGateway::ApiKey',
      Properties: { Name: name, Enabled: true, Value: keyValue },
    },
    [`${name}Link`]: {
      Type: 'AWS::ApiGateway::UsagePlanKey',
      Properties: { KeyId: { Ref: `${name}Key` }, KeyType: 'API_KEY', UsagePlanId: { Ref: `${name}Plan` } },
    },
  };
}

/** Writes a cloud assembly of one stack and returns its folder. `code` maps asset names to the text of `index.mjs`. */
export function writeAssembly(resources: Resources, code: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'assembly-'));
  const write = (name: string, value: unknown) => writeFileSync(join(directory, name), JSON.stringify(value));
  write('manifest.json', {
    version: '53.0.0',
    artifacts: {
      'App.assets': { type: 'cdk:asset-manifest', properties: { file: 'App.assets.json' } },
      App: { type: 'aws:cloudformation:stack', properties: { templateFile: 'App.template.json' } },
    },
  });
  write('App.template.json', { Resources: resources });
  const files = Object.entries(code).map(([name, text]) => {
    mkdirSync(join(directory, `asset.${name}`));
    writeFileSync(join(directory, `asset.${name}`, 'index.mjs'), text);
    const destinations = { current: { bucketName: 'assets', objectKey: `${name}.zip` } };
    return [name, { source: { path: `asset.${name}`, packaging: 'zip' }, destinations }];
  });
  write('App.assets.json', { version: '53.0.0', files: Object.fromEntries(files) });
  return directory;
}
