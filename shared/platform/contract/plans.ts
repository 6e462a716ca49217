export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export interface PlanLimits {
  /** Sustained rate: requests per minute, refilled continuously. */
  readonly requestsPerMinute: number;
  /** Requests that may arrive at once when the bucket is full. */
  readonly burst: number;
  /** API keys per account, expired ones included. */
  readonly maxApiKeys: number;
  /** Active sessions per account. A further sign-in ends the oldest. */
  readonly maxSessions: number;
  /** Wallet connections per account, removed ones not counted. */
  readonly maxWalletConnections: number;
  /** Sub-accounts per account. One list must be able to read all of them. */
  readonly maxSubAccounts: number;
  /** Webhook endpoints per account. */
  readonly maxWebhooks: number;
  /** Alerts per account. */
  readonly maxAlerts: number;
}

/** Limits by plan. Enterprise limits are custom: this row applies until an operator sets others. */
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

/** Limits of anonymous callers, per IP address. They do not change with any plan. */
export const PUBLIC_LIMITS: RequestLimits = { requestsPerMinute: 60, burst: 100 };

/** Limits of contract wallet sign-ins, per IP address. Each sign-in calls a node of the wallet's chain. */
export const CONTRACT_SIGN_IN_LIMITS: RequestLimits = { requestsPerMinute: 6, burst: 10 };

/** New accounts per day by the network of the first sign-in, and in total. Operators can change them. */
export interface NewAccountLimits {
  /** Per IPv4 /24. */
  readonly ipv4Network: number;
  /** Per IPv6 /64. */
  readonly ipv6Network: number;
  /** Per IPv6 /48. */
  readonly ipv6Site: number;
  /** Of the service. */
  readonly total: number;
}

/** What applies unless a stage says otherwise. */
export const NEW_ACCOUNT_LIMITS: NewAccountLimits = {
  ipv4Network: 20,
  ipv6Network: 10,
  ipv6Site: 20,
  total: 2_000,
};

/** Webhook tests and manual retries of one account that may run at a time, unless a stage says otherwise. */
export const WEBHOOK_TESTS_AT_ONCE = 3;

/**
 * The most that a customer's own limits may be. An account is one item of the table, and DynamoDB carries 1,000
 * writes a second of one item: that is 60,000 requests per minute.
 */
export const CUSTOM_LIMITS_MAX = { requestsPerMinute: 60_000, burst: 10_000 } as const;
