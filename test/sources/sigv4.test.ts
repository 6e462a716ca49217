import { expect, test } from 'vitest';
import { signedHeaders } from '../../shared/sources/sigv4.ts';

// From AWS's signature version 4 test suite: get-vanilla-query-order-key-case, get-vanilla, post-vanilla.
const CREDENTIALS = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const SCOPE = { region: 'us-east-1', service: 'service' };
const TIME = new Date('2015-08-30T12:36:00.000Z');

test.each([
  ['GET', '/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'GET',
    '/?Param2=value2&Param1=value1',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  ['POST', '/', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
])('%s %s has the signature of the published vector', (method, path, signature) => {
  const url = new URL(`https://example.amazonaws.com${path}`);
  const headers = signedHeaders({ method, url, headers: {}, body: '' }, CREDENTIALS, SCOPE, TIME);
  expect(headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
      `SignedHeaders=host;x-amz-date, Signature=${signature}`,
  );
});

test('a session token is sent and signed', () => {
  const url = new URL('https://example.amazonaws.com/');
  const credentials = { ...CREDENTIALS, sessionToken: 'token' };
  const headers = signedHeaders({ method: 'GET', url, headers: {}, body: '' }, credentials, SCOPE, TIME);
  expect(headers['x-amz-security-token']).toBe('token');
  expect(headers.authorization).toContain('host;x-amz-date;x-amz-security-token');
});
