import { expect, test } from 'vitest';
import { callerAddress, isKnownOrigin } from '../../shared/access/domain/caller-address.ts';

const sourceIp = '198.51.100.7';
const viewerAddress = '203.0.113.5:46532';

test.each([
  ['IPv4', '203.0.113.5:46532', '203.0.113.5'],
  ['IPv6', '2001:db8::1:46532', '2001:db8::1'],
])('with the origin secret, the forwarded %s address is the address of the caller', (_, viewer, expected) => {
  const request = { sourceIp, viewerAddress: viewer, presentedSecret: 's3cret' };
  expect(callerAddress(request, ['s3cret'])).toBe(expected);
});

test.each([
  ['without a secret in the deployment', 's3cret', []],
  ['beside another secret', 'guessed', ['s3cret']],
  ['without the secret', undefined, ['s3cret', 'former']],
])(
  'without the origin secret, a forwarded %s address is ignored, so that nobody can choose the address that is limited',
  (_, presented, accepted) => {
    expect(callerAddress({ sourceIp, viewerAddress, presentedSecret: presented }, accepted)).toBe(sourceIp);
  },
);

test.each([undefined, '', 'no-port'])('a forwarded address of %j is ignored', (viewer) => {
  const request = { sourceIp, viewerAddress: viewer, presentedSecret: 's3cret' };
  expect(callerAddress(request, ['s3cret'])).toBe(sourceIp);
});

test('both origin secrets are accepted during a rotation, and every request is accepted when no secret is set', () => {
  const accepted = ['next', 'former'];
  const presentedSecrets = ['next', 'former', 'guessed', '', undefined];
  expect(presentedSecrets.map((presented) => isKnownOrigin(presented, accepted))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(presentedSecrets.every((presented) => isKnownOrigin(presented, []))).toBe(true);
});
