import { createHash } from 'node:crypto';
import type { Json } from './intrinsics.ts';

/** Account id in the names and ARNs of local resources. */
export const ACCOUNT_ID = '000000000000';
export const REGION = 'us-east-1';

/** Derives a stable identifier that looks like an id of AWS. */
export function deriveId(seed: string, length: number): string {
  const digest = createHash('sha256').update(seed).digest();
  return Array.from(digest.subarray(0, length), (byte) => (byte % 36).toString(36)).join('');
}

/**
 * How resources of one type get their physical name: from the template property `property`, or as a generated
 * id of `idLength` characters.
 */
interface NamingRule {
  property?: string;
  idLength?: number;
  /** Pattern of the resource's ARN; `{name}` is the physical id. */
  arn?: string;
}

const lambdaArnPrefix = `arn:aws:lambda:${REGION}:${ACCOUNT_ID}`;
const table = `arn:aws:dynamodb:${REGION}:${ACCOUNT_ID}:table/{name}`;

const NAMING_RULE_BY_TYPE: Readonly<Record<string, NamingRule>> = {
  'AWS::Lambda::Function': { property: 'FunctionName', arn: `${lambdaArnPrefix}:function:{name}` },
  'AWS::Lambda::LayerVersion': { property: 'LayerName', arn: `${lambdaArnPrefix}:layer:{name}:1` },
  'AWS::DynamoDB::Table': { property: 'TableName', arn: table },
  'AWS::DynamoDB::GlobalTable': { property: 'TableName', arn: table },
  'AWS::ApiGateway::RestApi': { idLength: 10 },
  'AWS::ApiGateway::Resource': { idLength: 6 },
  'AWS::ApiGateway::Authorizer': { idLength: 6 },
  'AWS::ApiGateway::Deployment': { idLength: 6 },
  'AWS::ApiGateway::UsagePlan': { idLength: 6 },
  'AWS::ApiGateway::ApiKey': { idLength: 10 },
  'AWS::ApiGateway::Stage': { property: 'StageName' },
  'AWS::Events::Rule': { property: 'Name', arn: `arn:aws:events:${REGION}:${ACCOUNT_ID}:rule/{name}` },
  'AWS::Scheduler::Schedule': {
    property: 'Name',
    arn: `arn:aws:scheduler:${REGION}:${ACCOUNT_ID}:schedule/default/{name}`,
  },
  'AWS::SQS::Queue': { property: 'QueueName', arn: `arn:aws:sqs:${REGION}:${ACCOUNT_ID}:{name}` },
  'AWS::SNS::Topic': { property: 'TopicName', arn: `arn:aws:sns:${REGION}:${ACCOUNT_ID}:{name}` },
  'AWS::IAM::Role': { property: 'RoleName', arn: `arn:aws:iam::${ACCOUNT_ID}:role/{name}` },
  'AWS::S3::Bucket': { property: 'BucketName', arn: 'arn:aws:s3:::{name}' },
};

export function findNameProperty(type: string): string | undefined {
  return NAMING_RULE_BY_TYPE[type]?.property;
}

/** Returns the physical id of a resource whose template sets no name. */
export function buildDefaultPhysicalId(type: string, stackName: string, logicalId: string): string {
  const idLength = NAMING_RULE_BY_TYPE[type]?.idLength;
  return idLength === undefined
    ? `${stackName}-${logicalId}`
    : deriveId(`${stackName}/${logicalId}`, idLength);
}

export function buildArn(type: string, physicalId: string): string {
  const arnTemplate = NAMING_RULE_BY_TYPE[type]?.arn;
  if (arnTemplate !== undefined) return arnTemplate.replace('{name}', physicalId);
  const serviceName = (type.split('::')[1] ?? 'local').toLowerCase();
  return `arn:aws:${serviceName}:${REGION}:${ACCOUNT_ID}:${physicalId}`;
}

/**
 * End of the ARN of a local table's stream. The real ARN is not used, because it is known only after the table has been
 * created.
 */
export const STREAM_SUFFIX = '/stream/local';

/** Returns the value of `Fn::GetAtt` for an attribute of a local resource. */
export function resolveAttribute(type: string, physicalId: string, attribute: string): Json {
  switch (attribute) {
    case 'Arn':
      return buildArn(type, physicalId);
    case 'StreamArn':
      return buildArn(type, physicalId) + STREAM_SUFFIX;
    case 'RootResourceId':
      return deriveId(`${physicalId}/`, 10);
    case 'RestApiId':
    case 'ResourceId':
    case 'APIKeyId':
    case 'Id':
    case 'AuthorizerId':
    case 'DeploymentId':
      return physicalId;
    default:
      return `${physicalId}.${attribute}`;
  }
}
