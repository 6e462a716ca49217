import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudWatchLogsClient,
  CreateLogStreamCommand,
  FilterLogEventsCommand,
  PutLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { rotateSetting } from '../../../infra/cli/admin/commands/secret/rotate.ts';
import { openStageFile } from '../../../infra/cli/admin/stage-file.ts';
import { send } from '../../support/e2e/send.ts';
import { type Account, prepareAccount } from '../account.ts';
import { makeAssembly } from '../assembly.ts';
import { type Deployment, deploy, listStackNames, runProgram } from '../deployment.ts';
import { REGION } from '../emulator.ts';
import { ADMIN_WALLET } from '../people.ts';

const named = z.looseObject({ id: z.string() });
const issuedKey = named.extend({ key: z.string() });

const CHAINS_PARAMETER_NAME = '/yield/chains';
const STAGE = {
  stage: 'prod',
  signInUri: 'https://app.example.com/login',
  adminWallet: ADMIN_WALLET,
  alarmEmail: 'oncall@example.com',
  chainSettings: `ssm:${CHAINS_PARAMETER_NAME}:1`,
} as const;
const chains = (node: string) => JSON.stringify({ base: { rpcUrl: `https://${node}.example.com` } });

let account: Omit<Account, 'service'>;
let service: Deployment;
beforeAll(async () => {
  account = await prepareAccount({
    synthesis: { context: STAGE },
    emulator: { LAMBDA_ACCOUNT_CONCURRENCY: '1000' },
  });
});
afterAll(() => account?.stop());
afterEach(() => {
  vi.unstubAllEnvs();
});

const admin = (...words: readonly string[]) =>
  runProgram(account.emulator, 'infra/cli/admin/index.ts', [...words, '--region', REGION]);

async function listTableNames(): Promise<readonly string[]> {
  const client = new DynamoDBClient(account.emulator.client);
  const { TableNames = [] } = await client.send(new ListTablesCommand());
  client.destroy();
  return TableNames;
}

async function stack() {
  const client = new CloudFormationClient(account.emulator.client);
  const StackName = account.assembly.stackName;
  const { Stacks: [found] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
  client.destroy();
  return found;
}

describe('a first deployment that fails', () => {
  test('preflight names the missing SSM parameter that makes a first deployment fail', async () => {
    const { folder } = account.assembly;
    await expect(admin('preflight', '--stage', 'prod', '--assembly', folder)).rejects.toThrow(
      CHAINS_PARAMETER_NAME,
    );
  });

  test('a failed first deployment leaves a stack to which nothing can be deployed', async () => {
    await expect(deploy(account.emulator, account.assembly)).rejects.toThrow(CHAINS_PARAMETER_NAME);
    expect(await stack()).toMatchObject({
      StackStatus: expect.stringMatching(/^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED)$/),
      EnableTerminationProtection: true,
    });
    await expect(deploy(account.emulator, account.assembly)).rejects.toThrow();
  });

  test('after teardown --failed-create has removed the failed stack, the deployment can be repeated', async () => {
    const { stackName, folder } = account.assembly;
    await admin('teardown', '--stack', stackName, '--failed-create', '--yes');
    expect(await listStackNames(account.emulator)).toEqual(['CDKToolkit']);
    expect(await listTableNames()).toEqual([]);
    const client = new SSMClient(account.emulator.client);
    await client.send(
      new PutParameterCommand({ Name: CHAINS_PARAMETER_NAME, Type: 'String', Value: chains('first') }),
    );
    client.destroy();
    await admin('preflight', '--stage', 'prod', '--assembly', folder);
    service = await deploy(account.emulator, account.assembly);
    expect((await send(service.origin, 'GET', '/v1/health')).status).toBe(200);
  });

  test('a stack that has been deployed completely cannot be removed with --failed-create', async () => {
    const { stackName } = account.assembly;
    await expect(admin('teardown', '--stack', stackName, '--failed-create', '--yes')).rejects.toThrow(
      /only for a stack whose first deployment failed/,
    );
  });
});

describe('a rotated secret of a deployed stage', () => {
  /**
   * Runs the function of the command `secret rotate` in the emulated account. The stage file contains the given
   * settings.
   */
  async function rotate(settings: object, setting: string, value?: string) {
    for (const [name, text] of Object.entries(account.emulator.environment)) vi.stubEnv(name, text);
    writeFileSync(join(account.folder, 'prod.json'), JSON.stringify(settings));
    const file = join(account.folder, 'value');
    if (value !== undefined) writeFileSync(file, value);
    return rotateSetting(REGION, openStageFile('prod', account.folder), setting, value && file);
  }

  async function readDeployedChainSettings(): Promise<string | undefined> {
    const client = new LambdaClient(account.emulator.client);
    const FunctionName = service.physicalId('InvestmentsDepositFunction');
    const { Environment } = await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
    client.destroy();
    return Environment?.Variables?.CHAIN_SETTINGS;
  }

  test('the functions use a rotated secret after the next deployment', async () => {
    expect(await readDeployedChainSettings()).toBe(chains('first'));
    const written = await rotate(STAGE, 'chainSettings', chains('second'));
    expect(written).toEqual({ chainSettings: `ssm:${CHAINS_PARAMETER_NAME}:2` });
    const context = { ...STAGE, chainSettings: `ssm:${CHAINS_PARAMETER_NAME}:2` };
    const assembly = await makeAssembly(join(account.folder, 'rotated'), { context });
    service = await deploy(account.emulator, assembly);
    expect(await readDeployedChainSettings()).toBe(chains('second'));
  });

  test('the former origin secret is still accepted after a rotation, because CloudFront still sends it', async () => {
    const client = new SecretsManagerClient(account.emulator.client);
    const first = 'a'.repeat(64);
    const { VersionId } = await client.send(
      new CreateSecretCommand({ Name: 'yield-origin', SecretString: first }),
    );
    const originSecret = `secretsmanager:yield-origin:SecretString:::${VersionId}`;
    const written = await rotate({ originSecret }, 'originSecret');
    expect(written.originSecretPrevious).toBe(originSecret);
    const now = written.originSecret?.split(':').at(-1);
    const read = async (version: string | undefined) =>
      (await client.send(new GetSecretValueCommand({ SecretId: 'yield-origin', VersionId: version })))
        .SecretString;
    expect(await read(VersionId)).toBe(first);
    expect(await read(now)).toMatch(/^(?!a{64})[0-9a-f]{64}$/);
    client.destroy();
  });
});

describe('logs of a deployed stage', () => {
  let client: CloudWatchLogsClient;
  beforeAll(() => {
    client = new CloudWatchLogsClient(account.emulator.client);
  });
  afterAll(() => client.destroy());

  test('the command "request show" prints the access log line with the given request id', async () => {
    // ministack writes no access log, so the test writes the line.
    const log = { logGroupName: service.physicalId('ApiAccessLog'), logStreamName: 'test' };
    const line = { request_id: 'request-1', route: '/v1/strategies', status: '500' };
    await client.send(new CreateLogStreamCommand(log));
    const logEvents = [{ timestamp: Date.now(), message: JSON.stringify(line) }];
    await client.send(new PutLogEventsCommand({ ...log, logEvents }));
    const printed = await admin('request', 'show', 'request-1', '--stack', service.stackName, '--json');
    expect(JSON.parse(printed)).toEqual(line);
  });

  test('the log line of a function contains the id of the API key of the request', async () => {
    const stack = ['--stack', service.stackName, '--json'];
    const { id } = named.parse(JSON.parse(await admin('user', 'create', '--name', 'leaky', ...stack)));
    const words = ['key', 'issue', id, '--name', 'leaked', '--scopes', 'account:read', ...stack];
    const issued = issuedKey.parse(JSON.parse(await admin(...words)));
    expect((await send(service.origin, 'GET', '/v1/user/profile', { key: issued.key })).status).toBe(200);
    await admin('gateway-keys', 'repair', ...stack);
    const logGroupName = service.physicalId('AccountsProfileLogs');
    const lines = async () => {
      const { events = [] } = await client.send(new FilterLogEventsCommand({ logGroupName }));
      return events.flatMap(({ message = '' }) => (message.startsWith('{') ? [JSON.parse(message)] : []));
    };
    await expect.poll(lines).toContainEqual(
      expect.objectContaining({
        route: 'accounts.profile',
        status: 200,
        credential_id: issued.id,
        source_ip: expect.any(String),
      }),
    );
  });
});

test('teardown keeps the data of a live stage', async () => {
  const { stackName } = service;
  await expect(admin('teardown', '--stack', stackName, '--yes')).rejects.toThrow(stackName);
  const printed = await admin('teardown', '--stack', stackName, '--confirm', stackName, '--yes', '--json');
  const [table = ''] = await listTableNames();
  expect(table).toMatch(/^YieldApi-prod/);
  expect(printed).toContain(`AWS::DynamoDB::Table:${table}`);
  expect(await listStackNames(account.emulator)).toEqual(['CDKToolkit']);
});
