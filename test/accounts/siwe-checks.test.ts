import { expect, test } from 'vitest';
import { signInPurpose, walletProofPurpose } from '../../shared/accounts/domain/message-purposes.ts';
import type { SiweMessage } from '../../shared/accounts/domain/siwe.ts';
import { type SiwePolicy, type SiweProblem, siweProblem } from '../../shared/accounts/domain/siwe-checks.ts';

const POLICY: SiwePolicy = {
  uri: 'https://app.example.com/login',
  chainIds: [1, 10],
  maxAgeSeconds: 300,
  clockSkewSeconds: 30,
};
const SIGN_IN = signInPurpose(POLICY);
const PROOF = walletProofPurpose(POLICY, { accountId: 'usr_a', connectionId: 'wc_a' });
const NOW = new Date('2026-01-01T00:00:00.000Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000).toISOString();

const GOOD: SiweMessage = {
  scheme: undefined,
  domain: 'app.example.com',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  statement: SIGN_IN.statement,
  uri: POLICY.uri,
  version: '1',
  chainId: 1,
  nonce: 'abcdefgh12345678',
  issuedAt: at(-10),
  expirationTime: at(290),
  notBefore: undefined,
  requestId: undefined,
  resources: undefined,
};

test.each<[string, Partial<SiweMessage>]>([
  ['as issued', {}],
  ['with the right scheme', { scheme: 'https' }],
  ['on the other chain', { chainId: 10 }],
  ['issued at the oldest moment', { issuedAt: at(-299.999), expirationTime: at(0.001) }],
  ['issued by a clock within the skew', { issuedAt: at(30), expirationTime: at(300) }],
  ['not before now', { notBefore: at(0) }],
])('a sign-in message %s passes all checks', (_, change) => {
  expect(siweProblem({ ...GOOD, ...change }, POLICY, SIGN_IN, NOW)).toBeUndefined();
});

test.each<[SiweProblem, Partial<SiweMessage>]>([
  ['domain', { domain: 'evil.example.com' }],
  ['domain', { domain: 'app.example.com:443' }],
  ['domain', { domain: '' }],
  ['scheme', { scheme: 'http' }],
  ['uri', { uri: 'https://app.example.com/other' }],
  ['uri', { uri: 'https://evil.example.com/login' }],
  ['address', { address: GOOD.address.toLowerCase() }],
  ['address', { address: GOOD.address.replace('f39F', 'F39f') }],
  ['chain_id', { chainId: 5 }],
  ['issued_at_in_future', { issuedAt: at(31) }],
  ['issued_at_in_future', { issuedAt: 'not a time' }],
  ['issued_at_too_old', { issuedAt: at(-301) }],
  ['expiration_time_missing', { expirationTime: undefined }],
  ['expired', { expirationTime: at(0) }],
  ['expired', { expirationTime: at(-1) }],
  ['expiration_time_too_late', { expirationTime: at(291) }],
  ['not_before', { notBefore: at(31) }],
  ['not_before', { notBefore: 'not a time' }],
])('a sign-in message is rejected with %s for %o', (problem, change) => {
  expect(siweProblem({ ...GOOD, ...change }, POLICY, SIGN_IN, NOW)).toBe(problem);
});

test('an empty list of chains accepts no chain', () => {
  expect(siweProblem(GOOD, { ...POLICY, chainIds: [] }, SIGN_IN, NOW)).toBe('chain_id');
});

const GOOD_PROOF: SiweMessage = {
  ...GOOD,
  uri: PROOF.uri,
  statement: PROOF.statement,
  resources: PROOF.resources,
};

test('a sign-in message is not a wallet proof, and a wallet proof is not a sign-in message', () => {
  expect(siweProblem(GOOD_PROOF, POLICY, PROOF, NOW)).toBeUndefined();
  expect(siweProblem(GOOD_PROOF, POLICY, SIGN_IN, NOW)).toBe('uri');
  expect(siweProblem(GOOD, POLICY, PROOF, NOW)).toBe('uri');
});

test.each<[SiweProblem, Partial<SiweMessage>]>([
  ['statement', { statement: undefined }],
  ['statement', { statement: PROOF.statement }],
  ['resources', { resources: PROOF.resources }],
])('a sign-in is rejected for its %s: %o', (problem, change) => {
  expect(siweProblem({ ...GOOD, ...change }, POLICY, SIGN_IN, NOW)).toBe(problem);
});

test.each<[SiweProblem, Partial<SiweMessage>]>([
  ['statement', { statement: undefined }],
  ['statement', { statement: SIGN_IN.statement }],
  ['resources', { resources: undefined }],
  ['resources', { resources: ['urn:yield-api:account:usr_a'] }],
  ['resources', { resources: ['urn:yield-api:account:usr_b', 'urn:yield-api:wallet-connection:wc_a'] }],
])('a wallet proof is rejected for its %s: %o', (problem, change) => {
  expect(siweProblem({ ...GOOD_PROOF, ...change }, POLICY, PROOF, NOW)).toBe(problem);
});
