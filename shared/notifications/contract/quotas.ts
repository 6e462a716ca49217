/** Kinds of stored things whose number a plan limits. */
export const QUOTA_KINDS = [
  'api_keys',
  'sessions',
  'wallet_connections',
  'sub_accounts',
  'alerts',
  'webhooks',
] as const;
export type QuotaKind = (typeof QUOTA_KINDS)[number];
