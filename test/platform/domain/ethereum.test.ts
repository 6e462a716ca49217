import * as fc from 'fast-check';
import { privateKeyToAccount } from 'viem/accounts';
import { recoverMessageAddress } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import { recoverSigner, toChecksummedIfValid } from '../../../shared/platform/domain/ethereum.ts';

// The first account of every development chain. It never held anything of value.
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');

describe('toChecksummedIfValid', () => {
  // Test vectors from EIP-55.
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('toChecksummedIfValid returns %s for the same address in every letter case', (address) => {
    const digits = address.slice(2);
    for (const form of [address, address.toLowerCase(), `0x${digits.toUpperCase()}`]) {
      expect(toChecksummedIfValid(form)).toBe(address);
    }
  });

  test.each([
    '',
    '0x',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    `0x${'g'.repeat(40)}`,
  ])('toChecksummedIfValid returns undefined for the invalid address "%s"', (text) => {
    expect(toChecksummedIfValid(text)).toBeUndefined();
  });
});

describe('recoverSigner finds the account that signed a message', () => {
  test('recoverSigner returns the account that signed the message', async () => {
    const signature = await account.signMessage({ message: 'hello' });
    expect(recoverSigner('hello', signature)).toBe(account.address);
    expect(recoverSigner('hello!', signature)).not.toBe(account.address);
  });

  test('recoverSigner returns the same account as viem for any signature', async () => {
    const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 });
    const lasts = fc.constantFrom(0, 1, 2, 26, 27, 28, 29);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), bytes, lasts, async (message, both, last) => {
        const signature = `0x${Buffer.concat([both, Buffer.of(last)]).toString('hex')}` as const;
        const named = recoverMessageAddress({ message, signature });
        expect(recoverSigner(message, signature)).toBe(await named.catch(() => undefined));
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    '',
    '0x',
    `0x${'0'.repeat(130)}`,
    `0x${'f'.repeat(130)}`,
    `0x${'1'.repeat(128)}`,
    'x'.repeat(132),
  ])('recoverSigner returns undefined for %s', (signature) => {
    expect(recoverSigner('hello', signature)).toBeUndefined();
  });

  test('recoverSigner does not return the account for random signatures', async () => {
    fc.assert(
      fc.property(fc.string(), fc.stringMatching(/^0x[0-9a-f]{130}$/), (message, signature) => {
        expect(recoverSigner(message, signature)).not.toBe(account.address);
      }),
      { numRuns: 50 },
    );
  });
});
