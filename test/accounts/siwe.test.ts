import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatSiwe,
  parseSiwe,
  rfc3339Millis,
  SIWE_MAX_LENGTH,
  type SiweMessage,
} from '../../shared/accounts/domain/siwe.ts';

const MESSAGE: SiweMessage = {
  scheme: undefined,
  domain: 'app.example.com',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  statement: 'Sign in to Example.',
  uri: 'https://app.example.com/login',
  version: '1',
  chainId: 1,
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expirationTime: '2026-01-01T00:05:00.000Z',
  notBefore: undefined,
  requestId: undefined,
  resources: undefined,
};

/** The example message of EIP-4361. */
const EIP_EXAMPLE = `https://example.com wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

I accept the ExampleOrg Terms of Service: https://example.com/tos

URI: https://example.com/login
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2021-09-30T16:25:24Z
Resources:
- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/
- https://example.com/my-web2-claim.json`;

const NO_STATEMENT = `example.com:8080 wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2


URI: https://example.com:8080/login
Version: 1
Chain ID: 10
Nonce: 32891756
Issued At: 2021-09-30T16:25:24+02:00
Expiration Time: 2021-09-30T16:30:24+02:00
Not Before: 2021-09-30T16:25:24+02:00
Request ID: some-request-id`;

const word = fc.stringMatching(/^[A-Za-z0-9.,:?!=&()*+;#/-]{1,20}$/);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const time = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const uri = fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true });
const message: fc.Arbitrary<SiweMessage> = fc.record({
  scheme: maybe(fc.constantFrom('https', 'http', 'app+x')),
  domain: fc.oneof(fc.domain(), fc.constantFrom('localhost:3000', '[::1]:80', 'user@host')),
  address: fc.stringMatching(/^0x[0-9a-fA-F]{40}$/),
  statement: maybe(fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))),
  uri,
  version: fc.constant('1'),
  chainId: fc.integer({ min: 0, max: 999_999_999 }),
  nonce: fc.stringMatching(/^[0-9A-Za-z]{8,40}$/),
  issuedAt: time,
  expirationTime: maybe(time),
  notBefore: maybe(time),
  requestId: maybe(fc.stringMatching(/^[A-Za-z0-9._~:@-]{0,20}$/)),
  resources: maybe(fc.array(uri, { maxLength: 3 })),
});

describe('parseSiwe parses an EIP-4361 message', () => {
  test('parseSiwe reads every message that formatSiwe writes', () => {
    fc.assert(
      fc.property(message, (fields) => {
        const text = formatSiwe(fields);
        fc.pre(text.length <= SIWE_MAX_LENGTH);
        expect(parseSiwe(text)).toEqual(fields);
      }),
      { numRuns: 500 },
    );
  });

  test('parseSiwe reads the example of EIP-4361, and a message without a statement', () => {
    expect(parseSiwe(EIP_EXAMPLE)).toMatchObject({ scheme: 'https', domain: 'example.com', chainId: 1 });
    expect(parseSiwe(EIP_EXAMPLE)?.resources).toHaveLength(2);
    expect(parseSiwe(NO_STATEMENT)).toMatchObject({ statement: undefined, requestId: 'some-request-id' });
  });

  test('parseSiwe rejects a changed text or returns a changed field', () => {
    const edits = fc.record({ at: fc.nat(), remove: fc.nat(3), insert: fc.string({ maxLength: 3 }) });
    fc.assert(
      fc.property(message, edits, (fields, { at, remove, insert }) => {
        const text = formatSiwe(fields);
        const start = at % text.length;
        const edited = text.slice(0, start) + insert + text.slice(start + remove);
        const parsed = parseSiwe(edited);
        if (parsed !== undefined) expect(formatSiwe(parsed)).toBe(edited);
        if (parsed !== undefined && edited !== text) expect(parsed).not.toEqual(fields);
      }),
      { numRuns: 500 },
    );
  });

  test('parseSiwe never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        expect(parseSiwe(text)).toBeUndefined();
      }),
    );
  });

  const text = formatSiwe(MESSAGE);
  test.each([
    ['a missing line', text.replace('Version: 1\n', '')],
    ['another version', text.replace('Version: 1', 'Version: 2')],
    ['fields in another order', text.replace(/(Version: 1)\n(Chain ID: 1)/, '$2\n$1')],
    ['a field twice', text.replace('Version: 1\n', 'Version: 1\nVersion: 1\n')],
    ['an unknown field', `${text}\nExtra: yes`],
    ['a final line break', `${text}\n`],
    ['carriage returns', text.replaceAll('\n', '\r\n')],
    ['a short nonce', text.replace(MESSAGE.nonce, 'abc1234')],
    ['a nonce with a dash', text.replace(MESSAGE.nonce, 'abcdefgh-1234567')],
    ['a chain id with a leading zero', text.replace('Chain ID: 1', 'Chain ID: 01')],
    ['a chain id in hex', text.replace('Chain ID: 1', 'Chain ID: 0x1')],
    ['an empty chain id', text.replace('Chain ID: 1', 'Chain ID: ')],
    ['a day that does not exist', text.replace('2026-01-01T00:05', '2026-02-30T00:05')],
    ['a time without a zone', text.replace('00.000Z\nExp', '00.000\nExp')],
    ['an address of 41 digits', text.replace(MESSAGE.address, `${MESSAGE.address}0`)],
    ['a space in the domain', text.replace('app.example.com wants', 'app.example .com wants')],
    ['an empty domain', text.replace('app.example.com wants', ' wants')],
    ['a space in the URI', text.replace('/login', '/log in')],
    ['a two-line statement', text.replace('Sign in', 'Sign\nin')],
    ['a quotation mark in the statement', text.replace('Sign', '"Sign"')],
    ['a statement without its blank line', text.replace('Example.\n\n', 'Example.\n')],
    ['a resource without its dash', `${text}\nResources:\nhttps://a.example`],
    ['more than the longest text', text.replace('Sign', 'S'.repeat(SIWE_MAX_LENGTH))],
  ])('parseSiwe rejects %s', (_, wrong) => {
    expect(wrong).not.toBe(text);
    expect(parseSiwe(text)).toEqual(MESSAGE);
    expect(parseSiwe(wrong)).toBeUndefined();
  });
});

describe('rfc3339Millis parses a time', () => {
  test.each([
    ['2026-01-01T00:00:00Z', 0],
    ['2026-01-01T00:00:00.5Z', 500],
    ['2026-01-01T02:00:00+02:00', 0],
    ['2025-12-31T19:00:00-05:00', 0],
  ])('rfc3339Millis reads %s', (text, offset) => {
    expect(rfc3339Millis(text)).toBe(Date.UTC(2026, 0, 1) + offset);
  });

  test.each([
    '2026-01-01',
    '2026-01-01 00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-00-01T00:00:00Z',
    'Thu Jan 1 2026',
  ])('rfc3339Millis rejects %s', (text) => {
    expect(rfc3339Millis(text)).toBeUndefined();
  });
});
