import { expect, test } from 'vitest';
import { isAllowedFrom, isRange } from '../../shared/access/domain/allowed-ips.ts';

test.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::/32', '::1', '::ffff:203.0.113.0/120'])(
  '%s is an address or a range',
  (text) => {
    expect(isRange(text)).toBe(true);
  },
);

test.each([
  '',
  '203.0.113',
  '203.0.113.0/33',
  '203.0.113.0/',
  '203.0.113.0/24/8',
  '2001:db8::/129',
  '::1%eth0',
  'host',
  '1.2.3.4/-1',
  '1.2.3.4/ 8',
])('%j is none', (text) => {
  expect(isRange(text)).toBe(false);
});

test.each([
  ['203.0.113.7', ['203.0.113.7'], true],
  ['203.0.113.8', ['203.0.113.7'], false],
  ['203.0.113.255', ['203.0.113.64/24'], true],
  ['203.0.114.0', ['203.0.113.0/24'], false],
  ['2001:db8:ffff::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['::ffff:203.0.113.9', ['203.0.113.0/24'], true],
  ['203.0.113.9', ['198.51.100.0/24', '203.0.113.0/24'], true],
  ['test-invoke-source-ip', ['0.0.0.0/0', '::/0'], false],
])('from %s, with %j: %s', (address, ranges, isAllowed) => {
  expect(isAllowedFrom(ranges, address)).toBe(isAllowed);
});
