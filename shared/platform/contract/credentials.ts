/**
 * Prefixes of credentials, by kind. An API key is, for example, `yk_live_`, then 30 random base-62 digits (178 bits),
 * then a checksum of 6 digits (CRC-32). The checksum lets the service reject a typing error without a database read.
 */
export const CREDENTIAL_PREFIXES = { api_key: 'yk', session: 'ys' } as const;

/** Format of every credential. The pattern does not check the checksum. */
export const CREDENTIAL_PATTERN = /^(y[ks])_(live|test)_[0-9A-Za-z]{36}$/;

export const CREDENTIAL_ENVIRONMENTS = ['live', 'test'] as const;

/** Prefix of the secret that signs webhook requests. The Standard Webhooks specification defines it. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';
