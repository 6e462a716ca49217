import { expect, test } from 'vitest';
import { limitedAddress } from '../../shared/access/domain/limited-address.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['test-invoke-source-ip', 'test-invoke-source-ip'],
])('requests from %s are counted under %s', (address, limited) => {
  expect(limitedAddress(address)).toBe(limited);
});
