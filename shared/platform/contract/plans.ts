export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export interface PlanLimits {
  /** Rate limit in requests per minute. The bucket is refilled continuously. */
  readonly requestsPerMinute: number;
  /** Requests that may arrive at once when the bucket is full. */
  readonly burst: number;
  /** API keys per account, including expired ones. */
  readonly maxApiKeys: number;
  /** Active sessions per account. A further sign-in ends the oldest session. */
  readonly maxSessions: number;
  /** Wallet connections per account, without removed ones. */
  readonly maxWalletConnections: number;
  /** Sub-accounts per account. One list must be able to read all of them. */
  readonly maxSubAccounts: number;
  /** Webhook endpoints per account. */
  readonly maxWebhooks: number;
  /** Alerts per account. */
  readonly maxAlerts: number;
}

/** Limits by plan. The enterprise limits apply until an operator sets custom ones. */
export const PLAN_LIMITS: Readonly<Record<Plan, PlanLimits>> = {
  free: {
    requestsPerMinute: 60,
    burst: 100,
    maxApiKeys: 5,
    maxSessions: 20,
    maxWalletConnections: 1_000,
    maxSubAccounts: 100,
    maxWebhooks: 2,
    maxAlerts: 10,
  },
  pro: {
    requestsPerMinute: 300,
    burst: 500,
    maxApiKeys: 25,
    maxSessions: 30,
    maxWalletConnections: 10_000,
    maxSubAccounts: 1_000,
    maxWebhooks: 10,
    maxAlerts: 100,
  },
  enterprise: {
    requestsPerMinute: 3_000,
    burst: 5_000,
    maxApiKeys: 100,
    maxSessions: 50,
    maxWalletConnections: 1_000_000,
    maxSubAccounts: 10_000,
    maxWebhooks: 50,
    maxAlerts: 1_000,
  },
};

export type RequestLimits = Pick<PlanLimits, 'requestsPerMinute' | 'burst'>;

/** Limits of anonymous callers, per IP address. They are the same for all plans. */
export const PUBLIC_LIMITS: RequestLimits = { requestsPerMinute: 60, burst: 100 };

/**
 * Limits of sign-ins by contract wallets, per IP address, because each calls a node of the wallet's chain.
 */
export const CONTRACT_SIGN_IN_LIMITS: RequestLimits = { requestsPerMinute: 6, burst: 10 };

/**
 * Limits of new accounts per day, by network of the first sign-in and in total. Operators can change them.
 */
export interface NewAccountLimits {
  /** Per IPv4 /24 network. */
  readonly ipv4Network: number;
  /** Per IPv6 /64 network. */
  readonly ipv6Network: number;
  /** Per IPv6 /48 network. */
  readonly ipv6Site: number;
  /** For the whole service. */
  readonly total: number;
}

/** Defaults, unless the stage file sets other values. */
export const NEW_ACCOUNT_LIMITS: NewAccountLimits = {
  ipv4Network: 20,
  ipv6Network: 10,
  ipv6Site: 20,
  total: 2_000,
};

/**
 * Webhook tests and manual retries of one account that may run at once, unless the stage file sets another
 * value.
 */
export const WEBHOOK_TESTS_AT_ONCE = 3;

/**
 * Highest custom limits of a customer. An account is one item of the table, and DynamoDB allows 1,000 writes
 * per second to one item: 60,000 requests per minute.
 */
export const CUSTOM_LIMITS_MAX = { requestsPerMinute: 60_000, burst: 10_000 } as const;
