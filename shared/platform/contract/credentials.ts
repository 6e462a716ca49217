/**
 * The text of a credential, after GitHub's token format: `yk_live_` + 30 random base-62 digits (178 bits) + 6 digits of
 * a CRC-32 over all that precedes. A typo or a guess is rejected without a read, and a secret scanner can distinguish a
 * real credential from a look-alike.
 */
export const CREDENTIAL_PREFIXES = { api_key: 'yk', session: 'ys' } as const;

/** For secret scanners and firewalls: the shape of every credential, to be confirmed by its checksum. */
export const CREDENTIAL_PATTERN = /^(y[ks])_(live|test)_[0-9A-Za-z]{36}$/;

/** Where a credential is valid, as its text says. */
export const CREDENTIAL_ENVIRONMENTS = ['live', 'test'] as const;

/** What the secret begins with that a webhook endpoint checks signatures by, after the Standard Webhooks specification. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';
