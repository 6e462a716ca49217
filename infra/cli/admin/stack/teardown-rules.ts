import type { StackEvent, StackResource, StackState } from './stack-state.ts';

/** Statuses of a stack whose creation was the last thing that ran, or whose deletion failed afterwards. */
const NOT_COMPLETE = [
  'REVIEW_IN_PROGRESS',
  'CREATE_FAILED',
  'ROLLBACK_COMPLETE',
  'ROLLBACK_FAILED',
  'DELETE_FAILED',
];
/** Events of the stack itself that say that it was complete, now or earlier. */
const COMPLETE = /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT|IMPORT_ROLLBACK)_COMPLETE$/;
const BEGINNING = /^(CREATE_IN_PROGRESS|REVIEW_IN_PROGRESS)$/;

const isOfStack = (stack: StackState) => (event: StackEvent) => event.physicalId === stack.id;

/**
 * Whether the stack was never complete, so that it never served anybody. CloudFormation keeps events for 90 days.
 * Without the event of its creation, a failed deletion proves nothing.
 */
export function wasNeverComplete(stack: StackState): boolean {
  if (!NOT_COMPLETE.includes(stack.status)) return false;
  const own = stack.events.filter(isOfStack(stack));
  if (own.some(({ status }) => COMPLETE.test(status))) return false;
  return stack.status !== 'DELETE_FAILED' || own.some(({ status }) => BEGINNING.test(status));
}

/** Whether CloudFormation keeps the resource when the stack is deleted. */
function isRetained(stack: StackState, { logicalId }: StackResource): boolean {
  return stack.deletionPolicies.get(logicalId)?.startsWith('Retain') ?? false;
}

const DATA_TYPES = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket'];

/**
 * The tables and buckets that a first deployment made before it failed. Only the events prove who made them: a creation
 * that failed because the name was taken names a resource of another stack.
 */
function madeBeforeFailure({ events }: StackState): StackResource[] {
  return events.filter(
    ({ type, status, physicalId }) =>
      DATA_TYPES.includes(type) &&
      status === 'CREATE_COMPLETE' &&
      !events.some((other) => other.physicalId === physicalId && other.status === 'DELETE_COMPLETE'),
  );
}

export interface TeardownPlan {
  /** Tables and buckets to delete, protections included. */
  readonly data: readonly StackResource[];
  /** What stays when the stack is gone. */
  readonly kept: readonly StackResource[];
  readonly liftsTerminationProtection: boolean;
}

export interface TeardownChoice {
  readonly deleteData: boolean;
  readonly failedCreate: boolean;
}

/** Plans a teardown, or says why it is not allowed. */
export function planTeardown(
  stack: StackState,
  { deleteData, failedCreate }: TeardownChoice,
): TeardownPlan | { readonly refusal: string } {
  if (stack.status.endsWith('_IN_PROGRESS') && stack.status !== 'REVIEW_IN_PROGRESS') {
    return {
      refusal: `${stack.name} is ${stack.status}. Wait until it has finished, then run the command again.`,
    };
  }
  if (failedCreate && !wasNeverComplete(stack)) {
    return {
      refusal: `${stack.name} is ${stack.status}: --failed-create is only for a stack that was never complete. Remove the option.`,
    };
  }
  const present = stack.resources.filter(
    ({ status }) => !['DELETE_COMPLETE', 'CREATE_FAILED'].includes(status),
  );
  const stored = present.filter(({ type }) => DATA_TYPES.includes(type));
  const lost = stored.find(
    (resource) => !isRetained(stack, resource) && resource.type === 'AWS::DynamoDB::Table',
  );
  if (!deleteData && !failedCreate && lost !== undefined) {
    return {
      refusal:
        `The table ${lost.physicalId} would be deleted with ${stack.name} (retainData is false). ` +
        'To delete the data, add --delete-data. To keep it, deploy with retainData true first.',
    };
  }
  const data = failedCreate ? madeBeforeFailure(stack) : deleteData ? stored : [];
  const deleted = new Set(data.map(({ physicalId }) => physicalId));
  const kept = present.filter((resource) => isRetained(stack, resource) && !deleted.has(resource.physicalId));
  return { data, kept, liftsTerminationProtection: stack.isProtected };
}
