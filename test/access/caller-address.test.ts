import { expect, test } from 'vitest';
import { callerAddress, isKnownOrigin } from '../../shared/access/domain/caller-address.ts';

const sourceIp = '198.51.100.7';
const viewerAddress = '203.0.113.5:46532';

test.each([
  ['IPv4', '203.0.113.5:46532', '203.0.113.5'],
  ['IPv6', '2001:db8::1:46532', '2001:db8::1'],
])('beside the secret the forwarded %s address is the caller', (_, viewer, expected) => {
  const request = { sourceIp, viewerAddress: viewer, presentedSecret: 's3cret' };
  expect(callerAddress(request, ['s3cret'])).toBe(expected);
});

test.each([
  ['without a secret in the deployment', 's3cret', []],
  ['beside another secret', 'guessed', ['s3cret']],
  ['without the secret', undefined, ['s3cret', 'former']],
])('%s it is not believed: nobody chooses whom a request is counted against', (_, presented, accepted) => {
  expect(callerAddress({ sourceIp, viewerAddress, presentedSecret: presented }, accepted)).toBe(sourceIp);
});

test.each([undefined, '', 'no-port'])('a forwarded address of %j is none', (viewer) => {
  const request = { sourceIp, viewerAddress: viewer, presentedSecret: 's3cret' };
  expect(callerAddress(request, ['s3cret'])).toBe(sourceIp);
});

test('two secrets are accepted during a rotation, and every request where nothing stands in front', () => {
  const accepted = ['next', 'former'];
  const shown = ['next', 'former', 'guessed', '', undefined];
  expect(shown.map((presented) => isKnownOrigin(presented, accepted))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(shown.every((presented) => isKnownOrigin(presented, []))).toBe(true);
});
