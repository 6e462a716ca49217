import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sealFor } from '../../shared/accounts/seal.ts';

describe('a sealed answer', () => {
  test('is opened by the credential that it was sealed for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string({ unit: 'grapheme' }), async (credential, text) => {
        const sealed = await sealFor(credential).seal(text);
        expect(await sealFor(credential).open(sealed)).toBe(text);
      }),
    );
  });

  test('is opened by no other credential', async () => {
    const sealed = await sealFor('yk_test_a').seal('secret');
    expect(() => sealFor('yk_test_b').open(sealed)).toThrow();
  });

  test('is opened in no changed form', async () => {
    const seal = sealFor('yk_test_a');
    const sealed = Buffer.from(await seal.seal('secret'), 'base64url');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => seal.open(changed.toString('base64url'))).toThrow();
      expect(() => seal.open(sealed.subarray(0, at).toString('base64url'))).toThrow();
    }
  });

  test('shows neither the text nor that two texts are the same', async () => {
    const seal = sealFor('yk_test_a');
    const [one, other] = [await seal.seal('secret'), await seal.seal('secret')];
    expect(one).not.toBe(other);
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('secret');
  });
});
