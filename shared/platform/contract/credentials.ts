/**
 * Prefixes of credentials, by kind.
 * The format of credentials follows GitHub's tokens: `yk_live_`, then 30 random base-62 digits (178 bits),
 * then 6 digits of a CRC-32 over all preceding characters. Because of this checksum, a typing error or a
 * guess is rejected without a read, and a secret scanner can recognize a real credential.
 */
export const CREDENTIAL_PREFIXES = { api_key: 'yk', session: 'ys' } as const;

/**
 * Format of every credential, for secret scanners and firewalls. They must also verify the checksum, which
 * this pattern does not check.
 */
export const CREDENTIAL_PATTERN = /^(y[ks])_(live|test)_[0-9A-Za-z]{36}$/;

/**
 * Environments of credentials, which are the same as the kinds of stages. The environment is part of a
 * credential's text.
 */
export const CREDENTIAL_ENVIRONMENTS = ['live', 'test'] as const;

/** Prefix of the secret that signs webhook requests. The Standard Webhooks specification defines it. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';
