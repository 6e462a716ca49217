import { expect, test } from 'vitest';
import { callerAddressOf, isOriginSecretAccepted } from '../../shared/access/domain/caller-address.ts';

const sourceIp = '198.51.100.7';
const viewerAddress = '203.0.113.5:46532';

test.each([
  ['IPv4', '203.0.113.5:46532', '203.0.113.5'],
  ['IPv6', '2001:db8::1:46532', '2001:db8::1'],
])(
  'if a request has the origin secret, its caller address is the forwarded %s address without the port',
  (_, viewer, expected) => {
    const request = { sourceIp, viewerAddress: viewer, presentedSecret: 's3cret' };
    expect(callerAddressOf(request, ['s3cret'])).toBe(expected);
  },
);

test.each([
  ['if the deployment has no origin secret', 's3cret', []],
  ['if the request has a wrong origin secret', 'guessed', ['s3cret']],
  ['if the request has no origin secret', undefined, ['s3cret', 'former']],
])('the forwarded address of a request is ignored %s', (_, presented, accepted) => {
  expect(callerAddressOf({ sourceIp, viewerAddress, presentedSecret: presented }, accepted)).toBe(sourceIp);
});

test.each([undefined, '', 'no-port'])('an invalid forwarded address (%j) is ignored', (viewer) => {
  const request = { sourceIp, viewerAddress: viewer, presentedSecret: 's3cret' };
  expect(callerAddressOf(request, ['s3cret'])).toBe(sourceIp);
});

test('the new and the former origin secret are both accepted during a rotation', () => {
  const accepted = ['next', 'former'];
  const presentedSecrets = ['next', 'former', 'guessed', '', undefined];
  expect(presentedSecrets.map((presented) => isOriginSecretAccepted(presented, accepted))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(presentedSecrets.every((presented) => isOriginSecretAccepted(presented, []))).toBe(true);
});
