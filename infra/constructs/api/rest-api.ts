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

/** Answers above this size are compressed for clients that accept it; below it, compression costs more than it saves. */
const COMPRESS_ABOVE_BYTES = 1_400;

/**
 * One access log line per request, including those that API Gateway rejects. It holds no text of the caller, so that it
 * is always valid JSON and never contains a credential.
 */
const ACCESS_LOG = {
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
  // The ids of the account and of the credential; never the credential itself.
  principal: '$context.authorizer.principalId',
  // The Lambda service's own status: 429 when a function had no free concurrency.
  lambda_status: '$context.integration.integrationStatus',
  authorizer_lambda_status: '$context.authorizer.integrationStatus',
};

/** The one stage of the API. Nothing reads its name: the version is the first segment of the path below it. */
const STAGE_NAME = 'api';

export interface PlatformApiProps {
  readonly name: string;
  readonly settings: Settings;
  readonly routes: readonly Route[];
  readonly versions: readonly ApiVersion[];
  /** The API as an OpenAPI document (see body/body.ts). */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Execution logs of failures only; data traces would hold headers and bodies. */
const LOGGING = { loggingLevel: MethodLoggingLevel.ERROR, dataTraceEnabled: false } as const;

/** The throttles of the methods that need no credential, each in every version that has it. */
function publicThrottles({ routes, versions, settings }: PlatformApiProps) {
  const { ratePerSecond, burst } = settings.publicThrottle;
  const options = { ...LOGGING, throttlingRateLimit: ratePerSecond, throttlingBurstLimit: burst };
  const methods = versions.flatMap((version) =>
    routes
      .filter((route) => route.access === 'public' && isServedIn(route, version))
      .flatMap((route) => routeMethods(route).map((method) => `${versionedPath(version, route)}/${method}`)),
  );
  return Object.fromEntries(methods.map((method) => [method, options]));
}

/** The header that carries the distribution's secret. A resource policy can read only this header and one other. */
export const POLICY_SECRET_HEADER = 'Referer';

/**
 * Behind a domain, the gateway rejects requests without the distribution's secret. It does so before the authorizer,
 * and also where no function answers, such as for preflights.
 */
function originPolicy({ domain, variable }: Settings): { policy?: PolicyDocument } {
  if (domain === undefined) return {};
  const secrets = ['ORIGIN_SECRET', 'ORIGIN_SECRET_PREVIOUS']
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
      conditions: { StringNotEquals: { 'aws:Referer': secrets } },
    }),
  ];
  return { policy: new PolicyDocument({ statements }) };
}

/** The REST API and its one stage. */
export class PlatformApi extends SpecRestApi {
  readonly accessLog: LogGroup;

  constructor(scope: Construct, id: string, props: PlatformApiProps) {
    const { settings } = props;
    const accessLog = new LogGroup(scope, 'AccessLog', {
      retention: accessLogDays(settings.logRetentionDays),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    super(scope, id, {
      restApiName: props.name,
      description: 'Yield platform REST API',
      endpointTypes: [EndpointType.REGIONAL],
      // Behind a domain, nobody may bypass the distribution.
      disableExecuteApiEndpoint: settings.domain !== undefined,
      ...originPolicy(settings),
      apiDefinition: ApiDefinition.fromInline(props.body),
      // Of any type, so that a gzipped answer goes out whatever the client says that it accepts.
      binaryMediaTypes: ['*/*'],
      minCompressionSize: Size.bytes(COMPRESS_ABOVE_BYTES),
      cloudWatchRole: true,
      deployOptions: {
        stageName: STAGE_NAME,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
        ...LOGGING,
        tracingEnabled: settings.tracing,
        throttlingRateLimit: settings.stageThrottle.ratePerSecond,
        throttlingBurstLimit: settings.stageThrottle.burst,
        methodOptions: publicThrottles(props),
      },
    });
    this.accessLog = accessLog;
    // API Gateway would otherwise create this log group itself, without an expiry.
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

/** Access logs are needed for longer than function logs: they are kept three times as long, a year at most. */
function accessLogDays(days: number): number {
  const longer = [30, 60, 90, 180, 365].find((each) => each >= days * 3);
  return longer ?? 365;
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
