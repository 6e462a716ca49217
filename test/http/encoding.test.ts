import { expect, test } from 'vitest';
import { acceptsGzip, fitsUncompressed, LAMBDA_RESPONSE_MAX_BYTES } from '../../shared/http/encoding.ts';

test.each([
  ['gzip', true],
  ['br;q=1, GZIP ; q=0.8', true],
  ['*', true],
  ['gzip;q=0, *', false],
  ['gzip;q=0.000', false],
  ['identity', false],
  ['*;q=0', false],
  ['', false],
  [undefined, false],
])('the check whether Accept-Encoding %j accepts gzip returns %j', (accepted, understood) => {
  expect(acceptsGzip(accepted)).toBe(understood);
});

test('a body fits into a Lambda response if its JSON text and the headers are within the size limit of Lambda', () => {
  expect(fitsUncompressed('x'.repeat(LAMBDA_RESPONSE_MAX_BYTES - 65_538))).toBe(true);
  expect(fitsUncompressed('x'.repeat(LAMBDA_RESPONSE_MAX_BYTES - 65_537))).toBe(false);
  expect(fitsUncompressed('"'.repeat(LAMBDA_RESPONSE_MAX_BYTES / 2))).toBe(false);
});
