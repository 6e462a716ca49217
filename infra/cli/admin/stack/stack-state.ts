import {
  type CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  GetTemplateCommand,
  paginateDescribeStackEvents,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import * as z from 'zod';
import { CommandError } from '../command.ts';

export interface StackResource {
  readonly logicalId: string;
  readonly physicalId: string;
  readonly type: string;
  readonly status: string;
}

/**
 * A status change of a resource or of the stack itself. In an event of the stack itself, `physicalId` is the
 * stack's id.
 */
export type StackEvent = StackResource;

export interface StackState {
  readonly name: string;
  readonly id: string;
  readonly status: string;
  /** Whether termination protection is on. */
  readonly isProtected: boolean;
  readonly resources: readonly StackResource[];
  /** Events of the stack, newest first. CloudFormation keeps events for 90 days. */
  readonly events: readonly StackEvent[];
  /** Deletion policies by logical id. Contains only resources that have a deletion policy. */
  readonly deletionPolicies: ReadonlyMap<string, string>;
}

const templateSchema = z.object({
  Resources: z.record(z.string(), z.object({ DeletionPolicy: z.string().optional() })),
});

async function describeStack(client: CloudFormationClient, nameOrId: string) {
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: nameOrId }));
    return stack;
  } catch (error) {
    const isStackMissing =
      error instanceof CloudFormationServiceException && /does not exist/.test(error.message);
    if (isStackMissing) return undefined;
    throw error;
  }
}

/**
 * Reads the state of a stack.
 *
 * @throws CommandError when the region has no such stack
 */
export async function readStackState(client: CloudFormationClient, name: string): Promise<StackState> {
  const stack = await findStackState(client, name);
  if (stack !== undefined) return stack;
  throw new CommandError(
    `No stack ${name} exists in ${await client.config.region()}. Check --stack and --region.`,
  );
}

/** Reads the state of a stack by name or id; undefined when the region has no such stack. */
export async function findStackState(
  client: CloudFormationClient,
  name: string,
): Promise<StackState | undefined> {
  const stack = await describeStack(client, name);
  if (stack?.StackId === undefined || stack.StackStatus === undefined) return undefined;
  const StackName = stack.StackId;
  const resources: StackResource[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    resources.push(...StackResourceSummaries.map(toStackResource));
  }
  const events: StackEvent[] = [];
  for await (const { StackEvents = [] } of paginateDescribeStackEvents({ client }, { StackName })) {
    events.push(...StackEvents.map(toStackResource));
  }
  return {
    name,
    id: stack.StackId,
    status: stack.StackStatus,
    isProtected: stack.EnableTerminationProtection === true,
    resources,
    events,
    deletionPolicies: await readDeletionPolicies(client, StackName),
  };
}

interface DescribedResource {
  readonly LogicalResourceId?: string | undefined;
  readonly PhysicalResourceId?: string | undefined;
  readonly ResourceType?: string | undefined;
  readonly ResourceStatus?: string | undefined;
}

function toStackResource(resourceSummary: DescribedResource): StackResource {
  const { LogicalResourceId, PhysicalResourceId, ResourceType, ResourceStatus } = resourceSummary;
  return {
    logicalId: LogicalResourceId ?? '',
    physicalId: PhysicalResourceId ?? '',
    type: ResourceType ?? '',
    status: ResourceStatus ?? '',
  };
}

async function readDeletionPolicies(client: CloudFormationClient, StackName: string) {
  const { TemplateBody = '{"Resources":{}}' } = await client.send(new GetTemplateCommand({ StackName }));
  const { Resources } = templateSchema.parse(JSON.parse(TemplateBody));
  return new Map(
    Object.entries(Resources).flatMap(([logicalId, { DeletionPolicy }]) =>
      DeletionPolicy === undefined ? [] : [[logicalId, DeletionPolicy] as const],
    ),
  );
}
