export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export interface PlanLimits {
  /** Sustained rate: requests per minute, refilled continuously. */
  readonly requestsPerMinute: number;
  /** Requests that may arrive at once when nothing is outstanding. */
  readonly burst: number;
  /** API keys that a user of the plan may hold at one time. */
  readonly maxApiKeys: number;
  /** Sessions that may live at one time; a further login ends the oldest. */
  readonly maxSessions: number;
  /** Wallet connections of an account that have not been removed. */
  readonly maxWalletConnections: number;
  /** Users of an account that have books of their own: no more than one list can go through. */
  readonly maxSubAccounts: number;
  /** Webhook endpoints of an account. */
  readonly maxWebhooks: number;
  /** Alerts that an account may have. */
  readonly maxAlerts: number;
}

/** Limits by plan. Enterprise is custom per customer: the row is where a customer starts until limits are set. */
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

/** Endpoints without a credential are limited per address, as a free credential would be. */
export const PUBLIC_LIMITS: Pick<PlanLimits, 'requestsPerMinute' | 'burst'> = PLAN_LIMITS.free;

/** The same for sign-ins with wallets that are contracts, each of which calls a node of its chain. */
export const CONTRACT_SIGN_IN_LIMITS: Pick<PlanLimits, 'requestsPerMinute' | 'burst'> = {
  requestsPerMinute: 6,
  burst: 10,
};

/**
 * The most that a customer's own limits may be. An account is one item of the table, and DynamoDB carries 1,000
 * writes a second of one item: that is 60,000 requests per minute.
 */
export const CUSTOM_LIMITS_MAX = { requestsPerMinute: 60_000, burst: 10_000 } as const;
