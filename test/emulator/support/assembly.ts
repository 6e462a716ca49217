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

/** Returns the resource of a Lambda function. `asset` is the name of the asset with its code. */
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

type Json = Readonly<Record<string, unknown>>;

/** One method in the OpenAPI document of the API. */
export interface Method {
  readonly httpMethod: string;
  readonly path: string;
  readonly operation: Json;
}

/** Returns a method on a path that invokes a function. `security` names schemes that `restApi` declares. */
export function method(
  httpMethod: string,
  path: string,
  functionId: string,
  { integration = {}, ...operation }: { integration?: Json; security?: readonly Json[] } = {},
): Method {
  const own = { type: 'aws_proxy', httpMethod: 'POST', uri: invocationUri(functionId), ...integration };
  return { httpMethod, path, operation: { ...operation, 'x-amazon-apigateway-integration': own } };
}

/**
 * Security requirements of methods. `CREDENTIAL_SECURITY` requires a credential, which the authorizer checks. `CREDENTIAL_AND_KEY_SECURITY`
 * also requires a key of a usage plan.
 */
export const CREDENTIAL_SECURITY = [{ Credential: [] }];
export const CREDENTIAL_AND_KEY_SECURITY = [{ Credential: [] }, { GatewayKey: [] }];

export interface RestApiParts {
  readonly methods: readonly Method[];
  /** The authorizer function for the header `X-API-KEY`, and its differences from the defaults. */
  readonly authorizer?: { readonly functionId: string; readonly extension?: Json };
  readonly responses?: Json;
  /** Additional members of the OpenAPI document. */
  readonly extensions?: Json;
  /** Properties of the resource in addition to the document. */
  readonly properties?: Json;
}

function securitySchemes({ authorizer }: RestApiParts): Json {
  const header = { type: 'apiKey', name: 'X-API-KEY', in: 'header' };
  if (authorizer === undefined) return {};
  return {
    Credential: {
      ...header,
      'x-amazon-apigateway-authtype': 'custom',
      'x-amazon-apigateway-authorizer': {
        type: 'request',
        authorizerUri: invocationUri(authorizer.functionId),
        identitySource: 'method.request.header.X-API-KEY',
        authorizerResultTtlInSeconds: 60,
        ...authorizer.extension,
      },
    },
    GatewayKey: header,
  };
}

/** Returns a REST API with its OpenAPI document and stage. */
export function restApi(parts: RestApiParts): Resources {
  const paths: Record<string, Record<string, Json>> = {};
  for (const { httpMethod, path, operation } of parts.methods) {
    paths[path] = { ...paths[path], [httpMethod.toLowerCase()]: operation };
  }
  const Body = {
    openapi: '3.0.1',
    info: { title: 'Test', version: '1' },
    paths,
    components: { securitySchemes: securitySchemes(parts) },
    'x-amazon-apigateway-gateway-responses': parts.responses ?? {},
    ...parts.extensions,
  };
  return {
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Test', Body, ...parts.properties } },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: { RestApiId: API, StageName: 'api', DeploymentId: 'd' },
    },
  };
}

/** Returns a usage plan of the stage with one key. */
export function buildUsagePlanResources(
  name: string,
  keyValue: string,
  properties: Record<string, unknown>,
): Resources {
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

/** Writes a cloud assembly with one stack. Returns its folder. `code` maps asset names to the text of `index.mjs`. */
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
