import { expect, test } from 'vitest';
import { buildSamEnvironment, buildSamTemplate } from '../../infra/cli/sam.ts';
import { makeTemplate } from './support/stack.ts';

const environment = buildSamEnvironment('local', 'http://127.0.0.1:8000');
const synthesized = makeTemplate().toJSON();
const made = buildSamTemplate(synthesized, environment);

test('every function in the SAM template has the environment variables that the local server sets', () => {
  const functions = Object.values(made.Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
  expect(functions.length).toBeGreaterThan(30);
  for (const { Properties } of functions) {
    expect(Properties).toMatchObject({
      Environment: {
        Variables: {
          TABLE_NAME: 'local',
          DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000',
          DEPLOYMENT: 'local',
          STAGE_KIND: 'test',
          LOG_LEVEL: 'info',
        },
      },
    });
  }
});

test('methods in the SAM template require no gateway key, because sam local cannot run such methods', () => {
  const text = JSON.stringify(made.Resources.Api);
  expect(text).not.toContain('{"GatewayKey":[]}');
  expect(text).toContain('"security":[{"Credential":[]}]');
  expect(Object.keys(made.Resources)).toEqual(Object.keys(synthesized.Resources));
});
