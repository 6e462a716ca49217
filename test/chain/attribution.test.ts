import { describe, expect, test } from 'vitest';
import {
  appendAttribution,
  createAttributionCode,
  findAttributionCodes,
} from '../../shared/chain/attribution.ts';

const CALL_DATA = '0x6e553f65';

describe('appendAttribution appends an attribution code to call data', () => {
  // Test vectors from the documentation of ox/erc8021 0.14.45 (Attribution.fromData, Attribution.toDataSuffix).
  test.each([
    ['baseapp', '0xdddddddd62617365617070070080218021802180218021802180218021'],
    ['baseapp,morpho', '0xdddddddd626173656170702c6d6f7270686f0e0080218021802180218021802180218021'],
  ])(
    'for the code %s, appendAttribution appends the bytes that the library ox documents for ERC-8021',
    (codes, expected) => {
      expect(appendAttribution('0xdddddddd', codes)).toBe(expected);
    },
  );

  test('appendAttribution appends the bytes of a code that this service created', () => {
    expect(appendAttribution('0x', 'yldabcdefghijklmnopqrst')).toBe(
      '0x796c646162636465666768696a6b6c6d6e6f7071727374170080218021802180218021802180218021',
    );
  });
});

describe('findAttributionCodes finds the attribution codes in call data', () => {
  test('findAttributionCodes finds the code of this service when the wallet appended another code after it', () => {
    const code = createAttributionCode();
    const wrapped = appendAttribution(appendAttribution(CALL_DATA, code), 'wallet');
    expect(findAttributionCodes(wrapped)).toEqual([code]);
  });

  test('if call data combines two calls, findAttributionCodes returns their codes in order', () => {
    const [first, second] = [createAttributionCode(), createAttributionCode()];
    const batch = `0x${appendAttribution(CALL_DATA, first).slice(2)}${'00'.repeat(13)}${appendAttribution(CALL_DATA, second).slice(2)}`;
    expect(findAttributionCodes(`0x${batch.slice(2)}`)).toEqual([first, second]);
  });

  test('findAttributionCodes finds a code after bytes that look like the start of another code', () => {
    const code = createAttributionCode();
    const falsePrefix = Buffer.from('yldaaaaaaa').toString('hex');
    expect(findAttributionCodes(`0x${falsePrefix}${appendAttribution('0x', code).slice(2)}`)).toContain(code);
  });

  test('findAttributionCodes finds no code if the input has none or if the code is shifted by half a byte', () => {
    const shifted = Buffer.from(createAttributionCode()).toString('hex');
    expect(findAttributionCodes(CALL_DATA)).toEqual([]);
    expect(findAttributionCodes(`0x0${shifted}0`)).toEqual([]);
  });
});

describe('newAttributionCode creates an attribution code', () => {
  test('newAttributionCode returns 23 lower-case letters and digits that differ each time', () => {
    const codes = Array.from({ length: 500 }, createAttributionCode);
    expect(new Set(codes).size).toBe(500);
    for (const code of codes) expect(code).toMatch(/^yld[a-z0-9]{20}$/);
  });
});
