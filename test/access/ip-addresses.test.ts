import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findRangeProblem,
  IP_RANGE_RULE,
  isAddressAllowed,
  rateLimitAddressOf,
} from '../../shared/access/domain/ip-addresses.ts';

describe('an entry of the address allowlist', () => {
  test.each([
    '203.0.113.7',
    '203.0.113.0/24',
    '0.0.0.0/0',
    '2001:db8::/32',
    '::1',
    '::/0',
    '::ffff:203.0.113.0/120',
    '::ffff:cb00:7107',
    '::ffff:0:0/96',
  ])('the allowlist accepts %s as an address or a range', (text) => {
    expect(findRangeProblem(text)).toBeUndefined();
  });

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
  ])('the allowlist rejects %j', (text) => {
    expect(findRangeProblem(text)).toBe(IP_RANGE_RULE);
  });

  test.each([
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['203.0.113.7/0', '0.0.0.0/0'],
    ['2001:db8:1::9/32', '2001:db8::/32'],
    ['::1/0', '::/0'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
  ])('the allowlist rejects %s and suggests the first address of the range, %s', (text, network) => {
    expect(findRangeProblem(text)).toBe(`${text} is not the first address of its range; use ${network}`);
    expect(findRangeProblem(network)).toBeUndefined();
  });

  test.each(['::ffff:203.0.113.0/24', '::ffff:0.0.0.0/0', '::ffff:0:0/95', '::FFFF:CB00:7100/95'])(
    'the allowlist rejects %s, because an IPv4 range in IPv6 notation needs a prefix length of 96 to 128',
    (text) => {
      expect(findRangeProblem(text)).toContain('its prefix length must be from 96 to 128');
    },
  );
});

test.each([
  ['203.0.113.7', ['203.0.113.7'], true],
  ['203.0.113.8', ['203.0.113.7'], false],
  ['203.0.113.255', ['203.0.113.0/24'], true],
  ['203.0.114.0', ['203.0.113.0/24'], false],
  ['2001:db8:ffff::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['::ffff:203.0.113.9', ['203.0.113.0/24'], true],
  ['203.0.113.9', ['::ffff:203.0.113.0/120'], true],
  ['198.51.100.9', ['::ffff:203.0.113.0/120'], false],
  ['198.51.100.9', ['::ffff:203.0.113.0/24', '::/0', '203.0.113.7/0'], false],
  ['203.0.113.9', ['198.51.100.0/24', '203.0.113.0/24'], true],
  ['test-invoke-source-ip', ['0.0.0.0/0', '::/0'], false],
])('the check of the address %s against the allowlist %j returns %s', (address, ranges, isAllowed) => {
  expect(isAddressAllowed(ranges, address)).toBe(isAllowed);
});

describe('an allowlist range, for any address', () => {
  const FAMILIES = {
    4: { arbitrary: fc.ipV4(), bits: 32 },
    6: { arbitrary: fc.ipV6().filter((text) => !/^(0{0,4}:)*:?ffff:/i.test(text)), bits: 128 },
  } as const;
  /**
   * Returns the given range if it is valid. If its address has host bits, returns the network that the error message
   * suggests.
   */
  const networkOf = (text: string) => findRangeProblem(text)?.split('use ')[1] ?? text;

  test.each([4, 6] as const)(
    'an IPv%d range that is made from an address with any prefix length is valid and admits this address',
    (version) => {
      const { arbitrary, bits } = FAMILIES[version];
      fc.assert(
        fc.property(arbitrary, fc.nat(bits), (address, prefix) => {
          const network = networkOf(`${address}/${prefix}`);
          expect(findRangeProblem(network)).toBeUndefined();
          expect(isAddressAllowed([network], address)).toBe(true);
          expect(isAddressAllowed([address], address)).toBe(true);
        }),
      );
    },
  );

  test('an IPv4 range admits exactly the addresses with the same prefix bits, in IPv4 or IPv4-mapped IPv6 notation', () => {
    const number = (text: string) => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.nat(32), (address, other, prefix) => {
        const network = networkOf(`${address}/${prefix}`);
        const mapped = `::ffff:${network.split('/')[0]}/${prefix + 96}`;
        const isInSameNetwork =
          Math.floor(number(address) / 2 ** (32 - prefix)) === Math.floor(number(other) / 2 ** (32 - prefix));
        for (const range of [network, mapped]) {
          expect(isAddressAllowed([range], other)).toBe(isInSameNetwork);
          expect(isAddressAllowed([range], `::ffff:${other}`)).toBe(isInSameNetwork);
        }
      }),
    );
  });

  test('an IPv6 range admits an IPv4 address only if the range is IPv4-mapped, within ::ffff:0:0/96', () => {
    fc.assert(
      fc.property(fc.ipV4(), FAMILIES[6].arbitrary, fc.nat(128), (address, of, prefix) => {
        expect(
          isAddressAllowed([networkOf(`${of}/${prefix}`), `::ffff:${address}/${prefix % 96}`], address),
        ).toBe(false);
      }),
    );
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['test-invoke-source-ip', 'test-invoke-source-ip'],
])('the rate limit counts requests from the IP address %s under %s', (address, limited) => {
  expect(rateLimitAddressOf(address)).toBe(limited);
});
