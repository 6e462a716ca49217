export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export interface PlanLimits {
  /** Maximum number of requests per minute. The token bucket is refilled continuously at this rate. */
  readonly requestsPerMinute: number;
  /** Number of requests that may arrive at the same time if the bucket is full. */
  readonly burst: number;
  /** Maximum number of API keys per account. Expired keys count too. */
  readonly maxApiKeys: number;
  /**
   * Maximum number of active sessions per account. If a user signs in when this number is reached, the oldest
   * session ends.
   */
  readonly maxSessions: number;
  /** Maximum number of wallet connections per account. Removed connections do not count. */
  readonly maxWalletConnections: number;
  /** Maximum number of sub-accounts per account. It is low enough that one list request can read all of them. */
  readonly maxSubAccounts: number;
  readonly maxWebhooks: number;
  readonly maxAlerts: number;
}

/** Limits by plan. For the Enterprise plan, they apply until an operator sets custom limits. */
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

/** Rate limit of anonymous callers, per IP address. It does not depend on a plan. */
export const ANONYMOUS_REQUEST_LIMITS: RequestLimits = { requestsPerMinute: 60, burst: 100 };

/**
 * Rate limit of sign-ins by contract wallets, per IP address. It is low because each of these sign-ins calls
 * a chain node.
 */
export const CONTRACT_SIGN_IN_LIMITS: RequestLimits = { requestsPerMinute: 6, burst: 10 };

/**
 * Maximum numbers of new accounts per day, for the network of the first sign-in and for the whole service.
 * Operators can change these numbers.
 */
export interface NewAccountLimits {
  /** Maximum number per IPv4 /24 network. */
  readonly ipv4Network: number;
  /** Maximum number per IPv6 /64 network. */
  readonly ipv6Network: number;
  /** Maximum number per IPv6 /48 network. */
  readonly ipv6Site: number;
  /** Maximum number of new accounts per day in the whole service. */
  readonly total: number;
}

/** Default limits of new accounts per day. A stage file can set other values. */
export const NEW_ACCOUNT_LIMITS: NewAccountLimits = {
  ipv4Network: 20,
  ipv6Network: 10,
  ipv6Site: 20,
  total: 2_000,
};

/**
 * Number of webhook tests and manual retries of one account that may run at the same time. A stage file can
 * set another value.
 */
export const WEBHOOK_TESTS_AT_ONCE = 3;

/**
 * Highest limits that an operator can set for one customer. Every request changes the account's token bucket,
 * which is one item of the table. DynamoDB allows 1,000 writes per second to one item, which is 60,000
 * requests per minute.
 */
export const CUSTOM_LIMITS_MAX = { requestsPerMinute: 60_000, burst: 10_000 } as const;
