import { expect, test } from 'vitest';
import { callerAddress, isKnownOrigin } from '../../shared/access/domain/caller-address.ts';

const sourceIp = '198.51.100.7';
const viewerAddress = '203.0.113.5:46532';

test.each([
  ['IPv4', '203.0.113.5:46532', '203.0.113.5'],
  ['IPv6', '2001:db8::1:46532', '2001:db8::1'],
])('a request with the origin secret comes from the forwarded %s address', (_, viewer, expected) => {
  const request = { sourceIp, viewerAddress: viewer, presentedSecret: 's3cret' };
  expect(callerAddress(request, ['s3cret'])).toBe(expected);
});

test.each([
  ['without a secret in the deployment', 's3cret', []],
  ['beside another secret', 'guessed', ['s3cret']],
  ['without the secret', undefined, ['s3cret', 'former']],
])(
  'a forwarded address is ignored %s, so that callers cannot choose the address for their rate limit',
  (_, presented, accepted) => {
    expect(callerAddress({ sourceIp, viewerAddress, presentedSecret: presented }, accepted)).toBe(sourceIp);
  },
);

test.each([undefined, '', 'no-port'])('an invalid forwarded address is ignored: %j', (viewer) => {
  const request = { sourceIp, viewerAddress: viewer, presentedSecret: 's3cret' };
  expect(callerAddress(request, ['s3cret'])).toBe(sourceIp);
});

test('the new and the former origin secret are accepted during a rotation, and every request is accepted if no secret is set', () => {
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
