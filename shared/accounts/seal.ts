import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Seal } from '../platform/idempotency/idempotency.ts';

const CIPHER_ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const IV_BYTES = 12;
const AUTH_TAG_BYTES = 16;
const KEY_DERIVATION_PURPOSE = 'sealed answer';

/**
 * Derives an encryption key from a credential with HKDF-SHA256 (RFC 5869). A slow hash is not needed, because
 * a credential has 178 random bits.
 */
function deriveKey(credential: string, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', credential, salt, KEY_DERIVATION_PURPOSE, KEY_BYTES));
}

/**
 * Creates functions that encrypt and decrypt a response with a credential. Only a caller with the same credential
 * can decrypt it, because the service stores only the credential's hash.
 * `open` throws an error if the credential is another one or the text was changed.
 */
export function createSealFor(credential: string): Seal {
  return {
    seal(text) {
      const salt = randomBytes(SALT_BYTES);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER_ALGORITHM, deriveKey(credential, salt), iv);
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([salt, iv, cipher.getAuthTag(), ciphertext]).toString('base64url');
    },
    open(sealedText) {
      const bytes = Buffer.from(sealedText, 'base64url');
      const ivStart = SALT_BYTES;
      const authTagStart = ivStart + IV_BYTES;
      const ciphertextStart = authTagStart + AUTH_TAG_BYTES;
      const key = deriveKey(credential, bytes.subarray(0, ivStart));
      const decipher = createDecipheriv(CIPHER_ALGORITHM, key, bytes.subarray(ivStart, authTagStart), {
        authTagLength: AUTH_TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(authTagStart, ciphertextStart));
      return Buffer.concat([decipher.update(bytes.subarray(ciphertextStart)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}
