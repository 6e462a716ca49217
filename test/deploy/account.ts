import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APIGatewayClient, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SynthesisOptions } from '../../infra/app.ts';
import { type Assembly, makeAssembly, type Template } from './assembly.ts';
import { bootstrap, type Deployment, deploy } from './deployment.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { ADMIN_WALLET } from './people.ts';

/** The settings of the test stage in addition to infra/stages/dev.json. */
export const TEST_STAGE = {
  stage: 'dev',
  adminWallet: ADMIN_WALLET,
  signInUri: 'https://app.example.com/login',
  sampleSize: '200',
} as const;

/** An AWS account of the emulator with one deployed stage. */
export interface Account {
  readonly folder: string;
  readonly emulator: Emulator;
  readonly assembly: Assembly;
  readonly service: Deployment;
  stop(): Promise<void>;
}

export interface AccountOptions {
  /** Options of the synthesis, in addition to the settings of the test stage. */
  readonly synthesis?: SynthesisOptions;
  /** Changes the template, for tests of failures. */
  readonly damage?: (template: Template) => void;
  /** Settings of ministack, such as `{ AUTH: 'true' }`. */
  readonly emulator?: Readonly<Record<string, string>>;
}

/** Creates an empty account and the assembly of a stage for it, and runs `cdk bootstrap`. */
export async function prepareAccount(options: AccountOptions = {}): Promise<Omit<Account, 'service'>> {
  process.env.CDK_VALIDATION = 'false';
  const folder = mkdtempSync(join(tmpdir(), 'yield-deploy-'));
  const emulator = await startEmulator(options.emulator);
  const stop = async () => {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const synthesis = { context: TEST_STAGE, ...options.synthesis };
    const assembly = await makeAssembly(join(folder, 'v1'), synthesis, options.damage);
    await bootstrap(emulator, assembly);
    return { folder, emulator, assembly, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Deploys a stage into an empty account. The test stage is the default. */
export async function deployIntoAccount(options: AccountOptions = {}): Promise<Account> {
  const account = await prepareAccount(options);
  try {
    return { ...account, service: await deploy(account.emulator, account.assembly) };
  } catch (error) {
    await account.stop();
    throw error;
  }
}

/** Returns the names of the gateway keys of accounts, without the key of the stack itself. */
export async function listGatewayKeyNames(emulator: Emulator): Promise<string[]> {
  const client = new APIGatewayClient(emulator.client);
  const { items = [] } = await client.send(new GetApiKeysCommand({ limit: 500 }));
  client.destroy();
  return items.map(({ name = '' }) => name).filter((name) => name.startsWith('usr_'));
}

/** Returns the queues and the number of messages in all of them. */
export async function readQueueState(emulator: Emulator) {
  const client = new SQSClient(emulator.client);
  const { QueueUrls = [] } = await client.send(new ListQueuesCommand());
  const counts = await Promise.all(
    QueueUrls.map(async (QueueUrl) => {
      const AttributeNames = [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
      ] as const;
      const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] });
      const { Attributes = {} } = await client.send(command);
      return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name]), 0);
    }),
  );
  client.destroy();
  return { queues: QueueUrls, total: counts.reduce((sum, each) => sum + each, 0) };
}
