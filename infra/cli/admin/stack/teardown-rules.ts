import type { StackEvent, StackResource, StackState } from './stack-state.ts';

/** Statuses of a stack whose creation did not complete, or whose deletion failed. */
const INCOMPLETE_STATUSES = [
  'REVIEW_IN_PROGRESS',
  'CREATE_FAILED',
  'ROLLBACK_COMPLETE',
  'ROLLBACK_FAILED',
  'DELETE_FAILED',
];
/** Statuses that prove that a deployment was completed. */
const COMPLETE_STATUS_PATTERN = /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT|IMPORT_ROLLBACK)_COMPLETE$/;
const CREATION_STATUS_PATTERN = /^(CREATE_IN_PROGRESS|REVIEW_IN_PROGRESS)$/;

const isEventOfStackItself = (stack: StackState) => (event: StackEvent) => event.physicalId === stack.id;

/**
 * Returns whether no deployment of the stack has ever completed. Returns false if this is unknown. After a failed
 * deletion, it can be unknown, because CloudFormation deletes events after 90 days.
 */
export function wasNeverComplete(stack: StackState): boolean {
  if (!INCOMPLETE_STATUSES.includes(stack.status)) return false;
  const stackEvents = stack.events.filter(isEventOfStackItself(stack));
  if (stackEvents.some(({ status }) => COMPLETE_STATUS_PATTERN.test(status))) return false;
  return (
    stack.status !== 'DELETE_FAILED' || stackEvents.some(({ status }) => CREATION_STATUS_PATTERN.test(status))
  );
}

/** Whether CloudFormation keeps the resource when it deletes the stack. */
function isRetainedResource(stack: StackState, { logicalId }: StackResource): boolean {
  return stack.deletionPolicies.get(logicalId)?.startsWith('Retain') ?? false;
}

const DATA_RESOURCE_TYPES = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket'];

/**
 * Returns the tables and buckets that a failed first deployment created and did not delete. Failed creations do not
 * count, because they may name a resource of another stack.
 */
function findCreatedDataResources({ events }: StackState): StackResource[] {
  return events.filter(
    ({ type, status, physicalId }) =>
      DATA_RESOURCE_TYPES.includes(type) &&
      status === 'CREATE_COMPLETE' &&
      !events.some(
        (laterEvent) => laterEvent.physicalId === physicalId && laterEvent.status === 'DELETE_COMPLETE',
      ),
  );
}

export interface TeardownPlan {
  /** Tables and buckets to delete, including protected ones. */
  readonly data: readonly StackResource[];
  /** Resources that remain after the stack is deleted. */
  readonly kept: readonly StackResource[];
  readonly liftsTerminationProtection: boolean;
}

export interface TeardownChoice {
  readonly deleteData: boolean;
  readonly isFailedCreate: boolean;
}

/** Plans a teardown. Returns a `refusal` with the reason when the teardown is not allowed. */
export function planTeardown(
  stack: StackState,
  { deleteData, isFailedCreate: hasFailedCreation }: TeardownChoice,
): TeardownPlan | { readonly refusal: string } {
  if (stack.status.endsWith('_IN_PROGRESS') && stack.status !== 'REVIEW_IN_PROGRESS') {
    return {
      refusal: `The stack ${stack.name} is still changing (${stack.status}). Wait until CloudFormation has finished, then run the command again.`,
    };
  }
  if (hasFailedCreation && !wasNeverComplete(stack)) {
    return {
      refusal: `--failed-create works only for a stack whose first deployment failed. The status of ${stack.name} is ${stack.status}. Run the command without this option.`,
    };
  }
  const existingResources = stack.resources.filter(
    ({ status }) => !['DELETE_COMPLETE', 'CREATE_FAILED'].includes(status),
  );
  const dataResources = existingResources.filter(({ type }) => DATA_RESOURCE_TYPES.includes(type));
  const lost = dataResources.find(
    (resource) => !isRetainedResource(stack, resource) && resource.type === 'AWS::DynamoDB::Table',
  );
  if (!deleteData && !hasFailedCreation && lost !== undefined) {
    const tableName = lost.physicalId;
    return {
      refusal:
        `If CloudFormation deletes the stack ${stack.name}, it also deletes the table ${tableName}, because retainData is false in the stage file. ` +
        'To delete the data, add --delete-data. To keep the data, set retainData to true, deploy, and run teardown again.',
    };
  }
  const data = hasFailedCreation ? findCreatedDataResources(stack) : deleteData ? dataResources : [];
  const deletedResourceIds = new Set(data.map(({ physicalId }) => physicalId));
  const keptResources = existingResources.filter(
    (resource) => isRetainedResource(stack, resource) && !deletedResourceIds.has(resource.physicalId),
  );
  return { data, kept: keptResources, liftsTerminationProtection: stack.isProtected };
}
