import { CfnResource, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Bundle } from '../../bundling/output.ts';
import { nameResource, toPascalCase } from '../names.ts';

/**
 * Default memory in megabytes. Lambda assigns CPU in proportion to memory. 512 MB is enough for fast cold
 * starts and requests.
 */
const DEFAULT_MEMORY_MB = 512;
/**
 * Default timeout in seconds. The timeout is longer than the slowest allowed database response and far below
 * API Gateway's limit of 29 seconds.
 */
const DEFAULT_TIMEOUT_SECONDS = 10;

export interface PlatformFunctionProps {
  readonly bundle: Bundle;
  readonly description: string;
  readonly memoryMb?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** IAM statements of the function. The permission to write its own log group is added to them. */
  readonly statements: readonly PolicyStatement[];
  readonly tracing: boolean;
  readonly logRetentionDays: number;
  /**
   * Number of concurrent executions reserved for this function. If undefined, the function shares the
   * unreserved concurrency of the AWS account.
   */
  readonly reservedConcurrency?: number | undefined;
}

/** Permission to write X-Ray traces. X-Ray has no resources that the permission could name. */
const TRACE_STATEMENT = new PolicyStatement({
  actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  resources: ['*'],
});

/** A Lambda function with its own role and log group, so that it has only the permissions that it needs. */
export class PlatformFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: Role;

  constructor(scope: Construct, props: PlatformFunctionProps) {
    const name = toPascalCase(props.bundle.id);
    super(scope, name);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: props.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        Function: buildPolicy(logGroup, [...props.statements, ...(props.tracing ? [TRACE_STATEMENT] : [])]),
      },
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      description: props.description,
      code: Code.fromAsset(props.bundle.directory),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMb ?? DEFAULT_MEMORY_MB,
      timeout: Duration.seconds(props.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS),
      ...(props.reservedConcurrency === undefined
        ? {}
        : { reservedConcurrentExecutions: props.reservedConcurrency }),
      environment: { ...props.environment },
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // WARN leaves out Lambda's START and REPORT lines, which would cost as much as the function's own log line.
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: props.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      role: this.role.withoutPolicyUpdates(),
    });
    if (props.tracing) {
      Validations.of(this.role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'X-Ray has no resources that a permission could name.',
      });
    }
    // Remove the CDK's DependsOn from the function. CloudFormation already knows the order, because the
    // function references its IAM role.
    const { defaultChild } = this.lambda.node;
    if (defaultChild instanceof CfnResource) defaultChild.addDeletionOverride('DependsOn');
    nameResource(logGroup, `${name}Logs`);
    nameResource(this.role, `${name}Role`);
    nameResource(this.lambda, `${name}Function`);
  }
}

function buildPolicy(logGroup: LogGroup, statements: readonly PolicyStatement[]): PolicyDocument {
  const ownLogStatement = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
  return new PolicyDocument({ statements: [ownLogStatement, ...statements] });
}
