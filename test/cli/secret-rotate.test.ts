import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DescribeSecretCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { rotateSetting } from '../../infra/cli/admin/commands/secret/rotate.ts';
import { openStageFile } from '../../infra/cli/admin/stage-file.ts';

const secrets = mockClient(SecretsManagerClient);
const ssm = mockClient(SSMClient);
// Restore the client classes, because later test files in the same worker use them too.
afterAll(() => {
  secrets.restore();
  ssm.restore();
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stages-'));
  secrets.reset();
  ssm.reset();
  secrets
    .on(DescribeSecretCommand)
    .resolves({ VersionIdsToStages: { one: ['AWSCURRENT'], none: ['AWSPREVIOUS'] } });
  secrets.on(PutSecretValueCommand).resolves({ VersionId: 'two' });
  ssm.on(PutParameterCommand).resolves({ Version: 4 });
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'prod.json');
const stage = (settings: object) => {
  writeFileSync(file(), JSON.stringify({ deployment: 'prod', ...settings }));
  return openStageFile('prod', folder);
};
const readWrittenStage = (): unknown => JSON.parse(readFileSync(file(), 'utf8'));

test('the command "secret rotate" gives the origin secret a random value', async () => {
  await rotateSetting(
    'eu-west-1',
    stage({ originSecret: 'secretsmanager:origin' }),
    'originSecret',
    undefined,
  );
  expect(readWrittenStage()).toEqual({
    deployment: 'prod',
    originSecret: 'secretsmanager:origin:SecretString:::two',
    originSecretPrevious: 'secretsmanager:origin:SecretString:::one',
  });
  const [put] = secrets.commandCalls(PutSecretValueCommand);
  expect(put?.args[0].input.SecretString).toMatch(/^[0-9a-f]{64}$/);
});

test('after a rotation of the origin secret, the stage file names the former version as originSecretPrevious', async () => {
  const originSecret = 'secretsmanager:origin:SecretString:::none';
  await rotateSetting('eu-west-1', stage({ originSecret }), 'originSecret', undefined);
  expect(readWrittenStage()).toMatchObject({ originSecretPrevious: originSecret });
});

test('the command "secret rotate" writes the new version of an SSM parameter into the stage file', async () => {
  const chainSettings = 'ssm:/yield/chains:3';
  const value = join(folder, 'chains.json');
  writeFileSync(value, '{"base":{"rpcUrl":"https://node.example/key"}}\n');
  await rotateSetting('eu-west-1', stage({ chainSettings }), 'chainSettings', value);
  expect(readWrittenStage()).toEqual({ deployment: 'prod', chainSettings: 'ssm:/yield/chains:4' });
  expect(ssm.commandCalls(PutParameterCommand)[0]?.args[0].input).toMatchObject({
    Name: '/yield/chains',
    Value: '{"base":{"rpcUrl":"https://node.example/key"}}',
  });
});

test.each([
  ['a value in plain text', { originSecret: 'plain' }, 'The value of originSecret in '],
  ['a setting that is missing', {}, 'The value of originSecret in '],
  [
    'one field of a JSON secret',
    { originSecret: 'secretsmanager:one:SecretString:key::' },
    'one field of a JSON secret',
  ],
])('the command "secret rotate" is rejected for %s', async (_, settings, message) => {
  const opened = stage(settings);
  await expect(rotateSetting('eu-west-1', opened, 'originSecret', undefined)).rejects.toThrow(message);
  expect([secrets.calls(), readWrittenStage()]).toEqual([[], { deployment: 'prod', ...settings }]);
});

test('the command "secret rotate" stores nothing when the functions would reject the new value', async () => {
  const value = join(folder, 'chains.json');
  writeFileSync(value, 'not JSON');
  const opened = stage({ chainSettings: 'ssm:/yield/chains:3' });
  await expect(rotateSetting('eu-west-1', opened, 'chainSettings', value)).rejects.toThrow('CHAIN_SETTINGS');
  expect(ssm.calls()).toEqual([]);
});

test('the command "secret rotate" reports an error if the file of the stage does not exist', () => {
  expect(() => openStageFile('../prod', folder)).toThrow('does not exist');
  expect(() => openStageFile('other', folder)).toThrow('The file infra/stages/other.json does not exist');
});
