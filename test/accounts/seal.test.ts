import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSealFor } from '../../shared/accounts/seal.ts';

describe('answers that are stored encrypted for one credential', () => {
  test('a sealed answer is decrypted with the credential for which it was sealed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string({ unit: 'grapheme' }), async (credential, text) => {
        const sealed = await createSealFor(credential).seal(text);
        expect(await createSealFor(credential).open(sealed)).toBe(text);
      }),
    );
  });

  test('a sealed answer is not decrypted with another credential', async () => {
    const sealed = await createSealFor('yk_test_a').seal('secret');
    expect(() => createSealFor('yk_test_b').open(sealed)).toThrow();
  });

  test('a sealed answer that was changed after sealing cannot be decrypted', async () => {
    const seal = createSealFor('yk_test_a');
    const sealed = Buffer.from(await seal.seal('secret'), 'base64url');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => seal.open(changed.toString('base64url'))).toThrow();
      expect(() => seal.open(sealed.subarray(0, at).toString('base64url'))).toThrow();
    }
  });

  test('a sealed answer never contains the text that was sealed', async () => {
    const seal = createSealFor('yk_test_a');
    const [one, other] = [await seal.seal('secret'), await seal.seal('secret')];
    expect(one).not.toBe(other);
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('secret');
  });
});
