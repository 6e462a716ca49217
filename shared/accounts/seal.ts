import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Seal } from '../platform/idempotency/idempotency.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = 'sealed answer';

/** HKDF-SHA256 (RFC 5869) suffices: a credential carries 178 random bits. */
function keyOf(credential: string, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', credential, salt, PURPOSE, KEY_BYTES));
}

/**
 * Encrypts an answer so that only the same credential can open it, because only the credential's hash is stored: salt,
 * nonce, tag and AES-256-GCM text in base64url. Opening throws for any other credential and for any changed text.
 */
export function sealFor(credential: string): Seal {
  return {
    seal(text) {
      const salt = randomBytes(SALT_BYTES);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, keyOf(credential, salt), iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([salt, iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const ivAt = SALT_BYTES;
      const tagAt = ivAt + IV_BYTES;
      const textAt = tagAt + TAG_BYTES;
      const key = keyOf(credential, bytes.subarray(0, ivAt));
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(ivAt, tagAt), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(tagAt, textAt));
      return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString('utf8');
    },
  };
}
