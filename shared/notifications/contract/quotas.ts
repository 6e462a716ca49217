/** What a plan has room for only so much of. */
export const QUOTA_KINDS = [
  'api_keys',
  'sessions',
  'wallet_connections',
  'sub_accounts',
  'alerts',
  'webhooks',
] as const;
export type QuotaKind = (typeof QUOTA_KINDS)[number];
