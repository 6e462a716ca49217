import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { APIGatewayClient, paginateGetDomainNames } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetTopicAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { findStackState } from '../stack/stack-state.ts';
import { wasNeverComplete } from '../stack/teardown-rules.ts';
import type { SecretReference, StackRequirements } from './requirements.ts';
import type { AwsAccountState } from './rules.ts';

const BOOTSTRAP_PARAMETER = '/cdk-bootstrap/hnb659fds/version';

/** Error names with which AWS services report that a resource does not exist. */
const NOT_FOUND_ERROR_NAMES = new Set([
  'ParameterNotFound',
  'ParameterVersionNotFound',
  'ResourceNotFoundException',
  'NotFoundException',
  'NotFound',
]);

async function undefinedIfMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && NOT_FOUND_ERROR_NAMES.has(error.name)) return undefined;
    throw error;
  }
}

async function referencedSecretExists(
  { service, name, version }: SecretReference,
  clients: { ssm: SSMClient; secrets: SecretsManagerClient },
): Promise<boolean> {
  if (service === 'ssm') {
    const Name = version === undefined ? name : `${name}:${version}`;
    return (await undefinedIfMissing(clients.ssm.send(new GetParameterCommand({ Name })))) !== undefined;
  }
  const secret = await undefinedIfMissing(
    clients.secrets.send(new DescribeSecretCommand({ SecretId: name })),
  );
  if (secret === undefined || secret.DeletedDate !== undefined) return false;
  return version === undefined || secret.VersionIdsToStages?.[version] !== undefined;
}

async function filterAsync<T>(all: readonly T[], test: (one: T) => Promise<boolean>): Promise<T[]> {
  const matchesPerElement = await Promise.all(all.map(async (one) => ((await test(one)) ? [one] : [])));
  return matchesPerElement.flat();
}

async function readBootstrapVersion(ssm: SSMClient): Promise<number | undefined> {
  const answer = await undefinedIfMissing(ssm.send(new GetParameterCommand({ Name: BOOTSTRAP_PARAMETER })));
  return answer?.Parameter?.Value === undefined ? undefined : Number(answer.Parameter.Value);
}

async function describeCertificates(stackRequirements: StackRequirements) {
  const certificateEntries = await Promise.all(
    stackRequirements.certificates.map(async ({ arn }) => {
      const client = new ACMClient({ region: arn.split(':')[3] ?? '' });
      try {
        const answer = await undefinedIfMissing(
          client.send(new DescribeCertificateCommand({ CertificateArn: arn })),
        );
        const { Status = '', DomainName = '', SubjectAlternativeNames = [] } = answer?.Certificate ?? {};
        if (answer === undefined) return [];
        return [[arn, { status: Status, hosts: [DomainName, ...SubjectAlternativeNames] }] as const];
      } finally {
        client.destroy();
      }
    }),
  );
  return new Map(certificateEntries.flat());
}

async function findLeftoverResources(
  stackRequirements: StackRequirements,
  dynamoDb: DynamoDBClient,
  s3: S3Client,
) {
  const tableNames: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client: dynamoDb }, {}))
    tableNames.push(...TableNames);
  const stackPrefix = `${stackRequirements.stack}-`;
  const tables = tableNames.filter(
    (name) => stackRequirements.tables.includes(name) || name.startsWith(stackPrefix),
  );
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  const leftoverBuckets = Buckets.flatMap(({ Name }) => Name ?? []).filter((name) =>
    name.startsWith(stackPrefix.toLowerCase()),
  );
  return [
    ...tables.map((name) => ({ kind: 'table' as const, name })),
    ...leftoverBuckets.map((name) => ({ kind: 'bucket' as const, name })),
  ];
}

async function listGatewayDomains(gateway: APIGatewayClient): Promise<string[]> {
  const names: string[] = [];
  for await (const { items = [] } of paginateGetDomainNames({ client: gateway }, {})) {
    names.push(...items.flatMap(({ domainName }) => domainName ?? []));
  }
  return names;
}

export async function readAwsAccount(
  stackRequirements: StackRequirements,
  region: string,
): Promise<AwsAccountState> {
  const ssm = new SSMClient({ region });
  const secretsManager = new SecretsManagerClient({ region });
  const sns = new SNSClient({ region });
  const lambda = new LambdaClient({ region });
  const cloudFormation = new CloudFormationClient({ region });
  const dynamoDb = new DynamoDBClient({ region });
  const s3 = new S3Client({ region });
  const gateway = new APIGatewayClient({ region });
  try {
    const stack = await findStackState(cloudFormation, stackRequirements.stack);
    const { AccountLimit = {} } = await lambda.send(new GetAccountSettingsCommand({}));
    const { ConcurrentExecutions: quota = 0, UnreservedConcurrentExecutions: unreserved = quota } =
      AccountLimit;
    return {
      region,
      bootstrapVersion: await readBootstrapVersion(ssm),
      concurrency: { quota, unreserved },
      stackStatus: stack?.status,
      isFailedCreate: stack !== undefined && wasNeverComplete(stack),
      missingReferences: await filterAsync(
        stackRequirements.references,
        async (reference) => !(await referencedSecretExists(reference, { ssm, secrets: secretsManager })),
      ),
      certificates: await describeCertificates(stackRequirements),
      missingTopics: await filterAsync(
        stackRequirements.topics,
        async (TopicArn) =>
          (await undefinedIfMissing(sns.send(new GetTopicAttributesCommand({ TopicArn })))) === undefined,
      ),
      leftovers: stack === undefined ? await findLeftoverResources(stackRequirements, dynamoDb, s3) : [],
      takenDomains: stackRequirements.gatewayDomains.length === 0 ? [] : await listGatewayDomains(gateway),
    };
  } finally {
    for (const client of [ssm, secretsManager, sns, lambda, cloudFormation, dynamoDb, s3, gateway])
      client.destroy();
  }
}
