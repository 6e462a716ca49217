import { RemovalPolicy, Size, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type Route, routeMethods } from '../../../shared/platform/contract/route.ts';
import {
  type ApiVersion,
  isServedIn,
  versionedPath,
} from '../../../shared/platform/contract/versions/versions.ts';
import type { Settings } from '../../context.ts';
import { nameResource } from '../names.ts';

/**
 * Minimum size in bytes of a response that API Gateway compresses. For smaller responses, compression costs
 * more time than it saves.
 */
const MIN_COMPRESSION_BYTES = 1_400;

/** No field contains text that the caller sent, so that each log line is valid JSON and contains no credential. */
const ACCESS_LOG_FIELDS = {
  request_id: '$context.requestId',
  time: '$context.requestTimeEpoch',
  source_ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  gateway_response: '$context.error.responseType',
  response_bytes: '$context.responseLength',
  latency_ms: '$context.responseLatency',
  integration_ms: '$context.integration.latency',
  integration_error: '$context.integration.error',
  authorizer_ms: '$context.authorizer.latency',
  // Ids of the account and the credential. The credential itself is never logged.
  principal: '$context.authorizer.principalId',
  // Status of the Lambda service: 429 when a function had no free concurrency.
  lambda_status: '$context.integration.integrationStatus',
  authorizer_lambda_status: '$context.authorizer.integrationStatus',
};

/** Name of the API's only stage. URLs do not contain it, because the version is the first path segment. */
const STAGE_NAME = 'api';

export interface PlatformApiProps {
  readonly name: string;
  readonly settings: Settings;
  readonly routes: readonly Route[];
  readonly versions: readonly ApiVersion[];
  /** The API as an OpenAPI document (see body/body.ts). */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Logs only failed executions. Data traces are off, because they would contain headers and bodies. */
const LOGGING_OPTIONS = { loggingLevel: MethodLoggingLevel.ERROR, dataTraceEnabled: false } as const;

function buildPublicThrottles({ routes, versions, settings }: PlatformApiProps) {
  const { ratePerSecond, burst } = settings.publicThrottle;
  const options = { ...LOGGING_OPTIONS, throttlingRateLimit: ratePerSecond, throttlingBurstLimit: burst };
  const methodPaths = versions.flatMap((version) =>
    routes
      .filter((route) => route.access === 'public' && isServedIn(route, version))
      .flatMap((route) => routeMethods(route).map((method) => `${versionedPath(version, route)}/${method}`)),
  );
  return Object.fromEntries(methodPaths.map((method) => [method, options]));
}

/**
 * Header in which the CloudFront distribution sends its secret to API Gateway. It is `Referer`, because a
 * resource policy can read only this header and `User-Agent`.
 */
export const POLICY_SECRET_HEADER = 'Referer';

/**
 * Returns a policy that rejects requests without the secret of the CloudFront distribution. A stage without a domain
 * has no such policy.
 */
function buildOriginPolicy({ domain, variable }: Settings): { policy?: PolicyDocument } {
  if (domain === undefined) return {};
  const originSecrets = ['ORIGIN_SECRET', 'ORIGIN_SECRET_PREVIOUS']
    .map(variable)
    .filter((text) => text !== undefined);
  const request = {
    principals: [new AnyPrincipal()],
    actions: ['execute-api:Invoke'],
    resources: ['execute-api:/*'],
  };
  const statements = [
    new PolicyStatement(request),
    new PolicyStatement({
      ...request,
      effect: Effect.DENY,
      conditions: { StringNotEquals: { 'aws:Referer': originSecrets } },
    }),
  ];
  return { policy: new PolicyDocument({ statements }) };
}

export class PlatformApi extends SpecRestApi {
  readonly accessLog: LogGroup;

  constructor(scope: Construct, id: string, props: PlatformApiProps) {
    const { settings } = props;
    const accessLog = new LogGroup(scope, 'AccessLog', {
      retention: computeAccessLogRetentionDays(settings.logRetentionDays),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    super(scope, id, {
      restApiName: props.name,
      description: 'Yield platform REST API',
      endpointTypes: [EndpointType.REGIONAL],
      // On a stage with a domain, callers must not bypass the CloudFront distribution.
      disableExecuteApiEndpoint: settings.domain !== undefined,
      ...buildOriginPolicy(settings),
      apiDefinition: ApiDefinition.fromInline(props.body),
      // Treat all media types as binary, so that API Gateway passes gzipped responses on unchanged.
      binaryMediaTypes: ['*/*'],
      minCompressionSize: Size.bytes(MIN_COMPRESSION_BYTES),
      cloudWatchRole: true,
      deployOptions: {
        stageName: STAGE_NAME,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FIELDS)),
        ...LOGGING_OPTIONS,
        tracingEnabled: settings.tracing,
        throttlingRateLimit: settings.stageThrottle.ratePerSecond,
        throttlingBurstLimit: settings.stageThrottle.burst,
        methodOptions: buildPublicThrottles(props),
      },
    });
    this.accessLog = accessLog;
    // If this log group did not exist, API Gateway would create it with unlimited retention.
    const executionLog = new LogGroup(this, 'ExecutionLog', {
      logGroupName: `API-Gateway-Execution-Logs_${this.restApiId}/${STAGE_NAME}`,
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.deploymentStage.node.addDependency(executionLog);
    nameResource(executionLog, 'ApiExecutionLog');
    nameResource(accessLog, 'ApiAccessLog');
    nameResource(this, 'Api');
    nameResource(this.deploymentStage, 'ApiStage');
    acknowledgeFindings(this);
  }
}

/**
 * Returns the retention of the access log in days: at least three times the retention of function logs, but at most a
 * year.
 */
function computeAccessLogRetentionDays(days: number): number {
  const allowedRetentionDays = [30, 60, 90, 180, 365].find((each) => each >= days * 3);
  return allowedRetentionDays ?? 365;
}

function acknowledgeFindings(api: SpecRestApi): void {
  Validations.of(api).acknowledge(
    {
      id: 'AwsSolutions-APIG2',
      reason: 'Requests are validated by the route records, which name every broken rule in the envelope.',
    },
    {
      id: 'AwsSolutions-APIG3',
      reason:
        'A live stage has a web ACL, here or before its distribution. On a test stage it is a choice: it costs by the month.',
    },
    {
      id: 'AwsSolutions-COG4',
      reason:
        'Callers hold API keys and sessions of our own; a Lambda authorizer and the middleware check them.',
    },
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason: 'The managed policy that API Gateway documents for its account-wide logging role.',
    },
  );
}
