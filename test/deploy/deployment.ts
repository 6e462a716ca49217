import { join } from 'node:path';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PROJECT_ROOT } from '../../infra/root.ts';
import { runTool } from '../aws/engine/tool.ts';
import type { Assembly } from './assembly.ts';
import { type Emulator, REGION } from './emulator.ts';

const ACCOUNT = '000000000000';

const PROGRESS_LINE_PATTERN = /: (start|success): .*\n/g;

/** Runs the CDK command line in the account of the emulator. Rejects with its output if it fails. */
async function cdk({ environment }: Emulator, { folder }: Assembly, words: readonly string[]): Promise<void> {
  const program = join(PROJECT_ROOT, 'node_modules', 'aws-cdk', 'bin', 'cdk');
  try {
    await runTool(process.execPath, [program, ...words, '--app', folder, '--no-notices'], {
      cwd: PROJECT_ROOT,
      env: environment,
    });
  } catch (error) {
    throw new Error(
      error instanceof Error ? error.message.replaceAll(PROGRESS_LINE_PATTERN, '\n') : String(error),
    );
  }
}

/** Runs a TypeScript program of the project, such as the operator commands, in the account of the emulator. */
export function runProgram(
  { environment }: Emulator,
  file: string,
  words: readonly string[],
): Promise<string> {
  return runTool(process.execPath, [join(PROJECT_ROOT, file), ...words], {
    cwd: PROJECT_ROOT,
    env: environment,
  });
}

export async function bootstrap(emulator: Emulator, assembly: Assembly): Promise<void> {
  await cdk(emulator, assembly, ['bootstrap', `aws://${ACCOUNT}/${REGION}`]);
}

export interface Deployment {
  readonly stackName: string;
  /** The address of the API stage without a version. */
  readonly origin: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Number of existing resources. */
  readonly resources: number;
  physicalId(logicalId: string): string;
  /** Runs a function as EventBridge does and returns its result. Throws an error of the function. */
  invoke(logicalId: string, event?: unknown): Promise<unknown>;
}

/** Runs `cdk deploy` and reads the created stack from CloudFormation. */
export async function deploy(emulator: Emulator, assembly: Assembly): Promise<Deployment> {
  await cdk(emulator, assembly, ['deploy', '--require-approval', 'never', '--progress', 'events']);
  return readDeployment(emulator, assembly.stackName);
}

async function readDeployment(emulator: Emulator, stackName: string): Promise<Deployment> {
  const { client: options, endpoint } = emulator;
  const client = new CloudFormationClient(options);
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    const outputs = Object.fromEntries(
      (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
    );
    const ids = new Map<string, string>();
    for await (const { StackResourceSummaries = [] } of paginateListStackResources(
      { client },
      { StackName: stackName },
    )) {
      for (const { LogicalResourceId = '', PhysicalResourceId = '' } of StackResourceSummaries)
        ids.set(LogicalResourceId, PhysicalResourceId);
    }
    const physicalId = (logicalId: string) => {
      const id = ids.get(logicalId);
      if (id === undefined) throw new Error(`${stackName} has no resource ${logicalId}`);
      return id;
    };
    return {
      stackName,
      origin: `${endpoint}/_aws/execute-api/${physicalId('Api')}/api`,
      outputs,
      resources: ids.size,
      physicalId,
      invoke: (logicalId, event = {}) => invoke(emulator, physicalId(logicalId), event),
    };
  } finally {
    client.destroy();
  }
}

async function invoke({ client: options }: Emulator, name: string, event: unknown): Promise<unknown> {
  const client = new LambdaClient(options);
  const command = new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(event) });
  const { FunctionError: error, Payload } = await client.send(command);
  client.destroy();
  const text = Payload?.transformToString() ?? '';
  if (error !== undefined) throw new Error(`${name}: ${error} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

export async function listStackNames({ client: options }: Emulator): Promise<string[]> {
  const client = new CloudFormationClient(options);
  const { StackSummaries = [] } = await client.send(new ListStacksCommand());
  client.destroy();
  return StackSummaries.flatMap(({ StackName = '', StackStatus }) =>
    StackStatus === 'DELETE_COMPLETE' ? [] : [StackName],
  );
}
