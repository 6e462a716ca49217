import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isGloballyReachable } from '../../shared/notifications/domain/address.ts';
import { type AllowedNetwork, findUrlProblem } from '../../shared/notifications/domain/webhook-url.ts';

/** First and last address of each block that IANA's IPv4 registry does not call globally reachable, as numbers. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
] as const;

const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const textOf = (value: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
const blocks = SPECIAL_IPV4.map(([first, last]) => [numberOf(first), numberOf(last)] as const);
const hextets = (high: number, low: number) => `${high.toString(16)}:${low.toString(16)}`;

describe('an IPv4 address of a webhook endpoint', () => {
  test('an IPv4 address counts as reachable unless it is in a special-purpose block', () => {
    const addressNearBlockEdge = fc
      .constantFrom(...blocks.flat())
      .chain((edge) => fc.integer({ min: edge - 2, max: edge + 2 }));
    const ipv4NumberArbitrary = fc.oneof(addressNearBlockEdge, fc.integer({ min: 0, max: 2 ** 32 - 1 }));
    fc.assert(
      fc.property(ipv4NumberArbitrary, (given) => {
        const value = Math.min(2 ** 32 - 1, Math.max(0, given));
        const isSpecial = blocks.some(([first, last]) => value >= first && value <= last);
        expect(isGloballyReachable(textOf(value)), textOf(value)).toBe(!isSpecial);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an IPv6 address of a webhook endpoint', () => {
  test('an IPv6 address that contains any IPv4 address does not count as reachable from the internet', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (value) => {
        const [high, low] = [Math.floor(value / 65_536), value % 65_536];
        for (const text of [
          `::ffff:${textOf(value)}`,
          `::ffff:${hextets(high, low)}`,
          `::${hextets(high, low)}`,
          `::ffff:0:${hextets(high, low)}`,
          `64:ff9b::${hextets(high, low)}`,
          `64:ff9b:1::${hextets(high, low)}`,
          `2002:${hextets(high, low)}::1`,
          `2001:0:${hextets(high, low)}::1`,
        ]) {
          expect(isGloballyReachable(text), text).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['fc00::1', 'unique-local'],
    ['fd00:ec2::254', 'metadata of EC2'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['100::1', 'discard only'],
    ['100:0:0:1::1', 'dummy prefix'],
    ['2001:2::1', 'benchmarking'],
    ['2001:10::1', 'ORCHID'],
    ['2001:20::1', 'ORCHIDv2'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['5f00::1', 'segment routing'],
    ['4000::1', 'unassigned'],
  ])('the IPv6 address %s (%s) does not count as reachable from the internet', (address) => {
    expect(isGloballyReachable(address)).toBe(false);
  });

  test.each(['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888', '2400:cb00::1'])(
    'the IPv6 address %s counts as reachable',
    (address) => expect(isGloballyReachable(address)).toBe(true),
  );

  test('an invalid IP address, such as 1.2.3.4.5, does not count as reachable from the internet', () => {
    for (const text of ['', 'localhost', '1.2.3', '0x7f.1', '1.2.3.4.5', ':::', '010.0.0.1']) {
      expect(isGloballyReachable(text), text).toBe(false);
    }
  });
});

describe('the URL of a webhook endpoint', () => {
  const problem = (url: string, reach: AllowedNetwork = 'public') => findUrlProblem(url, reach);

  test.each([
    'https://example.com/hooks?tenant=1',
    'https://hooks.example.com:8443/',
    'https://93.184.216.34/hook',
    'https://[2606:4700:4700::1111]/hook',
  ])('the URL %s is accepted', (url) => expect(problem(url)).toBeUndefined());

  test.each([
    ['nothing', 'URL'],
    ['http://example.com/', 'https'],
    ['ftp://example.com/', 'https'],
    ['https://user:secret@example.com/', 'password'],
    ['https://example.com/#part', 'fragment'],
    ['https://example.com:22/', 'port'],
    ['https://intranet/', 'public'],
    ['https://localhost/', 'public'],
    ['https://127.0.0.1/', 'public'],
    ['https://2130706433/', 'public'],
    ['https://0x7f.1/', 'public'],
    ['https://169.254.169.254/latest/meta-data', 'public'],
    ['https://[::ffff:10.0.0.1]/', 'public'],
    ['https://[fd00:ec2::254]/', 'public'],
    [`https://example.com/${'a'.repeat(2_048)}`, 'characters'],
  ])('the webhook URL "%s" is rejected with an error that contains "%s"', (url, why) =>
    expect(problem(url)).toContain(why),
  );

  test('a loopback URL without TLS is accepted only with the loopback setting', () => {
    for (const url of ['http://127.0.0.1:9000/hook', 'http://localhost:9000/', 'http://[::1]:9000/']) {
      expect(problem(url, 'loopback'), url).toBeUndefined();
      expect(problem(url), url).toBeDefined();
    }
    expect(problem('http://10.0.0.1/', 'loopback')).toBeDefined();
    expect(problem('https://192.168.0.1/', 'loopback')).toBeDefined();
    expect(problem('http://example.com/', 'loopback')).toBeDefined();
  });
});
