/**
 * Prefixes of credentials, by kind.
 * The format follows GitHub's tokens: `yk_live_`, 30 random base-62 digits (178 bits), and 6 digits of a
 * CRC-32 over everything before. A typo or a guess is therefore rejected without a read, and a secret scanner
 * can recognize a real credential.
 */
export const CREDENTIAL_PREFIXES = { api_key: 'yk', session: 'ys' } as const;

/**
 * The format of every credential, for secret scanners and firewalls. The checksum must be verified in
 * addition.
 */
export const CREDENTIAL_PATTERN = /^(y[ks])_(live|test)_[0-9A-Za-z]{36}$/;

/** The environment of a credential, as part of its text. */
export const CREDENTIAL_ENVIRONMENTS = ['live', 'test'] as const;

/** Prefix of the secret that signs webhook requests, as in the Standard Webhooks specification. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';
