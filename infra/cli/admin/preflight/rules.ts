import { fitsConcurrencyQuota, limitThrottleToQuota, UNRESERVED_CONCURRENCY_MIN } from '../../../settings.ts';
import type { RequiredCertificate, SecretReference, StackRequirements } from './requirements.ts';

/** State of an AWS account that decides whether a deployment into it can succeed. */
export interface AwsAccountState {
  readonly region: string;
  /** Version of the CDK's bootstrap stack; undefined when the region is not bootstrapped. */
  readonly bootstrapVersion: number | undefined;
  /**
   * Lambda's quota of concurrent executions (`quota`), and how many of them no function has reserved
   * (`unreserved`).
   */
  readonly concurrency: { readonly quota: number; readonly unreserved: number };
  /** CloudFormation's status of the stack; undefined when the stack does not exist. */
  readonly stackStatus: string | undefined;
  /** Whether the stack was never completely deployed. */
  readonly isFailedCreate: boolean;
  readonly missingReferences: readonly SecretReference[];
  /** The template's certificates that exist, by ARN. */
  readonly certificates: ReadonlyMap<string, { readonly status: string; readonly hosts: readonly string[] }>;
  readonly missingTopics: readonly string[];
  /** Tables and buckets that an earlier deployment of the stack left behind. */
  readonly leftovers: readonly { readonly kind: 'table' | 'bucket'; readonly name: string }[];
  /** Custom domain names of the stack that already exist in API Gateway. */
  readonly takenDomains: readonly string[];
}

export interface Finding {
  /**
   * `problem`: the deployment would fail, or the service would be unreliable. `warning`: the operator must
   * decide whether to deploy.
   */
  readonly level: 'problem' | 'warning';
  readonly check: string;
  readonly message: string;
}

/**
 * CloudFormation's quotas for a template. Preflight warns if the template uses more than 90% (`comfortable`) of a
 * quota.
 */
const TEMPLATE_QUOTAS = { bytes: 1_000_000, resources: 500, comfortable: 0.9 };
/** Minimum version of the bootstrap stack that the CDK requires. */
const MIN_BOOTSTRAP_VERSION = 6;

/** Returns the reserved concurrency of all other stacks in the account. */
function computeConcurrencyReservedByOthers(
  { reservedConcurrency }: StackRequirements,
  { concurrency, stackStatus }: AwsAccountState,
) {
  const ownReservedConcurrency = stackStatus === undefined ? 0 : reservedConcurrency;
  return Math.max(0, concurrency.quota - concurrency.unreserved - ownReservedConcurrency);
}

export function computeAvailableConcurrency(
  stackRequirements: StackRequirements,
  awsAccountState: AwsAccountState,
): number {
  return (
    awsAccountState.concurrency.quota - computeConcurrencyReservedByOthers(stackRequirements, awsAccountState)
  );
}

function coversHost(pattern: string, host: string): boolean {
  if (!pattern.startsWith('*.')) return pattern === host;
  return host.slice(host.indexOf('.')) === pattern.slice(1);
}

function checkTemplate({ stack, bytes, resources }: StackRequirements): Finding[] {
  const templateSizes = [
    ['bytes', bytes, TEMPLATE_QUOTAS.bytes],
    ['resources', resources, TEMPLATE_QUOTAS.resources],
  ] as const;
  return templateSizes.flatMap(([unit, value, max]): Finding[] => {
    if (value <= max * TEMPLATE_QUOTAS.comfortable) return [];
    const level = value > max ? 'problem' : 'warning';
    const message = `The template of ${stack} has ${value} ${unit}. CloudFormation accepts at most ${max}. To make the template smaller, leave out optional parts with the setting leaveOut of the stage file.`;
    return [{ level, check: 'template', message }];
  });
}

function checkConcurrency(stackRequirements: StackRequirements, awsAccountState: AwsAccountState): Finding[] {
  const { throttle, reservedConcurrency: reserved, underprovisionedFunctions } = stackRequirements;
  const { quota } = awsAccountState.concurrency;
  const findings: Finding[] = underprovisionedFunctions.map(
    ({ name, reserved: reservedConcurrency, needed }) => ({
      level: 'problem',
      check: 'concurrency',
      message: `The function ${name} reserves ${reservedConcurrency} concurrent executions, but its queue starts up to ${needed} at once. Set reservedConcurrency.job in the stage file to at least ${needed}.`,
    }),
  );
  const concurrencyReservedByOthers = computeConcurrencyReservedByOthers(stackRequirements, awsAccountState);
  const availableExecutions = quota - concurrencyReservedByOthers;
  if (!fitsConcurrencyQuota(reserved, availableExecutions)) {
    const reservableExecutions = Math.max(0, availableExecutions - UNRESERVED_CONCURRENCY_MIN);
    findings.push({
      level: 'problem',
      check: 'concurrency',
      message:
        `The stage reserves ${reserved} concurrent executions, but at most ${reservableExecutions} are available. ` +
        `The account's quota is ${quota}. Other functions reserve ${concurrencyReservedByOthers} of it. Lambda keeps another ${UNRESERVED_CONCURRENCY_MIN} for functions without a reservation. ` +
        `Lower reservedConcurrency in the stage file, remove it, or request a higher quota.`,
    });
  }
  if (throttle !== undefined) {
    const allowedThrottle = limitThrottleToQuota(throttle, availableExecutions);
    if (allowedThrottle.burst < throttle.burst || allowedThrottle.ratePerSecond < throttle.ratePerSecond) {
      findings.push({
        level: 'problem',
        check: 'throttle',
        message:
          `The stage allows ${throttle.ratePerSecond} requests per second and ${throttle.burst} at once, but Lambda runs ` +
          `at most ${availableExecutions} at once in this account. Further requests would fail with status 500. ` +
          `Request a higher Lambda quota, or run preflight with --write-quota, which sets concurrencyQuota to ${availableExecutions} in the stage file.`,
      });
    }
  }
  return findings;
}

function checkSecretReferences({ missingReferences }: AwsAccountState): Finding[] {
  return missingReferences.map(({ service, name, version }) => ({
    level: 'problem',
    check: 'reference',
    message:
      `${service === 'ssm' ? 'The parameter' : 'The secret'} ${name}` +
      `${version === undefined ? '' : ` has no version ${version} or`} does not exist.`,
  }));
}

function checkCertificates({ certificates }: StackRequirements, awsAccountState: AwsAccountState): Finding[] {
  const createCertificateFinding = (message: string): Finding => ({
    level: 'problem',
    check: 'certificate',
    message,
  });
  return certificates.flatMap(({ arn, hosts, region = awsAccountState.region }: RequiredCertificate) => {
    const certificateRegion = arn.split(':')[3];
    if (certificateRegion !== region)
      return [
        createCertificateFinding(
          `The certificate ${arn} is in ${certificateRegion}. It must be in ${region} to serve ${hosts.join(', ')}.`,
        ),
      ];
    const certificate = awsAccountState.certificates.get(arn);
    if (certificate === undefined)
      return [
        createCertificateFinding(`The certificate ${arn} does not exist. Correct the ARN in the stage file.`),
      ];
    if (certificate.status !== 'ISSUED')
      return [
        createCertificateFinding(
          `The status of the certificate ${arn} is ${certificate.status}. Complete its validation in AWS Certificate Manager, and wait until the status is ISSUED.`,
        ),
      ];
    const uncoveredHosts = hosts.filter(
      (host) => !certificate.hosts.some((pattern) => coversHost(pattern, host)),
    );
    return uncoveredHosts.map((host) =>
      createCertificateFinding(
        `The certificate ${arn} does not cover ${host}. Request a certificate for this host name.`,
      ),
    );
  });
}

function checkLeftoverResources(
  { stack, tables, gatewayDomains }: StackRequirements,
  awsAccountState: AwsAccountState,
): Finding[] {
  const { stackStatus, isFailedCreate, leftovers, takenDomains } = awsAccountState;
  const stackCheckName = 'stack';
  // In the status REVIEW_IN_PROGRESS, the stack has only a change set, so it does not count as deployed.
  const isStackDeployed = stackStatus !== undefined && stackStatus !== 'REVIEW_IN_PROGRESS';
  if (isStackDeployed && isFailedCreate) {
    const message = `The first deployment of ${stack} failed (${stackStatus}). To delete the resources that it created, run npm run admin -- teardown --stack ${stack} --failed-create.`;
    return [{ level: 'problem', check: stackCheckName, message }];
  }
  if (isStackDeployed && /_(IN_PROGRESS|FAILED)$/.test(stackStatus)) {
    return [
      {
        level: 'problem',
        check: stackCheckName,
        message: `The stack ${stack} has the status ${stackStatus} and cannot be deployed. Wait until CloudFormation has finished, or repair the stack in CloudFormation.`,
      },
    ];
  }
  if (isStackDeployed) return [];
  const conflictingDomains = takenDomains.filter((domain) => gatewayDomains.includes(domain));
  return [
    ...leftovers.map(({ kind, name }): Finding => {
      if (tables.includes(name)) {
        const message = `The table ${name} already exists but does not belong to the stack ${stack}. Import the table (cdk import) or set another tableName in the stage file.`;
        return { level: 'problem', check: 'leftover', message };
      }
      const message = `The ${kind} ${name} remains from an earlier stack ${stack}. The new stack creates another ${kind}. If you do not need the old one, delete it.`;
      return { level: 'warning', check: 'leftover', message };
    }),
    ...conflictingDomains.map(
      (domain): Finding => ({
        level: 'problem',
        check: 'domain',
        message: `API Gateway already has the domain name ${domain}. Delete that domain name or change originName in the stage file.`,
      }),
    ),
  ];
}

export function checkRequirements(
  stackRequirements: StackRequirements,
  awsAccountState: AwsAccountState,
): Finding[] {
  const { bootstrapVersion: version, region, missingTopics } = awsAccountState;
  const bootstrapFindings: Finding[] =
    version !== undefined && version >= MIN_BOOTSTRAP_VERSION
      ? []
      : [
          {
            level: 'problem',
            check: 'bootstrap',
            message:
              version === undefined
                ? `The CDK is not bootstrapped in the region ${region}. Run npx cdk bootstrap aws://ACCOUNT/${region}, with your account number as ACCOUNT.`
                : `The CDK bootstrap of the region ${region} has version ${version}. Version ${MIN_BOOTSTRAP_VERSION} is required. Run npx cdk bootstrap again.`,
          },
        ];
  return [
    ...bootstrapFindings,
    ...checkTemplate(stackRequirements),
    ...checkConcurrency(stackRequirements, awsAccountState),
    ...checkSecretReferences(awsAccountState),
    ...checkCertificates(stackRequirements, awsAccountState),
    ...missingTopics.map(
      (topic): Finding => ({
        level: 'problem',
        check: 'alarm',
        message: `The SNS topic ${topic} does not exist, so alarms would be lost. Create the topic or change alarmTopicArn in the stage file.`,
      }),
    ),
    ...checkLeftoverResources(stackRequirements, awsAccountState),
  ];
}
