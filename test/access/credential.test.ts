import { createCipheriv, createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildCredentialText,
  CREDENTIAL_RANDOM_BYTES,
  credentialHintOf,
  hashCredential,
  parseCredential,
  RANDOM_DIGITS,
} from '../../shared/access/domain/credential.ts';
import { CREDENTIAL_ENVIRONMENTS, CREDENTIAL_PATTERN } from '../../shared/platform/contract/credentials.ts';
import { anyCharacter } from '../support/characters.ts';

const bytes = fc.uint8Array({ minLength: CREDENTIAL_RANDOM_BYTES, maxLength: CREDENTIAL_RANDOM_BYTES });
const kind = fc.constantFrom('api_key', 'session');
const environment = fc.constantFrom(...CREDENTIAL_ENVIRONMENTS);
/** Returns deterministic bytes that look random. */
const keystream = createCipheriv('aes-256-ctr', Buffer.alloc(32, 7), Buffer.alloc(16));
const randomBytes = (count: number) => keystream.update(Buffer.alloc(count));
const sample = () => buildCredentialText('api_key', 'live', randomBytes(CREDENTIAL_RANDOM_BYTES));

describe('the text format of credentials', () => {
  test('parsing an issued credential returns its kind, its environment and its hash', () => {
    fc.assert(
      fc.property(kind, environment, bytes, (k, e, random) => {
        const text = buildCredentialText(k, e, random);
        expect(text).toMatch(CREDENTIAL_PATTERN);
        expect(parseCredential(text)).toEqual({ kind: k, environment: e, hash: hashCredential(text) });
      }),
    );
  });

  test('the same random bytes always give a credential with the same text', () => {
    expect(
      buildCredentialText('api_key', 'live', new Uint8Array(CREDENTIAL_RANDOM_BYTES).fill(1)),
    ).toMatchInlineSnapshot(`"yk_live_J2vGxsaboW7rZYnQRBP5d9erwRwd293JdAzH"`);
    expect(
      buildCredentialText('session', 'test', new Uint8Array(CREDENTIAL_RANDOM_BYTES).fill(255)),
    ).toMatchInlineSnapshot(`"ys_test_L1YmHWZWm8LLG7HjnuCA2j5rOw8Xp14KgQnj"`);
  });

  test('the random part of a credential has at least 160 bits', () => {
    expect(RANDOM_DIGITS * Math.log2(62)).toBeGreaterThanOrEqual(160);
    expect(() => buildCredentialText('api_key', 'live', new Uint8Array(20))).toThrow(RangeError);
  });

  test('a credential is stored as a SHA-256 hash and a hint with 4 of its 30 random digits', () => {
    const text = sample();
    expect(hashCredential(text)).toBe(createHash('sha256').update(text).digest('base64url'));
    expect(credentialHintOf(text)).toBe(text.slice(0, 12));
  });
});

describe('parsing an invalid credential', () => {
  test('a credential with one changed character is rejected', () => {
    fc.assert(
      fc.property(bytes, fc.nat(43), fc.string({ minLength: 1, maxLength: 1 }), (random, at, char) => {
        const text = buildCredentialText('api_key', 'test', random);
        fc.pre(text[at] !== char);
        expect(parseCredential(text.slice(0, at) + char + text.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test('a credential with two swapped characters, a missing or repeated character, or a changed letter case is rejected', () => {
    fc.assert(
      fc.property(bytes, fc.nat(42), (random, at) => {
        const text = buildCredentialText('session', 'live', random);
        const [a, b] = [text.charAt(at), text.charAt(at + 1)];
        const wrong = [
          text.slice(0, at) + b + a + text.slice(at + 2),
          text.slice(0, at) + text.slice(at + 1),
          text.slice(0, at) + a + text.slice(at),
          text.toUpperCase(),
          text.toLowerCase(),
          ` ${text}`,
          `${text}\n`,
        ];
        for (const other of wrong.filter((candidate) => candidate !== text)) {
          expect(parseCredential(other)).toBeUndefined();
        }
      }),
    );
  });

  test('a random text is not accepted as a credential', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 100 }),
      fc.stringMatching(CREDENTIAL_PATTERN),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        // The generators do not compute checksums. A random checksum is valid with a probability of 1 in 62^6.
        expect(parseCredential(candidate)).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });

  test('none of a million mutated credentials is accepted', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const random = randomBytes(4_000_000);
    const issued = Array.from({ length: 64 }, sample);
    let admitted = 0;
    for (let round = 0; round < 1_000_000; round++) {
      const [which, at, digit, again] = random.subarray(round * 4, round * 4 + 4);
      const text = issued[(which ?? 0) % issued.length] ?? '';
      const first = (at ?? 0) % text.length;
      const second = ((at ?? 0) + 1 + ((again ?? 0) % (text.length - 1))) % text.length;
      let mutated = replaceAt(text, first, alphabet.charAt((digit ?? 0) % 62));
      mutated = replaceAt(mutated, second, alphabet.charAt((again ?? 0) % 62));
      if (mutated !== text && parseCredential(mutated) !== undefined) admitted += 1;
    }
    // CRC-32 detects every burst error of up to 32 bits. It misses any other error with a probability of 2^-32.
    expect(admitted).toBe(0);
  });
});

function replaceAt(text: string, at: number, char: string): string {
  return text.slice(0, at) + char + text.slice(at + 1);
}
