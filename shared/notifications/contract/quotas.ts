/** Kinds of stored items whose number is limited by the plan. */
export const QUOTA_KINDS = [
  'api_keys',
  'sessions',
  'wallet_connections',
  'sub_accounts',
  'alerts',
  'webhooks',
] as const;
export type QuotaKind = (typeof QUOTA_KINDS)[number];
