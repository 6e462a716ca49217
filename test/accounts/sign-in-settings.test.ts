import { expect, test } from 'vitest';
import { readSignInSettings } from '../../shared/accounts/sign-in/sign-in-settings.ts';
import { readConfig } from '../../shared/platform/config.ts';

const signIn = (variables: Readonly<Record<string, string>>) => readSignInSettings(readConfig(variables));

test('the sign-in of a deployed stack fails while the setting SIGN_IN_URI is missing', () => {
  expect(() => signIn({ DEPLOYMENT: 'aws' })).toThrow('SIGN_IN_URI is not set');
  expect(signIn({ DEPLOYMENT: 'aws', SIGN_IN_URI: 'https://app.example.com/login' })).toMatchObject({
    uri: 'https://app.example.com/login',
    chainIds: [1, 10, 137, 8453, 42161],
    sessionSeconds: 12 * 3_600,
  });
});

test('a local server has a default sign-in page and accepts sign-ins for the local development chain', () => {
  const { uri, chainIds } = signIn({ DEPLOYMENT: 'local' });
  expect(uri).toBe('http://localhost:3000/login');
  expect(chainIds).toContain(31_337);
});

test('the wallet of the first administrator is accepted in any letter case', () => {
  const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  for (const ADMIN_WALLET of [wallet, wallet.toLowerCase(), `0x${wallet.slice(2).toUpperCase()}`]) {
    expect(signIn({ DEPLOYMENT: 'local', ADMIN_WALLET }).adminWallet).toBe(wallet);
  }
});

test.each([
  ['SIGN_IN_URI', 'ftp://app.example.com'],
  ['SIGN_IN_CHAIN_IDS', '1,two'],
  ['ADMIN_WALLET', '0x1'],
  ['SESSION_HOURS', '0'],
])('the setting %s rejects %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});
