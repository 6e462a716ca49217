import { describe, expect, test } from 'vitest';
import { createLazyConfig, readConfig } from '../../shared/platform/config.ts';

/** Returns the message of the error for invalid variables. */
function refusal(variables: Readonly<Record<string, string>>): string {
  try {
    readConfig(variables);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('The variables were accepted');
}

describe('the environment variables of a function', () => {
  test('an environment variable that is not set has its default or is undefined', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      TABLE_NAME: 'yield-api',
      DEPLOYMENT: 'aws',
      STAGE_KIND: 'live',
      LOG_LEVEL: 'info',
    });
    expect(config.DYNAMODB_ENDPOINT).toBeUndefined();
    expect(config.ADMIN_WALLET).toBeUndefined();
  });

  test('an environment variable is parsed to its type', () => {
    const config = readConfig({ SIGN_IN_CHAIN_IDS: '1,10', SESSION_HOURS: '24', PATH: '/bin' });
    expect(config).toMatchObject({ SIGN_IN_CHAIN_IDS: [1, 10], SESSION_HOURS: 24 });
    expect(config).not.toHaveProperty('PATH');
  });

  test.each([
    ['DYNAMODB_ENDPOINT', 's3cret'],
    ['DYNAMODB_TIMEOUT_MS', 's3cret'],
    ['DYNAMODB_TIMEOUT_MS', '987654321'],
    ['LOG_LEVEL', 's3cret'],
    ['DEPLOYMENT', 's3cret'],
    ['STAGE_KIND', 's3cret'],
    ['GATEWAY_CONTROL_ENDPOINT', 's3cret'],
    ['SIGN_IN_URI', 'ftp://s3cret.example.com'],
    ['SIGN_IN_CHAIN_IDS', '1,s3cret'],
    ['MARKET_SOURCE', 's3cret'],
    ['SAMPLE_SIZE', '0.987654321'],
    ['DEFILLAMA_YIELDS_URL', 's3cret'],
    ['ADMIN_WALLET', '0xs3cret'],
    ['SESSION_HOURS', '987654321'],
    ['CHAIN_SETTINGS', '["s3cret"]'],
    ['CHAIN_SETTINGS', '{s3cret'],
  ])('an invalid %s is rejected with an error that does not contain the value %s', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toContain(`${name}: `);
    expect(message).not.toMatch(/s3cret|987654321/);
  });

  test('the error names all invalid environment variables together', () => {
    expect(refusal({ TABLE_NAME: '', DEPLOYMENT: 'x' })).toMatch(/TABLE_NAME: .*; DEPLOYMENT: /);
  });

  test('an invalid variable does not stop functions that never read it', () => {
    const config = createLazyConfig({ SAMPLE_SIZE: '', MARKET_SOURCE: 's3cret' });
    expect(config.TABLE_NAME).toBe('yield-api');
    expect(() => config.SAMPLE_SIZE).toThrow(/^Invalid environment: MARKET_SOURCE: .*; SAMPLE_SIZE: /);
  });
});
