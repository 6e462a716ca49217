// Made of the OpenAPI document by `npm run generate`: change the contract, not this file.

import type { Collection, Operation } from '../operation.ts';

export interface Error {
  success: false;
  error: {
    code: string;
    message: string;
    details?: Readonly<Record<string, unknown>>;
  };
}

export interface AccountsChallengeInput {
  /** The wallet that will sign: its Ethereum address. */
  wallet_address: string;
  /** EIP-155 chain id, one of those that the deployment supports. */
  chain_id?: number;
}

export interface AccountsChallengeData {
  /** To be signed as it stands (personal_sign). */
  message: string;
  nonce: string;
  /** ISO 8601, UTC. */
  issued_at: string;
  /** ISO 8601, UTC. */
  expires_at: string;
}

export type AccountsChallengeMeta = Record<never, never>;

export interface AccountsLoginInput {
  /** The message that the wallet signed, as it stands. */
  message: string;
  /** The wallet's signature of the message (personal_sign). */
  signature: string;
}

export interface AccountsLoginData {
  /** Send it in X-API-KEY. Shown this once. */
  token: string;
  /** ISO 8601, UTC. */
  expires_at: string;
  user: {
    id: string;
    /** The wallet that the user signs in with; null for users whom an operator made. */
    wallet_address: string | null;
    name: string | null;
    role: 'user' | 'admin';
    plan: {
      name: 'free' | 'pro' | 'enterprise';
      requests_per_minute: number;
      /** Requests that may arrive at once. */
      burst: number;
      max_api_keys: number;
      max_sessions: number;
      max_wallet_connections: number;
    };
    /** ISO 8601, UTC. */
    created_at: string;
  };
}

export type AccountsLoginMeta = Record<never, never>;

export type AccountsLogoutInput = Record<never, never>;

export interface AccountsLogoutData {
  sessions_ended: number;
}

export type AccountsLogoutMeta = Record<never, never>;

export interface AccountsListSessionsInput {
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface AccountsListSessionsItem {
  id: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  expires_at: string;
  /** Beginning of the hour of its last request; null for a session that was never used. */
  last_used_at: string | null;
  /** The address that it began from. */
  source_ip: string | null;
  /** Whether it is the session that asks. */
  current: boolean;
}

export interface AccountsListSessionsMeta {
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export type AccountsRevokeOtherSessionsInput = Record<never, never>;

export interface AccountsRevokeOtherSessionsData {
  sessions_ended: number;
}

export type AccountsRevokeOtherSessionsMeta = Record<never, never>;

export interface AccountsRevokeSessionInput {
  /** Id of the session. */
  id: string;
}

export interface AccountsRevokeSessionData {
  id: string;
  status: 'ended';
}

export type AccountsRevokeSessionMeta = Record<never, never>;

export type AccountsProfileInput = Record<never, never>;

export interface AccountsProfileData {
  id: string;
  /** The wallet that the user signs in with; null for users whom an operator made. */
  wallet_address: string | null;
  name: string | null;
  role: 'user' | 'admin';
  plan: {
    name: 'free' | 'pro' | 'enterprise';
    requests_per_minute: number;
    /** Requests that may arrive at once. */
    burst: number;
    max_api_keys: number;
    max_sessions: number;
    max_wallet_connections: number;
  };
  /** ISO 8601, UTC. */
  created_at: string;
  counts: {
    /** Keys that count towards the plan's number. */
    api_keys: number;
    sessions: number;
    active_investments: number;
    active_wallet_connections: number;
  };
  credential: {
    id: string;
    kind: 'api_key' | 'session';
    scopes: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  };
}

export type AccountsProfileMeta = Record<never, never>;

export type AccountsLimitsInput = Record<never, never>;

export interface AccountsLimitsData {
  plan: 'free' | 'pro' | 'enterprise';
  account: {
    requests_per_minute: number;
    burst: number;
    /** What X-RateLimit-Remaining says. */
    remaining: number;
    /** Requests that would be admitted at once, what the burst allows beyond included. */
    available: number;
    /** From then on all of it is there. */
    full_at: string;
  };
  /** null for a credential without a limit of its own. */
  credential: {
    requests_per_minute: number;
    burst: number;
    /** What X-RateLimit-Remaining says. */
    remaining: number;
    /** Requests that would be admitted at once, what the burst allows beyond included. */
    available: number;
    /** From then on all of it is there. */
    full_at: string;
  } | null;
  quotas: {
    /** Expired ones count until they are deleted. */
    api_keys: {
      used: number;
      max: number;
    };
    /** A further login ends the oldest. */
    sessions: {
      used: number;
      max: number;
    };
    /** Those that have not been removed. */
    wallet_connections: {
      used: number;
      max: number;
    };
  };
}

export type AccountsLimitsMeta = Record<never, never>;

export type AccountsUsageInput = Record<never, never>;

export interface AccountsUsageData {
  /** The last 48 hours, the present one included. */
  hours: {
    /** ISO 8601, UTC. */
    from: string;
    admitted: number;
    /** Refused by the rate limit. */
    refused: number;
  }[];
  /** The last 90 days (UTC), today included. */
  days: {
    date: string;
    admitted: number;
    /** Refused by the rate limit. */
    refused: number;
  }[];
}

export type AccountsUsageMeta = Record<never, never>;

export interface AccountsListEventsInput {
  /** Keep only events of this type. */
  type?: 'session.created' | 'session.ended' | 'sign_in.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'user.created' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'user.exported' | 'user.erased' | 'wallet_connection.decided' | 'operator.command';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface AccountsListEventsItem {
  id: string;
  type: 'session.created' | 'session.ended' | 'sign_in.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'user.created' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'user.exported' | 'user.erased' | 'wallet_connection.decided' | 'operator.command';
  /** ISO 8601, UTC. */
  at: string;
  /** Whose account it is about; null for what is about none. */
  user_id: string | null;
  actor: {
    /** operator: of this service. anonymous: somebody who did not get in. */
    kind: 'api_key' | 'session' | 'operator' | 'anonymous';
    /** The credential. */
    id: string | null;
    user_id: string | null;
  };
  source_ip: string | null;
  request_id: string | null;
  /** Id of what was made, changed or ended. */
  subject: string | null;
  details: Readonly<Record<string, string | number | null>>;
}

export interface AccountsListEventsMeta {
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface AccountsListApiKeysInput {
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface AccountsListApiKeysItem {
  id: string;
  name: string;
  /** The first characters of the key, to tell it from others. */
  hint: string;
  scopes: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  /** A replaced key was rotated and works until expires_at. */
  status: 'active' | 'replaced' | 'expired';
  /** ISO 8601, UTC. */
  created_at: string;
  /** null for a key that never expires. */
  expires_at: string | null;
  /** null for a key that was never used. */
  last_used_at: string | null;
  /** Requests admitted with this key so far. */
  requests_used: number;
  /** Id of the key that a rotation put in its place. */
  replaced_by: string | null;
  /** A limit of the key's own, below the account's; null for none. */
  limits: {
    requests_per_minute: number;
    burst: number;
  } | null;
  /** Addresses and ranges that the key may be used from; null for everywhere. */
  allowed_ips: string[] | null;
  /** Id of the key or session that made it, or operator; null where that was not recorded. */
  made_by: string | null;
}

export interface AccountsListApiKeysMeta {
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface AccountsCreateApiKeyInput {
  /** What you know the key by. */
  name: string;
  /** What the key may do; never more than the credential that makes it. */
  scopes: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  /** When the key ends, UTC; never when null or left out. */
  expires_at?: string | null;
  /** A limit of the key's own, at most the account's, which it draws from as well; none when null. A key gives no other more than it has itself, and passes its restrictions on. */
  limits?: {
    requests_per_minute: number;
    burst: number;
  } | null;
  /** IPv4 and IPv6 addresses and ranges that the key may be used from; everywhere when null. */
  allowed_ips?: string[] | null;
}

export interface AccountsCreateApiKeyData {
  id: string;
  name: string;
  /** The first characters of the key, to tell it from others. */
  hint: string;
  scopes: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  /** A replaced key was rotated and works until expires_at. */
  status: 'active' | 'replaced' | 'expired';
  /** ISO 8601, UTC. */
  created_at: string;
  /** null for a key that never expires. */
  expires_at: string | null;
  /** null for a key that was never used. */
  last_used_at: string | null;
  /** Requests admitted with this key so far. */
  requests_used: number;
  /** Id of the key that a rotation put in its place. */
  replaced_by: string | null;
  /** A limit of the key's own, below the account's; null for none. */
  limits: {
    requests_per_minute: number;
    burst: number;
  } | null;
  /** Addresses and ranges that the key may be used from; null for everywhere. */
  allowed_ips: string[] | null;
  /** Id of the key or session that made it, or operator; null where that was not recorded. */
  made_by: string | null;
  /** The key itself. It is shown this once and stored nowhere. */
  key: string;
}

export type AccountsCreateApiKeyMeta = Record<never, never>;

export interface AccountsGetApiKeyInput {
  /** Id of the API key. */
  id: string;
}

export interface AccountsGetApiKeyData {
  id: string;
  name: string;
  /** The first characters of the key, to tell it from others. */
  hint: string;
  scopes: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  /** A replaced key was rotated and works until expires_at. */
  status: 'active' | 'replaced' | 'expired';
  /** ISO 8601, UTC. */
  created_at: string;
  /** null for a key that never expires. */
  expires_at: string | null;
  /** null for a key that was never used. */
  last_used_at: string | null;
  /** Requests admitted with this key so far. */
  requests_used: number;
  /** Id of the key that a rotation put in its place. */
  replaced_by: string | null;
  /** A limit of the key's own, below the account's; null for none. */
  limits: {
    requests_per_minute: number;
    burst: number;
  } | null;
  /** Addresses and ranges that the key may be used from; null for everywhere. */
  allowed_ips: string[] | null;
  /** Id of the key or session that made it, or operator; null where that was not recorded. */
  made_by: string | null;
}

export type AccountsGetApiKeyMeta = Record<never, never>;

export interface AccountsUpdateApiKeyInput {
  /** Id of the API key. */
  id: string;
  /** What you know the key by. */
  name?: string;
  /** A limit of the key's own, at most the account's, which it draws from as well; none when null. A key gives no other more than it has itself, and passes its restrictions on. */
  limits?: {
    requests_per_minute: number;
    burst: number;
  } | null;
  /** IPv4 and IPv6 addresses and ranges that the key may be used from; everywhere when null. */
  allowed_ips?: string[] | null;
}

export interface AccountsUpdateApiKeyData {
  id: string;
  name: string;
  /** The first characters of the key, to tell it from others. */
  hint: string;
  scopes: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  /** A replaced key was rotated and works until expires_at. */
  status: 'active' | 'replaced' | 'expired';
  /** ISO 8601, UTC. */
  created_at: string;
  /** null for a key that never expires. */
  expires_at: string | null;
  /** null for a key that was never used. */
  last_used_at: string | null;
  /** Requests admitted with this key so far. */
  requests_used: number;
  /** Id of the key that a rotation put in its place. */
  replaced_by: string | null;
  /** A limit of the key's own, below the account's; null for none. */
  limits: {
    requests_per_minute: number;
    burst: number;
  } | null;
  /** Addresses and ranges that the key may be used from; null for everywhere. */
  allowed_ips: string[] | null;
  /** Id of the key or session that made it, or operator; null where that was not recorded. */
  made_by: string | null;
}

export type AccountsUpdateApiKeyMeta = Record<never, never>;

export interface AccountsRevokeApiKeyInput {
  /** Id of the API key. */
  id: string;
}

export interface AccountsRevokeApiKeyData {
  id: string;
  status: 'revoked';
}

export type AccountsRevokeApiKeyMeta = Record<never, never>;

export interface AccountsApiKeyUsageInput {
  /** Id of the API key. */
  id: string;
}

export interface AccountsApiKeyUsageData {
  /** The last 48 hours, the present one included. */
  hours: {
    /** ISO 8601, UTC. */
    from: string;
    admitted: number;
    /** Refused by the rate limit. */
    refused: number;
  }[];
  /** The last 90 days (UTC), today included. */
  days: {
    date: string;
    admitted: number;
    /** Refused by the rate limit. */
    refused: number;
  }[];
}

export type AccountsApiKeyUsageMeta = Record<never, never>;

export interface AccountsRotateApiKeyInput {
  /** Id of the API key. */
  id: string;
  /** How long the old key works on. */
  overlap_seconds?: number;
  /** The new key's expiry; the old key's own when left out. */
  expires_at?: string | null;
}

export interface AccountsRotateApiKeyData {
  id: string;
  name: string;
  /** The first characters of the key, to tell it from others. */
  hint: string;
  scopes: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  /** A replaced key was rotated and works until expires_at. */
  status: 'active' | 'replaced' | 'expired';
  /** ISO 8601, UTC. */
  created_at: string;
  /** null for a key that never expires. */
  expires_at: string | null;
  /** null for a key that was never used. */
  last_used_at: string | null;
  /** Requests admitted with this key so far. */
  requests_used: number;
  /** Id of the key that a rotation put in its place. */
  replaced_by: string | null;
  /** A limit of the key's own, below the account's; null for none. */
  limits: {
    requests_per_minute: number;
    burst: number;
  } | null;
  /** Addresses and ranges that the key may be used from; null for everywhere. */
  allowed_ips: string[] | null;
  /** Id of the key or session that made it, or operator; null where that was not recorded. */
  made_by: string | null;
  /** The key itself. It is shown this once and stored nowhere. */
  key: string;
  previous: {
    id: string;
    /** ISO 8601, UTC. */
    expires_at: string;
  };
}

export type AccountsRotateApiKeyMeta = Record<never, never>;

export interface StrategiesListInput {
  /** Keep only strategies on this chain or one of these, in any letter case. */
  chain?: string | string[];
  /** Keep only strategies whose asset is this symbol or one of these. */
  asset?: string | string[];
  /** Keep only strategies that hold this asset or one of these, alone or among others. */
  underlying?: string | string[];
  /** Keep only strategies of assets of this family alone: ETH with its staked and wrapped forms, for one. */
  family?: 'ETH' | 'BTC' | 'USD' | 'EUR' | 'SOL' | 'BNB' | 'AVAX' | 'POL';
  /** Keep only strategies of one asset, or of several. */
  exposure?: 'single' | 'multi';
  /** Keep only strategies of stablecoins, or of others. Those of which it is not known are in neither. */
  stablecoin?: boolean;
  /** Keep only strategies that are exposed to impermanent loss, or that are not. */
  il_risk?: boolean;
  /** Keep only strategies whose current APY percentage is at least this value. */
  min_apy?: number;
  /** Keep only strategies of this risk level. */
  risk_level?: 'low' | 'medium' | 'high';
  /** Keep only strategies of this protocol or one of these, in any letter case. */
  protocol?: string | string[];
  /** Keep only strategies of this kind, for example lending. */
  strategy_type?: string;
  /** Keep only strategies with at least this TVL in USD. */
  min_tvl?: number;
  /** Keep strategies whose name, asset, protocol or chain contains every word, in any order, letter case and with or without accents. */
  search?: string;
  /** The field to sort by. */
  sort?: 'tvl' | 'current_apy' | 'name' | 'created_at';
  /** Direction of the sort: desc by default, asc for sort=name. */
  order?: 'asc' | 'desc';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface StrategiesListItem {
  id: string;
  name: string;
  description: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
  asset: string;
  /** Name of the underlying protocol, lower case. */
  protocol: string;
  /** Kind of strategy, for example lending. */
  strategy_type: string;
  /** APY in percent: 5.0 means 5%. */
  current_apy: number;
  /** Mean APY in percent over each window. */
  historical_apy: {
    /** APY in percent: 5.0 means 5%. */
    '7d': number;
    /** APY in percent: 5.0 means 5%. */
    '30d': number;
    /** APY in percent: 5.0 means 5%. */
    '90d': number;
  };
  risk_level: 'low' | 'medium' | 'high';
  /** Total value locked in USD. */
  tvl: number;
  /** Minimum deposit in USD. */
  min_deposit: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
}

export interface StrategiesListMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface StrategiesExportInput {
  /** Keep only strategies on this chain or one of these, in any letter case. */
  chain?: string | string[];
  /** Keep only strategies whose asset is this symbol or one of these. */
  asset?: string | string[];
  /** Keep only strategies that hold this asset or one of these, alone or among others. */
  underlying?: string | string[];
  /** Keep only strategies of assets of this family alone: ETH with its staked and wrapped forms, for one. */
  family?: 'ETH' | 'BTC' | 'USD' | 'EUR' | 'SOL' | 'BNB' | 'AVAX' | 'POL';
  /** Keep only strategies of one asset, or of several. */
  exposure?: 'single' | 'multi';
  /** Keep only strategies of stablecoins, or of others. Those of which it is not known are in neither. */
  stablecoin?: boolean;
  /** Keep only strategies that are exposed to impermanent loss, or that are not. */
  il_risk?: boolean;
  /** Keep only strategies whose current APY percentage is at least this value. */
  min_apy?: number;
  /** Keep only strategies of this risk level. */
  risk_level?: 'low' | 'medium' | 'high';
  /** Keep only strategies of this protocol or one of these, in any letter case. */
  protocol?: string | string[];
  /** Keep only strategies of this kind, for example lending. */
  strategy_type?: string;
  /** Keep only strategies with at least this TVL in USD. */
  min_tvl?: number;
  /** Keep strategies whose name, asset, protocol or chain contains every word, in any order, letter case and with or without accents. */
  search?: string;
}

export interface StrategiesExportData {
  id: string;
  name: string;
  description: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
  asset: string;
  /** Name of the underlying protocol, lower case. */
  protocol: string;
  /** Kind of strategy, for example lending. */
  strategy_type: string;
  /** APY in percent: 5.0 means 5%. */
  current_apy: number;
  /** Mean APY in percent over each window. */
  historical_apy: {
    /** APY in percent: 5.0 means 5%. */
    '7d': number;
    /** APY in percent: 5.0 means 5%. */
    '30d': number;
    /** APY in percent: 5.0 means 5%. */
    '90d': number;
  };
  risk_level: 'low' | 'medium' | 'high';
  /** Total value locked in USD. */
  tvl: number;
  /** Minimum deposit in USD. */
  min_deposit: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
}[]

export interface StrategiesExportMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  /** Of the catalog: it changes with every ingestion. */
  version: string;
  total: number;
}

export interface StrategiesCompareInput {
  /** Ids of the strategies. */
  ids: string | string[];
}

export interface StrategiesCompareData {
  id: string;
  name: string;
  description: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
  asset: string;
  /** Name of the underlying protocol, lower case. */
  protocol: string;
  /** Kind of strategy, for example lending. */
  strategy_type: string;
  /** APY in percent: 5.0 means 5%. */
  current_apy: number;
  /** Mean APY in percent over each window. */
  historical_apy: {
    /** APY in percent: 5.0 means 5%. */
    '7d': number;
    /** APY in percent: 5.0 means 5%. */
    '30d': number;
    /** APY in percent: 5.0 means 5%. */
    '90d': number;
  };
  risk_level: 'low' | 'medium' | 'high';
  /** Total value locked in USD. */
  tvl: number;
  /** Minimum deposit in USD. */
  min_deposit: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** listed: open for deposits. paused: operators have stopped deposits. unlisted: its source tells nothing of it any more, so it takes no deposits and does not grow. Withdrawals are paid in every state. */
  status: 'listed' | 'unlisted' | 'paused';
  /** APY from the protocol itself, in percent. */
  apy_base: number | null;
  /** APY from reward tokens, in percent. */
  apy_reward: number | null;
  underlying_assets: string[];
  exposure: 'single' | 'multi';
  /** Whether the pool is exposed to impermanent loss. Null where the source does not say. */
  il_risk: boolean | null;
  /** Null where the source does not say. */
  stablecoin: boolean | null;
  /** Standard deviation of the daily APY over 30 days, in percentage points. */
  volatility_30d: number | null;
  /** Days of history held. */
  history_days: number;
  /** What may be expected of the mean APY over the next 7, 30 and 90 days, with an interval that 80 of 100 outcomes fall into. /market/calibration says how often it held. */
  expected_apy: {
    '7d': {
      /** APY in percent: 5.0 means 5%. */
      mean: number;
      /** One outcome in ten is expected below it, percent. */
      low80: number;
      /** One outcome in ten is expected above it, percent. */
      high80: number;
    };
    '30d': {
      /** APY in percent: 5.0 means 5%. */
      mean: number;
      /** One outcome in ten is expected below it, percent. */
      low80: number;
      /** One outcome in ten is expected above it, percent. */
      high80: number;
    };
    '90d': {
      /** APY in percent: 5.0 means 5%. */
      mean: number;
      /** One outcome in ten is expected below it, percent. */
      low80: number;
      /** One outcome in ten is expected above it, percent. */
      high80: number;
    };
  };
  /** Standard deviation of ln(1 + APY%) over 30 days. Null where fewer than 15 days are known. */
  apy_volatility_30d: number | null;
  /** Standard deviation of the daily changes of ln(TVL) over 30 days. Null like the one above. */
  tvl_volatility_30d: number | null;
  /** TVL over that of 30 days before: 2 is twice. */
  tvl_growth_30d: number | null;
  /** Days for which the APY has not moved. */
  unmoved_days: number;
  /** Median APY of strategies of the same assets and exposure over 1 million USD, percent. */
  peer_apy: number | null;
  risk: {
    /** 0 is the safest, 100 the riskiest. */
    score: number;
    factors: {
      name: string;
      /** 0 is the safest, 1 the riskiest. */
      value: number;
      /** Points that the factor adds at most. */
      weight: number;
      points: number;
    }[];
    /** What keeps the level from being lower than they say. */
    floors: {
      /** For example short_history, tiny_tvl or stuck_rate. */
      name: string;
      /** The level that it sets at least. */
      level: 'low' | 'medium' | 'high';
      reason: string;
    }[];
  };
  /** Warnings such as outlier or short_history. */
  flags: string[];
  source: string;
  /** When the source observed the figures. */
  as_of: string;
  /** EIP-155 id of the chain. Null for chains of other kinds. */
  chain_id: number | null;
  /** The underlying tokens, in the order of the source. Empty where it does not say. */
  tokens: {
    symbol: string | null;
    address: string;
    /** After CAIP-19, such as eip155:1/erc20:0xa0b8... */
    id: string | null;
  }[];
  source_pool: {
    /** The source's own id. */
    id: string;
    /** Where the source shows it. */
    url: string | null;
  };
  protocol_info: {
    name: string;
    /** Its site. Null where none is known. */
    url: string | null;
  };
}[]

export interface StrategiesCompareMeta {
  /** Those of ids that are no strategies. */
  not_found: string[];
}

export interface StrategiesGetInput {
  /** Id of the strategy. */
  id: string;
}

export interface StrategiesGetData {
  id: string;
  name: string;
  description: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
  asset: string;
  /** Name of the underlying protocol, lower case. */
  protocol: string;
  /** Kind of strategy, for example lending. */
  strategy_type: string;
  /** APY in percent: 5.0 means 5%. */
  current_apy: number;
  /** Mean APY in percent over each window. */
  historical_apy: {
    /** APY in percent: 5.0 means 5%. */
    '7d': number;
    /** APY in percent: 5.0 means 5%. */
    '30d': number;
    /** APY in percent: 5.0 means 5%. */
    '90d': number;
  };
  risk_level: 'low' | 'medium' | 'high';
  /** Total value locked in USD. */
  tvl: number;
  /** Minimum deposit in USD. */
  min_deposit: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** listed: open for deposits. paused: operators have stopped deposits. unlisted: its source tells nothing of it any more, so it takes no deposits and does not grow. Withdrawals are paid in every state. */
  status: 'listed' | 'unlisted' | 'paused';
  /** APY from the protocol itself, in percent. */
  apy_base: number | null;
  /** APY from reward tokens, in percent. */
  apy_reward: number | null;
  underlying_assets: string[];
  exposure: 'single' | 'multi';
  /** Whether the pool is exposed to impermanent loss. Null where the source does not say. */
  il_risk: boolean | null;
  /** Null where the source does not say. */
  stablecoin: boolean | null;
  /** Standard deviation of the daily APY over 30 days, in percentage points. */
  volatility_30d: number | null;
  /** Days of history held. */
  history_days: number;
  /** What may be expected of the mean APY over the next 7, 30 and 90 days, with an interval that 80 of 100 outcomes fall into. /market/calibration says how often it held. */
  expected_apy: {
    '7d': {
      /** APY in percent: 5.0 means 5%. */
      mean: number;
      /** One outcome in ten is expected below it, percent. */
      low80: number;
      /** One outcome in ten is expected above it, percent. */
      high80: number;
    };
    '30d': {
      /** APY in percent: 5.0 means 5%. */
      mean: number;
      /** One outcome in ten is expected below it, percent. */
      low80: number;
      /** One outcome in ten is expected above it, percent. */
      high80: number;
    };
    '90d': {
      /** APY in percent: 5.0 means 5%. */
      mean: number;
      /** One outcome in ten is expected below it, percent. */
      low80: number;
      /** One outcome in ten is expected above it, percent. */
      high80: number;
    };
  };
  /** Standard deviation of ln(1 + APY%) over 30 days. Null where fewer than 15 days are known. */
  apy_volatility_30d: number | null;
  /** Standard deviation of the daily changes of ln(TVL) over 30 days. Null like the one above. */
  tvl_volatility_30d: number | null;
  /** TVL over that of 30 days before: 2 is twice. */
  tvl_growth_30d: number | null;
  /** Days for which the APY has not moved. */
  unmoved_days: number;
  /** Median APY of strategies of the same assets and exposure over 1 million USD, percent. */
  peer_apy: number | null;
  risk: {
    /** 0 is the safest, 100 the riskiest. */
    score: number;
    factors: {
      name: string;
      /** 0 is the safest, 1 the riskiest. */
      value: number;
      /** Points that the factor adds at most. */
      weight: number;
      points: number;
    }[];
    /** What keeps the level from being lower than they say. */
    floors: {
      /** For example short_history, tiny_tvl or stuck_rate. */
      name: string;
      /** The level that it sets at least. */
      level: 'low' | 'medium' | 'high';
      reason: string;
    }[];
  };
  /** Warnings such as outlier or short_history. */
  flags: string[];
  source: string;
  /** When the source observed the figures. */
  as_of: string;
  /** EIP-155 id of the chain. Null for chains of other kinds. */
  chain_id: number | null;
  /** The underlying tokens, in the order of the source. Empty where it does not say. */
  tokens: {
    symbol: string | null;
    address: string;
    /** After CAIP-19, such as eip155:1/erc20:0xa0b8... */
    id: string | null;
  }[];
  source_pool: {
    /** The source's own id. */
    id: string;
    /** Where the source shows it. */
    url: string | null;
  };
  protocol_info: {
    name: string;
    /** Its site. Null where none is known. */
    url: string | null;
  };
}

export type StrategiesGetMeta = Record<never, never>;

export interface MarketPerformanceInput {
  /** The days that the figures are of. */
  window?: '7d' | '30d' | '90d' | '365d';
  /** Keep only strategies on this chain or one of these, in any letter case. */
  chain?: string | string[];
  /** Keep only strategies whose asset is this symbol or one of these. */
  asset?: string | string[];
  /** Keep only strategies that hold this asset or one of these, alone or among others. */
  underlying?: string | string[];
  /** Keep only strategies of assets of this family alone: ETH with its staked and wrapped forms, for one. */
  family?: 'ETH' | 'BTC' | 'USD' | 'EUR' | 'SOL' | 'BNB' | 'AVAX' | 'POL';
  /** Keep only strategies of one asset, or of several. */
  exposure?: 'single' | 'multi';
  /** Keep only strategies of stablecoins, or of others. Those of which it is not known are in neither. */
  stablecoin?: boolean;
  /** Keep only strategies that are exposed to impermanent loss, or that are not. */
  il_risk?: boolean;
  /** Keep only strategies whose current APY percentage is at least this value. */
  min_apy?: number;
  /** Keep only strategies of this risk level. */
  risk_level?: 'low' | 'medium' | 'high';
  /** Keep only strategies of this protocol or one of these, in any letter case. */
  protocol?: string | string[];
  /** Keep only strategies of this kind, for example lending. */
  strategy_type?: string;
  /** Keep only strategies with at least this TVL in USD. */
  min_tvl?: number;
  /** Keep only these strategies, and add their daily series. */
  strategy_id?: string | string[];
  /** The field to sort by. */
  sort?: 'tvl' | 'current_apy' | 'mean_apy' | 'min_apy' | 'max_apy' | 'volatility' | 'compounded_return' | 'apy_change' | 'tvl_change' | 'tvl_max_drawdown' | 'benchmark_apy' | 'excess_apy' | 'risk_adjusted_return' | 'coverage';
  /** Direction of the sort. Strategies without the figure come last either way. */
  order?: 'asc' | 'desc';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface MarketPerformanceItem {
  strategy_id: string;
  name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
  asset: string;
  /** Name of the underlying protocol, lower case. */
  protocol: string;
  /** Kind of strategy, for example lending. */
  strategy_type: string;
  risk_level: 'low' | 'medium' | 'high';
  /** APY in percent: 5.0 means 5%. */
  current_apy: number;
  /** Total value locked in USD. */
  tvl: number;
  window: '7d' | '30d' | '90d' | '365d';
  /** Mean of the daily APY, percent. Null where fewer than half of the days are known. */
  mean_apy: number | null;
  min_apy: number | null;
  max_apy: number | null;
  /** Sample standard deviation of the daily APY, percentage points. Null where fewer than half of the days are known. */
  volatility: number | null;
  /** What the daily APYs compounded to over the window, percent, not annualised. Null where fewer than half of the days are known. */
  compounded_return: number | null;
  /** Last known APY less the first, percentage points. */
  apy_change: number | null;
  /** Last known TVL against the first, percent. */
  tvl_change: number | null;
  /** Deepest fall of the TVL from an earlier peak, percent. */
  tvl_max_drawdown: number | null;
  /** TVL-weighted mean of the mean APYs of the asset's strategies, percent. Null for a market of one. */
  benchmark_apy: number | null;
  /** mean_apy less benchmark_apy, percentage points. */
  excess_apy: number | null;
  /** excess_apy per point of volatility. Null where the APY did not move. */
  risk_adjusted_return: number | null;
  /** Days of the window with an APY. */
  samples: number;
  /** samples over the days of the window. */
  coverage: number;
  /** The daily series, oldest first; only when strategy_id is given. */
  history?: {
    date: string;
    apy: number | null;
    tvl: number | null;
  }[];
}

export interface MarketPerformanceMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  /** Those of strategy_id that are not listed strategies. */
  not_listed?: string[];
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface MarketRecommendedInput {
  /** What is to be placed, in USD. */
  amount?: number;
  /** Only strategies of this asset alone; pools that hold others too are rejected. */
  asset?: string;
  /** Only strategies on this chain, in any letter case. */
  chain?: string;
  /** The most risk that is accepted. */
  risk_level?: 'low' | 'medium' | 'high';
  /** How long the amount stays, in days. */
  horizon_days?: number;
  /** The most that one strategy may take of the amount: 0.4 by default. */
  max_share?: number;
  /** The most that one protocol may take of the amount: 0.6 by default. */
  max_protocol_share?: number;
  /** The most that one chain may take of the amount: 0.8 by default, 1 when chain is given. */
  max_chain_share?: number;
  /** The least TVL in USD that a strategy must have: 1,000,000 by default. */
  min_tvl?: number;
  /** Where the amount is now: costs and gains are then those of moving it from there. */
  from_strategy_id?: string;
  /** Name the near misses too. */
  include_rejected?: boolean;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface MarketRecommendedItem {
  rank: number;
  strategy: {
    id: string;
    name: string;
    description: string;
    /** Blockchain name, lower case. */
    chain: string;
    /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
    asset: string;
    /** Name of the underlying protocol, lower case. */
    protocol: string;
    /** Kind of strategy, for example lending. */
    strategy_type: string;
    /** APY in percent: 5.0 means 5%. */
    current_apy: number;
    /** Mean APY in percent over each window. */
    historical_apy: {
      /** APY in percent: 5.0 means 5%. */
      '7d': number;
      /** APY in percent: 5.0 means 5%. */
      '30d': number;
      /** APY in percent: 5.0 means 5%. */
      '90d': number;
    };
    risk_level: 'low' | 'medium' | 'high';
    /** Total value locked in USD. */
    tvl: number;
    /** Minimum deposit in USD. */
    min_deposit: number;
    /** ISO 8601, UTC. */
    created_at: string;
    /** ISO 8601, UTC. */
    updated_at: string;
  };
  risk_score: number;
  /** Rises with what the ranking goes by: 50 at 10%. Independent of the other strategies. */
  score: number;
  /** The mean APY over the horizon as the protocol would report it: the same for every caller. */
  expected_apy: {
    /** APY in percent: 5.0 means 5%. */
    mean: number;
    /** One outcome in ten is expected below it, percent. */
    low80: number;
    /** One outcome in ten is expected above it, percent. */
    high80: number;
  };
  /** Expected over the horizon after the deductions of the breakdown, percent. */
  expected_net_apy: number;
  breakdown: {
    /** Expected before the deductions below, percent. */
    gross_apy: number;
    /** Percentage points. */
    dilution: number;
    /** Percentage points. */
    impermanent_loss: number;
    /** Of getting in and out, over the horizon, percentage points. */
    costs: number;
  };
  /** Null for a strategy that would do but has no part of the amount. */
  allocation: {
    /** Part of the amount; all parts sum to 1. */
    share: number;
    /** USD. */
    amount: number;
    /** Over the horizon at the expected net APY, USD. */
    expected_earnings: number;
    /** Of getting in and out, USD. */
    costs: number;
    /** Days until the gain over the present position has paid the costs. */
    days_to_break_even: number | null;
  } | null;
  reasons: {
    code: 'expected_yield' | 'risk' | 'liquidity' | 'tvl_cap' | 'share_cap' | 'protocol_cap' | 'chain_cap' | 'position_too_small' | 'outranked' | 'paused' | 'stuck_rate' | 'low_tvl' | 'not_worth_moving' | 'several_assets' | 'risk_above_limit' | 'outlier' | 'short_history' | 'stale' | 'too_small' | 'below_minimum_deposit' | 'no_candidates' | 'none_eligible' | 'caps_reached';
    message: string;
  }[];
}

export interface MarketRecommendedMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  plan: {
    /** USD. */
    amount: number;
    asset: string | null;
    chain: string | null;
    risk_level: 'low' | 'medium' | 'high';
    horizon_days: number;
    max_share: number;
    max_protocol_share: number;
    max_chain_share: number;
    /** Strategies for the asset and chain. */
    considered: number;
    /** Strategies that passed every rule. */
    eligible: number;
    /** Strategies with a part of the amount. */
    positions: number;
    allocated_share: number;
    /** USD. */
    allocated_amount: number;
    /** USD. */
    unallocated_amount: number;
    /** Null when the whole amount is placed. */
    unallocated_reason: {
      code: 'expected_yield' | 'risk' | 'liquidity' | 'tvl_cap' | 'share_cap' | 'protocol_cap' | 'chain_cap' | 'position_too_small' | 'outranked' | 'paused' | 'stuck_rate' | 'low_tvl' | 'not_worth_moving' | 'several_assets' | 'risk_above_limit' | 'outlier' | 'short_history' | 'stale' | 'too_small' | 'below_minimum_deposit' | 'no_candidates' | 'none_eligible' | 'caps_reached';
      message: string;
    } | null;
    /** Of the allocated part, as protocols would report it. Its interval is as wide as if all parts missed together. */
    expected_apy: {
      /** APY in percent: 5.0 means 5%. */
      mean: number;
      /** One outcome in ten is expected below it, percent. */
      low80: number;
      /** One outcome in ten is expected above it, percent. */
      high80: number;
    } | null;
    /** Of getting in and out of all positions, USD. */
    costs: number;
    /** Days until the gain over the present position has paid all costs. */
    days_to_break_even: number | null;
    /** USD. */
    min_tvl: number;
    /** The present position, in which what is not allocated stays. Null for idle money. */
    from: {
      strategy_id: string;
      expected_apy: {
        /** APY in percent: 5.0 means 5%. */
        mean: number;
        /** One outcome in ten is expected below it, percent. */
        low80: number;
        /** One outcome in ten is expected above it, percent. */
        high80: number;
      };
    } | null;
    /** Of the allocated part, percent. Null when there is none. */
    expected_net_apy: number | null;
    /** Over the horizon, USD. */
    expected_earnings: number;
  };
  /** Strategies that broke one rule alone, the highest expectation first; with include_rejected. */
  rejected?: {
    strategy_id: string;
    name: string;
    /** Blockchain name, lower case. */
    chain: string;
    /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
    asset: string;
    /** Name of the underlying protocol, lower case. */
    protocol: string;
    /** Kind of strategy, for example lending. */
    strategy_type: string;
    risk_level: 'low' | 'medium' | 'high';
    /** APY in percent: 5.0 means 5%. */
    current_apy: number;
    /** Total value locked in USD. */
    tvl: number;
    expected_apy: {
      /** APY in percent: 5.0 means 5%. */
      mean: number;
      /** One outcome in ten is expected below it, percent. */
      low80: number;
      /** One outcome in ten is expected above it, percent. */
      high80: number;
    };
    /** Percent. */
    expected_net_apy: number;
    reason: {
      code: 'expected_yield' | 'risk' | 'liquidity' | 'tvl_cap' | 'share_cap' | 'protocol_cap' | 'chain_cap' | 'position_too_small' | 'outranked' | 'paused' | 'stuck_rate' | 'low_tvl' | 'not_worth_moving' | 'several_assets' | 'risk_above_limit' | 'outlier' | 'short_history' | 'stale' | 'too_small' | 'below_minimum_deposit' | 'no_candidates' | 'none_eligible' | 'caps_reached';
      message: string;
    };
  }[];
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface InvestmentsListInput {
  /** Keep only investments in this state. */
  status?: 'active' | 'closed';
  /** Keep only the investment in this strategy. */
  strategy_id?: string;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface InvestmentsListItem {
  id: string;
  strategy_id: string;
  strategy_name: string;
  chain: string;
  /** What amounts are counted in: the asset of the strategy, the first one where it has several. */
  asset: string;
  /** sandbox: books without money, in test environments alone. onchain: a vault on its chain. */
  settlement: 'onchain' | 'sandbox' | 'none';
  /** closed when everything was withdrawn; another deposit makes it active again. */
  status: 'active' | 'closed';
  /** What a withdrawal of everything would pay now, rounded down. */
  value: string;
  /** Cost of what is held: deposits less the part withdrawn. */
  principal: string;
  /** value - principal; negative for a loss. */
  earned: string;
  /** earned / principal; null without a principal. */
  earned_percent: number | null;
  /** Withdrawn beyond the cost of what was withdrawn. */
  realized_earnings: string;
  /** Exact decimal string in units of the asset. */
  total_deposited: string;
  /** Exact decimal string in units of the asset. */
  total_withdrawn: string;
  wallet_address: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  closed_at: string | null;
}

export interface InvestmentsListMeta {
  /** The moment for which values are stated. */
  as_of: string;
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface InvestmentsGetInput {
  /** Id of the investment. */
  id: string;
}

export interface InvestmentsGetData {
  id: string;
  strategy_id: string;
  strategy_name: string;
  chain: string;
  /** What amounts are counted in: the asset of the strategy, the first one where it has several. */
  asset: string;
  /** sandbox: books without money, in test environments alone. onchain: a vault on its chain. */
  settlement: 'onchain' | 'sandbox' | 'none';
  /** closed when everything was withdrawn; another deposit makes it active again. */
  status: 'active' | 'closed';
  /** What a withdrawal of everything would pay now, rounded down. */
  value: string;
  /** Cost of what is held: deposits less the part withdrawn. */
  principal: string;
  /** value - principal; negative for a loss. */
  earned: string;
  /** earned / principal; null without a principal. */
  earned_percent: number | null;
  /** Withdrawn beyond the cost of what was withdrawn. */
  realized_earnings: string;
  /** Exact decimal string in units of the asset. */
  total_deposited: string;
  /** Exact decimal string in units of the asset. */
  total_withdrawn: string;
  wallet_address: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  closed_at: string | null;
}

export interface InvestmentsGetMeta {
  /** The moment for which values are stated. */
  as_of: string;
}

export type InvestmentsPortfolioInput = Record<never, never>;

export interface InvestmentsPortfolioData {
  /** At the latest prices. */
  value_usd: number;
  /** Cost of what is held, at the latest prices too. */
  principal_usd: number;
  /** value_usd - principal_usd: what was earned, not what prices did. */
  earned_usd: number;
  realized_earnings_usd: number;
  /** Percent, weighted by value; null without a value. */
  weighted_apy: number | null;
  /** With a value. */
  investments: number;
  by_chain: {
    name: string;
    /** At the latest prices. */
    value_usd: number;
    /** Cost of what is held, at the latest prices too. */
    principal_usd: number;
    /** value_usd - principal_usd: what was earned, not what prices did. */
    earned_usd: number;
    realized_earnings_usd: number;
    /** Percent, weighted by value; null without a value. */
    weighted_apy: number | null;
    /** With a value. */
    investments: number;
  }[];
  by_asset: {
    name: string;
    /** At the latest prices. */
    value_usd: number;
    /** Cost of what is held, at the latest prices too. */
    principal_usd: number;
    /** value_usd - principal_usd: what was earned, not what prices did. */
    earned_usd: number;
    realized_earnings_usd: number;
    /** Percent, weighted by value; null without a value. */
    weighted_apy: number | null;
    /** With a value. */
    investments: number;
  }[];
  /** In no total, as no price is known. */
  unpriced_assets: string[];
}

export interface InvestmentsPortfolioMeta {
  /** The moment for which values are stated. */
  as_of: string;
  /** When the prices were observed; null when there are none. */
  prices_as_of: string | null;
}

export interface InvestmentsDepositInput {
  /** Id of the strategy to deposit into. */
  strategy_id: string;
  /** Decimal string in units of the asset, with at most as many decimals as the asset has. A JSON number of at most 15 significant digits is understood too. */
  amount: string;
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  wallet_address?: string;
}

export type InvestmentsDepositData = {
  id: string;
  /** adjustment: an operator's correction of the value, up or down; its reason is given. */
  type: 'deposit' | 'withdrawal' | 'adjustment';
  /** sandbox: books without money, in test environments alone. onchain: a vault on its chain. */
  settlement: 'onchain' | 'sandbox' | 'none';
  status: 'pending' | 'confirmed' | 'failed';
  investment_id: string;
  strategy_id: string;
  chain: string;
  asset: string;
  /** Below 0 only for an adjustment that takes something off. */
  amount: string;
  /** Price of one unit of the asset in USD at that moment; null when not known. */
  price_usd: number | null;
  /** Why an operator has adjusted the investment. */
  reason: string | null;
  /** Part of a withdrawal beyond its cost; 0 for a deposit. */
  realized_earnings: string;
  /** Value of the investment right after. */
  value_after: string;
  wallet_address: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  investment: {
    id: string;
    strategy_id: string;
    strategy_name: string;
    chain: string;
    /** What amounts are counted in: the asset of the strategy, the first one where it has several. */
    asset: string;
    /** sandbox: books without money, in test environments alone. onchain: a vault on its chain. */
    settlement: 'onchain' | 'sandbox' | 'none';
    /** closed when everything was withdrawn; another deposit makes it active again. */
    status: 'active' | 'closed';
    /** What a withdrawal of everything would pay now, rounded down. */
    value: string;
    /** Cost of what is held: deposits less the part withdrawn. */
    principal: string;
    /** value - principal; negative for a loss. */
    earned: string;
    /** earned / principal; null without a principal. */
    earned_percent: number | null;
    /** Withdrawn beyond the cost of what was withdrawn. */
    realized_earnings: string;
    /** Exact decimal string in units of the asset. */
    total_deposited: string;
    /** Exact decimal string in units of the asset. */
    total_withdrawn: string;
    wallet_address: string | null;
    /** ISO 8601, UTC. */
    created_at: string;
    /** ISO 8601, UTC. */
    updated_at: string;
    closed_at: string | null;
  };
} | {
  id: string;
  type: 'deposit' | 'withdrawal';
  settlement: 'onchain';
  /** What is pending is in no balance that can be spent. */
  status: 'pending' | 'confirmed' | 'failed';
  /** pending: waits for the steps to be sent. submitted: a hash is known. included: in a block, not deep enough yet. reversed: was confirmed, and its block is gone. */
  state: 'pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed';
  /** Why it failed, where it did. */
  failure: 'reverted' | 'replaced' | null;
  strategy_id: string;
  chain: string;
  chain_id: number;
  vault_address: string;
  wallet_address: string;
  asset: string;
  /** What was asked for; once included, what the vault's event says. Null for everything, until then. */
  amount: string | null;
  steps: {
    /** approve lets the vault take the asset; the others move money. */
    type: 'approve' | 'deposit' | 'withdraw' | 'redeem';
    chain_id: number;
    to: string;
    /** Call data, hexadecimal. */
    data: string;
    /** Native currency to send with it, in its base unit. */
    value: string;
    /** Gas that the simulation used; null where there was none. */
    gas_estimate: number | null;
  }[];
  /** Whether all steps were simulated on the latest block. */
  simulated: boolean;
  /** Hashes as reported, the latest last. */
  hashes: string[];
  /** Of the transaction with the vault's event. */
  transaction_hash: string | null;
  block_number: number | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** ISO 8601, UTC. */
  expires_at: string;
};

export type InvestmentsDepositMeta = Record<never, never>;

export interface InvestmentsWithdrawInput {
  /** Id of the investment to withdraw from. */
  investment_id?: string;
  /** In its place: the strategy whose vault to withdraw from. */
  strategy_id?: string;
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  wallet_address?: string;
  /** Decimal string in units of the asset, with at most as many decimals as the asset has. A JSON number of at most 15 significant digits is understood too. */
  amount?: string;
  /** Everything, in place of an amount. */
  all?: true;
}

export type InvestmentsWithdrawData = {
  id: string;
  /** adjustment: an operator's correction of the value, up or down; its reason is given. */
  type: 'deposit' | 'withdrawal' | 'adjustment';
  /** sandbox: books without money, in test environments alone. onchain: a vault on its chain. */
  settlement: 'onchain' | 'sandbox' | 'none';
  status: 'pending' | 'confirmed' | 'failed';
  investment_id: string;
  strategy_id: string;
  chain: string;
  asset: string;
  /** Below 0 only for an adjustment that takes something off. */
  amount: string;
  /** Price of one unit of the asset in USD at that moment; null when not known. */
  price_usd: number | null;
  /** Why an operator has adjusted the investment. */
  reason: string | null;
  /** Part of a withdrawal beyond its cost; 0 for a deposit. */
  realized_earnings: string;
  /** Value of the investment right after. */
  value_after: string;
  wallet_address: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  investment: {
    id: string;
    strategy_id: string;
    strategy_name: string;
    chain: string;
    /** What amounts are counted in: the asset of the strategy, the first one where it has several. */
    asset: string;
    /** sandbox: books without money, in test environments alone. onchain: a vault on its chain. */
    settlement: 'onchain' | 'sandbox' | 'none';
    /** closed when everything was withdrawn; another deposit makes it active again. */
    status: 'active' | 'closed';
    /** What a withdrawal of everything would pay now, rounded down. */
    value: string;
    /** Cost of what is held: deposits less the part withdrawn. */
    principal: string;
    /** value - principal; negative for a loss. */
    earned: string;
    /** earned / principal; null without a principal. */
    earned_percent: number | null;
    /** Withdrawn beyond the cost of what was withdrawn. */
    realized_earnings: string;
    /** Exact decimal string in units of the asset. */
    total_deposited: string;
    /** Exact decimal string in units of the asset. */
    total_withdrawn: string;
    wallet_address: string | null;
    /** ISO 8601, UTC. */
    created_at: string;
    /** ISO 8601, UTC. */
    updated_at: string;
    closed_at: string | null;
  };
} | {
  id: string;
  type: 'deposit' | 'withdrawal';
  settlement: 'onchain';
  /** What is pending is in no balance that can be spent. */
  status: 'pending' | 'confirmed' | 'failed';
  /** pending: waits for the steps to be sent. submitted: a hash is known. included: in a block, not deep enough yet. reversed: was confirmed, and its block is gone. */
  state: 'pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed';
  /** Why it failed, where it did. */
  failure: 'reverted' | 'replaced' | null;
  strategy_id: string;
  chain: string;
  chain_id: number;
  vault_address: string;
  wallet_address: string;
  asset: string;
  /** What was asked for; once included, what the vault's event says. Null for everything, until then. */
  amount: string | null;
  steps: {
    /** approve lets the vault take the asset; the others move money. */
    type: 'approve' | 'deposit' | 'withdraw' | 'redeem';
    chain_id: number;
    to: string;
    /** Call data, hexadecimal. */
    data: string;
    /** Native currency to send with it, in its base unit. */
    value: string;
    /** Gas that the simulation used; null where there was none. */
    gas_estimate: number | null;
  }[];
  /** Whether all steps were simulated on the latest block. */
  simulated: boolean;
  /** Hashes as reported, the latest last. */
  hashes: string[];
  /** Of the transaction with the vault's event. */
  transaction_hash: string | null;
  block_number: number | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** ISO 8601, UTC. */
  expires_at: string;
};

export type InvestmentsWithdrawMeta = Record<never, never>;

export interface InvestmentsGetTransactionInput {
  /** Id of the transaction, as the deposit or withdrawal was answered with. */
  id: string;
}

export interface InvestmentsGetTransactionData {
  id: string;
  type: 'deposit' | 'withdrawal';
  settlement: 'onchain';
  /** What is pending is in no balance that can be spent. */
  status: 'pending' | 'confirmed' | 'failed';
  /** pending: waits for the steps to be sent. submitted: a hash is known. included: in a block, not deep enough yet. reversed: was confirmed, and its block is gone. */
  state: 'pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed';
  /** Why it failed, where it did. */
  failure: 'reverted' | 'replaced' | null;
  strategy_id: string;
  chain: string;
  chain_id: number;
  vault_address: string;
  wallet_address: string;
  asset: string;
  /** What was asked for; once included, what the vault's event says. Null for everything, until then. */
  amount: string | null;
  steps: {
    /** approve lets the vault take the asset; the others move money. */
    type: 'approve' | 'deposit' | 'withdraw' | 'redeem';
    chain_id: number;
    to: string;
    /** Call data, hexadecimal. */
    data: string;
    /** Native currency to send with it, in its base unit. */
    value: string;
    /** Gas that the simulation used; null where there was none. */
    gas_estimate: number | null;
  }[];
  /** Whether all steps were simulated on the latest block. */
  simulated: boolean;
  /** Hashes as reported, the latest last. */
  hashes: string[];
  /** Of the transaction with the vault's event. */
  transaction_hash: string | null;
  block_number: number | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** ISO 8601, UTC. */
  expires_at: string;
}

export type InvestmentsGetTransactionMeta = Record<never, never>;

export interface InvestmentsSubmitTransactionInput {
  /** Id of the transaction, as the deposit or withdrawal was answered with. */
  id: string;
  /** Hashes of the steps’ transactions; the last is that of the vault. */
  hashes: string[];
}

export interface InvestmentsSubmitTransactionData {
  id: string;
  type: 'deposit' | 'withdrawal';
  settlement: 'onchain';
  /** What is pending is in no balance that can be spent. */
  status: 'pending' | 'confirmed' | 'failed';
  /** pending: waits for the steps to be sent. submitted: a hash is known. included: in a block, not deep enough yet. reversed: was confirmed, and its block is gone. */
  state: 'pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed';
  /** Why it failed, where it did. */
  failure: 'reverted' | 'replaced' | null;
  strategy_id: string;
  chain: string;
  chain_id: number;
  vault_address: string;
  wallet_address: string;
  asset: string;
  /** What was asked for; once included, what the vault's event says. Null for everything, until then. */
  amount: string | null;
  steps: {
    /** approve lets the vault take the asset; the others move money. */
    type: 'approve' | 'deposit' | 'withdraw' | 'redeem';
    chain_id: number;
    to: string;
    /** Call data, hexadecimal. */
    data: string;
    /** Native currency to send with it, in its base unit. */
    value: string;
    /** Gas that the simulation used; null where there was none. */
    gas_estimate: number | null;
  }[];
  /** Whether all steps were simulated on the latest block. */
  simulated: boolean;
  /** Hashes as reported, the latest last. */
  hashes: string[];
  /** Of the transaction with the vault's event. */
  transaction_hash: string | null;
  block_number: number | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** ISO 8601, UTC. */
  expires_at: string;
}

export type InvestmentsSubmitTransactionMeta = Record<never, never>;

export interface InvestmentsCancelTransactionInput {
  /** Id of the transaction, as the deposit or withdrawal was answered with. */
  id: string;
}

export interface InvestmentsCancelTransactionData {
  id: string;
  type: 'deposit' | 'withdrawal';
  settlement: 'onchain';
  /** What is pending is in no balance that can be spent. */
  status: 'pending' | 'confirmed' | 'failed';
  /** pending: waits for the steps to be sent. submitted: a hash is known. included: in a block, not deep enough yet. reversed: was confirmed, and its block is gone. */
  state: 'pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed';
  /** Why it failed, where it did. */
  failure: 'reverted' | 'replaced' | null;
  strategy_id: string;
  chain: string;
  chain_id: number;
  vault_address: string;
  wallet_address: string;
  asset: string;
  /** What was asked for; once included, what the vault's event says. Null for everything, until then. */
  amount: string | null;
  steps: {
    /** approve lets the vault take the asset; the others move money. */
    type: 'approve' | 'deposit' | 'withdraw' | 'redeem';
    chain_id: number;
    to: string;
    /** Call data, hexadecimal. */
    data: string;
    /** Native currency to send with it, in its base unit. */
    value: string;
    /** Gas that the simulation used; null where there was none. */
    gas_estimate: number | null;
  }[];
  /** Whether all steps were simulated on the latest block. */
  simulated: boolean;
  /** Hashes as reported, the latest last. */
  hashes: string[];
  /** Of the transaction with the vault's event. */
  transaction_hash: string | null;
  block_number: number | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** ISO 8601, UTC. */
  expires_at: string;
}

export type InvestmentsCancelTransactionMeta = Record<never, never>;

export interface InvestmentsHistoryInput {
  /** Keep only movements of this kind. */
  type?: 'deposit' | 'withdrawal' | 'adjustment';
  /** Keep only movements of this strategy. */
  strategy_id?: string;
  /** Keep transactions at or after this time (ISO 8601) or day (UTC). */
  from?: unknown;
  /** Keep transactions up to this time (ISO 8601) or day (UTC), inclusive. */
  to?: unknown;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface InvestmentsHistoryItem {
  id: string;
  /** adjustment: an operator's correction of the value, up or down; its reason is given. */
  type: 'deposit' | 'withdrawal' | 'adjustment';
  /** sandbox: books without money, in test environments alone. onchain: a vault on its chain. */
  settlement: 'onchain' | 'sandbox' | 'none';
  status: 'pending' | 'confirmed' | 'failed';
  investment_id: string;
  strategy_id: string;
  chain: string;
  asset: string;
  /** Below 0 only for an adjustment that takes something off. */
  amount: string;
  /** Price of one unit of the asset in USD at that moment; null when not known. */
  price_usd: number | null;
  /** Why an operator has adjusted the investment. */
  reason: string | null;
  /** Part of a withdrawal beyond its cost; 0 for a deposit. */
  realized_earnings: string;
  /** Value of the investment right after. */
  value_after: string;
  wallet_address: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
}

export interface InvestmentsHistoryMeta {
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface WalletsConnectionsInput {
  /** User identifier in the caller's own namespace. */
  userId?: string;
  /** Keep only connections in this state. */
  status?: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface WalletsConnectionsItem {
  id: string;
  provider: 'walletprovider';
  /** Address in EIP-55 form. */
  walletAddress: string;
  userId: string;
  status: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** The latest request to remove the connection; null when there never was one. */
  removalRequest: {
    id: string;
    reason: string | null;
    /** ISO 8601, UTC. */
    requestedAt: string;
  } | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

export interface WalletsConnectionsMeta {
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface WalletsBalancesInput {
  /** Read this chain only, in any letter case. */
  chain?: string;
  /** Read this asset only. */
  asset?: string;
  /** Read this wallet only: at most one element, empty unless it is connected. */
  wallet_address?: string;
  /** Read the wallets of this user of the caller's. */
  user_id?: string;
  /** Also list balances of 0 (default false). */
  include_zero?: boolean;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface WalletsBalancesItem {
  connection_id: string;
  user_id: string;
  /** Address in EIP-55 form. */
  wallet_address: string;
  /** Sum of the balances that have a price. */
  total_usd: number;
  /** Whether every asked chain and token answered and every balance has a price. */
  complete: boolean;
  balances: {
    chain: string;
    asset: string;
    /** null: the chain's native currency. */
    token_address: string | null;
    decimals: number;
    /** Exact decimal string in units of the asset. */
    amount: string;
    /** Exact whole number in the token's base unit. */
    amount_base_units: string;
    price_usd: number | null;
    /** null where there is no price. */
    value_usd: number | null;
  }[];
}

export interface WalletsBalancesMeta {
  chains: {
    chain: string;
    chain_id: number;
    /** partial: some tokens could not be read. unavailable: none of the chain could. */
    status: 'ok' | 'partial' | 'unavailable';
    reason: 'timeout' | 'unreachable' | 'wrong_chain' | 'no_multicall' | 'bad_answer' | 'token_failed' | null;
    unread_assets: string[];
    /** The block at which the balances were read. */
    block_number: number | null;
  }[];
  prices_as_of: string | null;
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface WalletsCreateInput {
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  walletAddress: string;
  /** User identifier in the caller's own namespace. */
  userId: string;
}

export interface WalletsCreateData {
  id: string;
  provider: 'walletprovider';
  /** Address in EIP-55 form. */
  walletAddress: string;
  userId: string;
  status: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** The latest request to remove the connection; null when there never was one. */
  removalRequest: {
    id: string;
    reason: string | null;
    /** ISO 8601, UTC. */
    requestedAt: string;
  } | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

export type WalletsCreateMeta = Record<never, never>;

export interface WalletsListInput {
  /** User identifier in the caller's own namespace. */
  userId?: string;
  /** Keep only connections in this state. */
  status?: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface WalletsListItem {
  id: string;
  provider: 'walletprovider';
  /** Address in EIP-55 form. */
  walletAddress: string;
  userId: string;
  status: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** The latest request to remove the connection; null when there never was one. */
  removalRequest: {
    id: string;
    reason: string | null;
    /** ISO 8601, UTC. */
    requestedAt: string;
  } | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

export interface WalletsListMeta {
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface WalletsRemovalRequestInput {
  /** Id of the wallet connection. */
  connectionId: string;
  /** Why, for the administrator who decides. */
  reason?: string;
}

export interface WalletsRemovalRequestData {
  id: string;
  provider: 'walletprovider';
  /** Address in EIP-55 form. */
  walletAddress: string;
  userId: string;
  status: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** The latest request to remove the connection; null when there never was one. */
  removalRequest: {
    id: string;
    reason: string | null;
    /** ISO 8601, UTC. */
    requestedAt: string;
  } | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

export type WalletsRemovalRequestMeta = Record<never, never>;

export type MarketSummaryInput = Record<never, never>;

/** What was asked for. */
export interface MarketSummaryData {
  /** Listed strategies. */
  strategies: number;
  /** USD. */
  tvl: number;
  tvl_change: number | null;
  /** TVL-weighted mean of the current APYs, percent. */
  apy: number | null;
  apy_change: number | null;
  /** By chain. */
  chains: number;
  /** By protocol. */
  protocols: number;
  largest_chains: {
    /** The chain. */
    key: string;
    /** Listed strategies. */
    strategies: number;
    /** USD. */
    tvl: number;
    /** Part of the TVL of all chains. */
    share: number;
  }[];
  /** Strategies of low risk with at least 10 million USD of TVL, the highest APY first. */
  highlights: {
    /** Id of the strategy. */
    strategy_id: string;
    /** What people call it; null where it has no name. */
    name: string;
    /** Blockchain name, lower case. */
    chain: string;
    /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
    asset: string;
    /** Name of the underlying protocol, lower case. */
    protocol: string;
    /** Kind of strategy, for example lending. */
    strategy_type: string;
    /** How risky it is. */
    risk_level: 'low' | 'medium' | 'high';
    /** APY in percent: 5.0 means 5%. */
    current_apy: number;
    /** Total value locked in USD. */
    tvl: number;
  }[];
}

/** What is to be known beside the data. */
export interface MarketSummaryMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
}

export interface MarketPricesInput {
  /** Only these symbols. One without a price is left out. */
  assets?: string | string[];
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface MarketPricesItem {
  /** Asset symbol, upper case. */
  asset: string;
  /** USD for one whole token. */
  price: number;
  currency: 'USD';
  /** Against 1 day before, percent. Null where that is not known. */
  change_1d: number | null;
  /** Against 7 days before, percent. Null where that is not known. */
  change_7d: number | null;
  /** Against 30 days before, percent. Null where that is not known. */
  change_30d: number | null;
  /** How sure the source is, 0 to 1. Null when it does not say. */
  confidence: number | null;
  /** When the source observed the price. */
  as_of: string;
}

export interface MarketPricesMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface MarketTrendsInput {
  /** Between what the changes are. */
  window?: '7d' | '30d' | '90d' | '365d';
  /** Keep only strategies on this chain or one of these, in any letter case. */
  chain?: string | string[];
  /** Keep only strategies whose asset is this symbol or one of these. */
  asset?: string | string[];
  /** Keep only strategies that hold this asset or one of these, alone or among others. */
  underlying?: string | string[];
  /** Keep only strategies of this protocol or one of these, in any letter case. */
  protocol?: string | string[];
  /** Keep only strategies of this kind, for example lending. */
  strategy_type?: string;
  /** Keep only strategies of this risk level. */
  risk_level?: 'low' | 'medium' | 'high';
  /** Leave out movers with less TVL in USD. */
  min_tvl?: number;
  /** Entries per list. */
  limit?: number;
}

export interface MarketTrendsData {
  window: '7d' | '30d' | '90d' | '365d';
  total: {
    strategies: number;
    /** USD. */
    tvl: number;
    tvl_change: number | null;
    /** TVL-weighted mean of the current APYs, percent. */
    apy: number | null;
    apy_change: number | null;
  };
  movers: {
    apy: {
      up: {
        strategy_id: string;
        name: string;
        /** Blockchain name, lower case. */
        chain: string;
        /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
        asset: string;
        /** Name of the underlying protocol, lower case. */
        protocol: string;
        /** Kind of strategy, for example lending. */
        strategy_type: string;
        risk_level: 'low' | 'medium' | 'high';
        /** APY in percent: 5.0 means 5%. */
        current_apy: number;
        /** Total value locked in USD. */
        tvl: number;
        apy_change: number | null;
        tvl_change: number | null;
      }[];
      down: {
        strategy_id: string;
        name: string;
        /** Blockchain name, lower case. */
        chain: string;
        /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
        asset: string;
        /** Name of the underlying protocol, lower case. */
        protocol: string;
        /** Kind of strategy, for example lending. */
        strategy_type: string;
        risk_level: 'low' | 'medium' | 'high';
        /** APY in percent: 5.0 means 5%. */
        current_apy: number;
        /** Total value locked in USD. */
        tvl: number;
        apy_change: number | null;
        tvl_change: number | null;
      }[];
    };
    tvl: {
      up: {
        strategy_id: string;
        name: string;
        /** Blockchain name, lower case. */
        chain: string;
        /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
        asset: string;
        /** Name of the underlying protocol, lower case. */
        protocol: string;
        /** Kind of strategy, for example lending. */
        strategy_type: string;
        risk_level: 'low' | 'medium' | 'high';
        /** APY in percent: 5.0 means 5%. */
        current_apy: number;
        /** Total value locked in USD. */
        tvl: number;
        apy_change: number | null;
        tvl_change: number | null;
      }[];
      down: {
        strategy_id: string;
        name: string;
        /** Blockchain name, lower case. */
        chain: string;
        /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
        asset: string;
        /** Name of the underlying protocol, lower case. */
        protocol: string;
        /** Kind of strategy, for example lending. */
        strategy_type: string;
        risk_level: 'low' | 'medium' | 'high';
        /** APY in percent: 5.0 means 5%. */
        current_apy: number;
        /** Total value locked in USD. */
        tvl: number;
        apy_change: number | null;
        tvl_change: number | null;
      }[];
    };
  };
  chains: {
    /** The chain, protocol or asset. */
    key: string;
    strategies: number;
    /** USD. */
    tvl: number;
    tvl_change: number | null;
    /** TVL-weighted mean of the current APYs, percent. */
    apy: number | null;
    apy_change: number | null;
  }[];
  protocols: {
    /** The chain, protocol or asset. */
    key: string;
    strategies: number;
    /** USD. */
    tvl: number;
    tvl_change: number | null;
    /** TVL-weighted mean of the current APYs, percent. */
    apy: number | null;
    apy_change: number | null;
  }[];
  assets: {
    /** The chain, protocol or asset. */
    key: string;
    strategies: number;
    /** USD. */
    tvl: number;
    tvl_change: number | null;
    /** TVL-weighted mean of the current APYs, percent. */
    apy: number | null;
    apy_change: number | null;
  }[];
}

export interface MarketTrendsMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
}

export interface MarketTvlInput {
  /** What a row stands for. */
  group_by?: 'chain' | 'protocol' | 'asset';
  /** Length of the history. */
  window?: '7d' | '30d' | '90d' | '365d';
  /** Only this chain, with group_by=chain. */
  chain?: string;
  /** Only this protocol, with group_by=protocol. */
  protocol?: string;
  /** Only this asset, with group_by=asset. */
  asset?: string;
  /** false leaves the histories empty. */
  history?: boolean;
  /** The field to sort by. */
  sort?: 'tvl' | 'tvl_change' | 'strategies' | 'key';
  /** Direction of the sort: desc by default, asc for sort=key. */
  order?: 'asc' | 'desc';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface MarketTvlItem {
  /** The chain, protocol or asset. */
  key: string;
  /** TVL of the listed strategies, USD. */
  tvl: number;
  /** Part of the TVL of all listed strategies. */
  share: number;
  strategies: number;
  /** Against 1 day before, percent. Null where that is not known. */
  change_1d: number | null;
  /** Against 7 days before, percent. Null where that is not known. */
  change_7d: number | null;
  /** Against 30 days before, percent. Null where that is not known. */
  change_30d: number | null;
  /** Over the window, percent. */
  tvl_change: number | null;
  /** TVL of the whole chain as the source counts it, USD. Null for protocols and assets. */
  network_tvl: number | null;
  /** Daily TVL over the window, oldest first; unknown days left out. */
  history: {
    date: string;
    /** USD. */
    tvl: number;
  }[];
  network_history: {
    date: string;
    /** USD. */
    tvl: number;
  }[];
}

export interface MarketTvlMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  group_by: 'chain' | 'protocol' | 'asset';
  window: '7d' | '30d' | '90d' | '365d';
  /** TVL of all listed strategies, USD. */
  total_tvl: number;
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface MarketApyComparisonInput {
  /** What a row stands for: asset by default, chain when an asset is given. */
  group_by?: 'chain' | 'protocol' | 'asset';
  /** Keep only strategies on this chain or one of these, in any letter case. */
  chain?: string | string[];
  /** Keep only strategies whose asset is this symbol or one of these. */
  asset?: string | string[];
  /** Keep only strategies that hold this asset or one of these, alone or among others. */
  underlying?: string | string[];
  /** Keep only strategies of this protocol or one of these, in any letter case. */
  protocol?: string | string[];
  /** Keep only strategies of this kind, for example lending. */
  strategy_type?: string;
  /** Keep only strategies of this risk level. */
  risk_level?: 'low' | 'medium' | 'high';
  /** Keep only strategies with at least this TVL in USD. */
  min_tvl?: number;
  /** The field to sort by. */
  sort?: 'mean_apy' | 'best_apy' | 'median_apy' | 'lowest_apy' | 'spread' | 'tvl' | 'strategies' | 'key';
  /** Direction of the sort: desc by default, asc for sort=key. */
  order?: 'asc' | 'desc';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface MarketApyComparisonItem {
  /** The chain, protocol or asset. */
  key: string;
  strategies: number;
  /** USD. */
  tvl: number;
  best: {
    strategy_id: string;
    name: string;
    /** Blockchain name, lower case. */
    chain: string;
    /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
    asset: string;
    /** Name of the underlying protocol, lower case. */
    protocol: string;
    risk_level: 'low' | 'medium' | 'high';
    /** Total value locked in USD. */
    tvl: number;
  };
  /** Percent. */
  best_apy: number;
  /** Percent. */
  median_apy: number;
  /** Weighted by TVL, percent. */
  mean_apy: number | null;
  /** Percent. */
  lowest_apy: number;
  /** Highest less lowest, percentage points. */
  spread: number;
}

export interface MarketApyComparisonMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  group_by: 'chain' | 'protocol' | 'asset';
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export type MarketCalibrationInput = Record<never, never>;

export interface MarketCalibrationData {
  /** stablecoin and single_asset hold one asset, stablecoin_pool and pool several; or all. */
  kind: string;
  horizon_days: number;
  /** Published intervals that came due. */
  outcomes: number;
  within: number | null;
  below: number | null;
  above: number | null;
  /** The part of outcomes that is to fall into the intervals. */
  promised: number;
  /** Spreads that the interval reaches down today. Null for all kinds together. */
  reach_down: number | null;
  reach_up: number | null;
  /** Outcomes behind the reach: also of days before the service published intervals. */
  learned_from: number;
}[]

export interface MarketCalibrationMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  /** The first day whose intervals are counted. */
  since: string | null;
}

export interface MarketChainsInput {
  /** Keep what contains the text in its key or name, in any letter case. */
  search?: string;
  /** The field to sort by. */
  sort?: 'tvl' | 'strategies' | 'key';
  /** Direction of the sort: desc by default, asc for sort=key. */
  order?: 'asc' | 'desc';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface MarketChainsItem {
  /** What the chain filter takes. */
  key: string;
  name: string;
  /** EIP-155 id. Null for chains of other kinds. */
  chain_id: number | null;
  /** Listed strategies. */
  strategies: number;
  /** Their TVL, USD. */
  tvl: number;
}

export interface MarketChainsMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface MarketAssetsInput {
  /** Keep what contains the text in its key or name, in any letter case. */
  search?: string;
  /** The field to sort by. */
  sort?: 'tvl' | 'strategies' | 'key';
  /** Direction of the sort: desc by default, asc for sort=key. */
  order?: 'asc' | 'desc';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface MarketAssetsItem {
  /** What the underlying filter takes. */
  key: string;
  /** What the family filter takes. Null for an asset of none. */
  family: string | null;
  /** Listed strategies. */
  strategies: number;
  /** Their TVL, USD. */
  tvl: number;
  /** Of them, those that hold nothing else. */
  single: number;
}

export interface MarketAssetsMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface MarketProtocolsInput {
  /** Keep what contains the text in its key or name, in any letter case. */
  search?: string;
  /** The field to sort by. */
  sort?: 'tvl' | 'strategies' | 'key';
  /** Direction of the sort: desc by default, asc for sort=key. */
  order?: 'asc' | 'desc';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface MarketProtocolsItem {
  /** What the protocol filter takes. */
  key: string;
  name: string;
  /** Its site. Null where none is known. */
  url: string | null;
  chains: string[];
  /** Listed strategies. */
  strategies: number;
  /** Their TVL, USD. */
  tvl: number;
}

export interface MarketProtocolsMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface AccountsListUsersInput {
  /** Keep only users on this plan. */
  plan?: 'free' | 'pro' | 'enterprise';
  /** Keep only users of this role. */
  role?: 'user' | 'admin';
  /** The beginning of a user id (usr_...) or of a sign-in wallet address (0x...), with at least four characters after the prefix. */
  search?: string;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface AccountsListUsersItem {
  id: string;
  /** The wallet that signs in; EIP-55 form. */
  wallet_address: string | null;
  name: string | null;
  role: 'user' | 'admin';
  plan: 'free' | 'pro' | 'enterprise';
  limits: {
    requests_per_minute: number;
    burst: number;
  };
  /** Keys that count towards the plan's number. */
  api_keys: number;
  /** Since when nothing of theirs works; null while it does. */
  suspended_at: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
}

export interface AccountsListUsersMeta {
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface AccountsAdminUpdateUserInput {
  /** Id of the user. */
  id: string;
  /** What the user shall be. */
  status: 'active' | 'suspended';
  /** Why, for other operators and for the user. */
  reason?: string;
}

export interface AccountsAdminUpdateUserData {
  id: string;
  /** The wallet that signs in; EIP-55 form. */
  wallet_address: string | null;
  name: string | null;
  role: 'user' | 'admin';
  plan: 'free' | 'pro' | 'enterprise';
  limits: {
    requests_per_minute: number;
    burst: number;
  };
  /** Keys that count towards the plan's number. */
  api_keys: number;
  /** Since when nothing of theirs works; null while it does. */
  suspended_at: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
}

export type AccountsAdminUpdateUserMeta = Record<never, never>;

export interface AccountsAdminListEventsInput {
  /** Keep only events about the account of this user. */
  user_id?: string;
  /** Keep only events of this type. */
  type?: 'session.created' | 'session.ended' | 'sign_in.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'user.created' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'user.exported' | 'user.erased' | 'wallet_connection.decided' | 'operator.command';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface AccountsAdminListEventsItem {
  id: string;
  type: 'session.created' | 'session.ended' | 'sign_in.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'user.created' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'user.exported' | 'user.erased' | 'wallet_connection.decided' | 'operator.command';
  /** ISO 8601, UTC. */
  at: string;
  /** Whose account it is about; null for what is about none. */
  user_id: string | null;
  actor: {
    /** operator: of this service. anonymous: somebody who did not get in. */
    kind: 'api_key' | 'session' | 'operator' | 'anonymous';
    /** The credential. */
    id: string | null;
    user_id: string | null;
  };
  source_ip: string | null;
  request_id: string | null;
  /** Id of what was made, changed or ended. */
  subject: string | null;
  details: Readonly<Record<string, string | number | null>>;
}

export interface AccountsAdminListEventsMeta {
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export type StatisticsGetInput = Record<never, never>;

export interface StatisticsGetData {
  users: {
    total: number;
    by_plan: Readonly<Record<'free' | 'pro' | 'enterprise', number>>;
    by_role: Readonly<Record<'user' | 'admin', number>>;
  };
  api_keys: {
    /** Not revoked, and not expired before today (UTC). */
    active: number;
  };
  requests_24h: {
    /** Start of the window: a full hour, UTC. */
    from: string;
    /** When requests were last counted, once an hour; null before the first time. */
    until: string | null;
    /** Requests with a credential. */
    admitted: number;
    /** Refused by the rate limit. */
    refused: number;
  };
  wallet_connections: {
    total: number;
    by_status: Readonly<Record<'active' | 'removal_requested' | 'suspended' | 'removed', number>>;
  };
  positions: {
    active: number;
    /** Sum of what has a price. */
    value_usd: number;
    by_chain: {
      chain: string;
      /** Active ones. */
      positions: number;
      /** Sum of what has a price. */
      value_usd: number;
    }[];
    by_asset: {
      asset: string;
      positions: number;
      /** Exact decimal string in units of the asset. */
      principal: string;
      /** As of now, in units of the asset. */
      value: string;
      /** At the latest prices; null where none is known. */
      value_usd: number | null;
    }[];
  };
  movements_24h: {
    /** Start of the window: a full hour (24h) or day (30d), UTC. */
    from: string;
    deposits: {
      count: number;
      /** Sum of what has a price. */
      value_usd: number;
      by_asset: {
        asset: string;
        /** Exact decimal string in units of the asset. */
        amount: string;
        /** At the latest prices; null where none is known. */
        value_usd: number | null;
      }[];
    };
    withdrawals: {
      count: number;
      /** Sum of what has a price. */
      value_usd: number;
      by_asset: {
        asset: string;
        /** Exact decimal string in units of the asset. */
        amount: string;
        /** At the latest prices; null where none is known. */
        value_usd: number | null;
      }[];
    };
  };
  movements_30d: {
    /** Start of the window: a full hour (24h) or day (30d), UTC. */
    from: string;
    deposits: {
      count: number;
      /** Sum of what has a price. */
      value_usd: number;
      by_asset: {
        asset: string;
        /** Exact decimal string in units of the asset. */
        amount: string;
        /** At the latest prices; null where none is known. */
        value_usd: number | null;
      }[];
    };
    withdrawals: {
      count: number;
      /** Sum of what has a price. */
      value_usd: number;
      by_asset: {
        asset: string;
        /** Exact decimal string in units of the asset. */
        amount: string;
        /** At the latest prices; null where none is known. */
        value_usd: number | null;
      }[];
    };
  };
  catalog: {
    /** Listed ones; null while there is no catalog. */
    strategies: number | null;
    as_of: string | null;
    age_seconds: number | null;
  };
}

export interface StatisticsGetMeta {
  /** ISO 8601, UTC. */
  as_of: string;
  /** Age of the prices; null without any. */
  prices_as_of: string | null;
}

export interface WalletsAdminListInput {
  /** User identifier in the caller's own namespace. */
  userId?: string;
  /** Keep only connections in this state. */
  status?: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** User id of the account that made them. */
  owner?: string;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface WalletsAdminListItem {
  id: string;
  provider: 'walletprovider';
  /** Address in EIP-55 form. */
  walletAddress: string;
  userId: string;
  status: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** The latest request to remove the connection; null when there never was one. */
  removalRequest: {
    id: string;
    reason: string | null;
    /** ISO 8601, UTC. */
    requestedAt: string;
  } | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
  /** User id of the account that made the connection. */
  owner: string;
  /** The latest administrator's note. */
  note: string | null;
  /** Entries of the audit trail. */
  changes: number;
}

export interface WalletsAdminListMeta {
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export interface WalletsAdminUpdateInput {
  /** Id of the wallet connection. */
  id: string;
  /** The state that the connection is put in. */
  status: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** Why, for the audit trail. */
  note?: string;
}

export interface WalletsAdminUpdateData {
  id: string;
  provider: 'walletprovider';
  /** Address in EIP-55 form. */
  walletAddress: string;
  userId: string;
  status: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** The latest request to remove the connection; null when there never was one. */
  removalRequest: {
    id: string;
    reason: string | null;
    /** ISO 8601, UTC. */
    requestedAt: string;
  } | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
  /** User id of the account that made the connection. */
  owner: string;
  /** The latest administrator's note. */
  note: string | null;
  /** Entries of the audit trail. */
  changes: number;
}

export type WalletsAdminUpdateMeta = Record<never, never>;

export interface WalletsAdminHistoryInput {
  /** Id of the wallet connection. */
  id: string;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export interface WalletsAdminHistoryItem {
  number: number;
  /** ISO 8601, UTC. */
  at: string;
  /** User id of who made the change. */
  actorId: string;
  actorRole: 'user' | 'admin';
  credentialId: string;
  requestId: string;
  /** null: the connection was made. */
  from: 'active' | 'removal_requested' | 'suspended' | 'removed' | null;
  to: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** The owner's reason or the administrator's note. */
  note: string | null;
}

export interface WalletsAdminHistoryMeta {
  pagination: {
    /** Items in all pages. */
    total: number;
    /** Items in this page. */
    count: number;
    per_page: number;
    current_page: number;
    total_pages: number;
  };
}

export type ServiceAboutInput = Record<never, never>;

export interface ServiceAboutData {
  name: string;
  /** The version of this base address. */
  version: string;
  versions: {
    id: string;
    state: 'Active' | 'Maintenance' | 'Deprecated';
    released_on: string;
    /** Day since which it is deprecated; null while it is not. */
    deprecated_on: string | null;
    /** Day after which it may be switched off; null while that is not decided. */
    sunset_on: string | null;
    /** The version that supersedes it, or null. */
    successor: string | null;
  }[];
  /** Paths below the base address. */
  links: {
    health: string;
    docs: string;
    openapi: string;
  };
}

export type ServiceAboutMeta = Record<never, never>;

export type ServiceHealthInput = Record<never, never>;

export interface ServiceHealthData {
  /** degraded: there is no catalog, or it is older than 10800 seconds. */
  status: 'ok' | 'degraded';
  /** The version of this base address. */
  version: string;
  versions: {
    id: string;
    state: 'Active' | 'Maintenance' | 'Deprecated';
    released_on: string;
    /** Day since which it is deprecated; null while it is not. */
    deprecated_on: string | null;
    /** Day after which it may be switched off; null while that is not decided. */
    sunset_on: string | null;
    /** The version that supersedes it, or null. */
    successor: string | null;
  }[];
  catalog: {
    as_of: string | null;
    age_seconds: number | null;
  };
  time: string;
}

export type ServiceHealthMeta = Record<never, never>;

/** Every operation of the API, by capability. */
export interface Client {
  readonly accounts: {
    /** Begin a login: POST /auth/challenge */
    readonly challenge: Operation<AccountsChallengeInput, AccountsChallengeData, AccountsChallengeMeta>;
    /** Log in with a signed message: POST /auth/login */
    readonly login: Operation<AccountsLoginInput, AccountsLoginData, AccountsLoginMeta>;
    /** Log out: GET /auth/logout */
    readonly logout: Operation<AccountsLogoutInput, AccountsLogoutData, AccountsLogoutMeta>;
    /** List sessions: GET /user/sessions */
    readonly listSessions: Collection<AccountsListSessionsInput, AccountsListSessionsItem, AccountsListSessionsMeta>;
    /** End all other sessions: DELETE /user/sessions */
    readonly revokeOtherSessions: Operation<AccountsRevokeOtherSessionsInput, AccountsRevokeOtherSessionsData, AccountsRevokeOtherSessionsMeta>;
    /** End a session: DELETE /user/sessions/{id} */
    readonly revokeSession: Operation<AccountsRevokeSessionInput, AccountsRevokeSessionData, AccountsRevokeSessionMeta>;
    /** Get the own profile: GET /user/profile */
    readonly profile: Operation<AccountsProfileInput, AccountsProfileData, AccountsProfileMeta>;
    /** Get what is left of the limits: GET /user/limits */
    readonly limits: Operation<AccountsLimitsInput, AccountsLimitsData, AccountsLimitsMeta>;
    /** Get the usage: GET /user/usage */
    readonly usage: Operation<AccountsUsageInput, AccountsUsageData, AccountsUsageMeta>;
    /** List account events: GET /user/events */
    readonly listEvents: Collection<AccountsListEventsInput, AccountsListEventsItem, AccountsListEventsMeta>;
    /** List API keys: GET /user/api-keys */
    readonly listApiKeys: Collection<AccountsListApiKeysInput, AccountsListApiKeysItem, AccountsListApiKeysMeta>;
    /** Create an API key: POST /user/api-keys */
    readonly createApiKey: Operation<AccountsCreateApiKeyInput, AccountsCreateApiKeyData, AccountsCreateApiKeyMeta>;
    /** Get an API key: GET /user/api-keys/{id} */
    readonly getApiKey: Operation<AccountsGetApiKeyInput, AccountsGetApiKeyData, AccountsGetApiKeyMeta>;
    /** Change an API key: PUT /user/api-keys/{id} */
    readonly updateApiKey: Operation<AccountsUpdateApiKeyInput, AccountsUpdateApiKeyData, AccountsUpdateApiKeyMeta>;
    /** Revoke an API key: DELETE /user/api-keys/{id} */
    readonly revokeApiKey: Operation<AccountsRevokeApiKeyInput, AccountsRevokeApiKeyData, AccountsRevokeApiKeyMeta>;
    /** Get the usage of an API key: GET /user/api-keys/{id}/usage */
    readonly apiKeyUsage: Operation<AccountsApiKeyUsageInput, AccountsApiKeyUsageData, AccountsApiKeyUsageMeta>;
    /** Rotate an API key: POST /user/api-keys/{id}/rotate */
    readonly rotateApiKey: Operation<AccountsRotateApiKeyInput, AccountsRotateApiKeyData, AccountsRotateApiKeyMeta>;
    /** List users: GET /admin/users */
    readonly listUsers: Collection<AccountsListUsersInput, AccountsListUsersItem, AccountsListUsersMeta>;
    /** Suspend or reinstate a user: PUT /admin/users/{id} */
    readonly adminUpdateUser: Operation<AccountsAdminUpdateUserInput, AccountsAdminUpdateUserData, AccountsAdminUpdateUserMeta>;
    /** List events of all accounts: GET /admin/events */
    readonly adminListEvents: Collection<AccountsAdminListEventsInput, AccountsAdminListEventsItem, AccountsAdminListEventsMeta>;
  };
  readonly strategies: {
    /** List all strategies: GET /strategies */
    readonly list: Collection<StrategiesListInput, StrategiesListItem, StrategiesListMeta>;
    /** All strategies at once: GET /strategies/export */
    readonly export: Operation<StrategiesExportInput, StrategiesExportData, StrategiesExportMeta>;
    /** Strategies side by side: GET /strategies/compare */
    readonly compare: Operation<StrategiesCompareInput, StrategiesCompareData, StrategiesCompareMeta>;
    /** Get a strategy: GET /strategies/{id} */
    readonly get: Operation<StrategiesGetInput, StrategiesGetData, StrategiesGetMeta>;
  };
  readonly market: {
    /** How strategies performed: GET /strategies/performance */
    readonly performance: Collection<MarketPerformanceInput, MarketPerformanceItem, MarketPerformanceMeta>;
    /** Where to put an amount: GET /strategies/recommended */
    readonly recommended: Collection<MarketRecommendedInput, MarketRecommendedItem, MarketRecommendedMeta>;
    /** The market in a few figures: GET /market/summary */
    readonly summary: Operation<MarketSummaryInput, MarketSummaryData, MarketSummaryMeta>;
    /** Token prices: GET /market/prices */
    readonly prices: Collection<MarketPricesInput, MarketPricesItem, MarketPricesMeta>;
    /** What moved: GET /market/trends */
    readonly trends: Operation<MarketTrendsInput, MarketTrendsData, MarketTrendsMeta>;
    /** Total value locked: GET /market/tvl */
    readonly tvl: Collection<MarketTvlInput, MarketTvlItem, MarketTvlMeta>;
    /** APYs side by side: GET /market/apy-comparison */
    readonly apyComparison: Collection<MarketApyComparisonInput, MarketApyComparisonItem, MarketApyComparisonMeta>;
    /** How often the expected APYs held: GET /market/calibration */
    readonly calibration: Operation<MarketCalibrationInput, MarketCalibrationData, MarketCalibrationMeta>;
    /** Chains that have strategies: GET /market/chains */
    readonly chains: Collection<MarketChainsInput, MarketChainsItem, MarketChainsMeta>;
    /** Assets that strategies hold: GET /market/assets */
    readonly assets: Collection<MarketAssetsInput, MarketAssetsItem, MarketAssetsMeta>;
    /** Protocols that have strategies: GET /market/protocols */
    readonly protocols: Collection<MarketProtocolsInput, MarketProtocolsItem, MarketProtocolsMeta>;
  };
  readonly investments: {
    /** List the caller's investments: GET /investments */
    readonly list: Collection<InvestmentsListInput, InvestmentsListItem, InvestmentsListMeta>;
    /** Get an investment: GET /investments/{id} */
    readonly get: Operation<InvestmentsGetInput, InvestmentsGetData, InvestmentsGetMeta>;
    /** Totals of the caller's investments: GET /investments/portfolio */
    readonly portfolio: Operation<InvestmentsPortfolioInput, InvestmentsPortfolioData, InvestmentsPortfolioMeta>;
    /** Deposit into a strategy: POST /investments/deposit */
    readonly deposit: Operation<InvestmentsDepositInput, InvestmentsDepositData, InvestmentsDepositMeta>;
    /** Withdraw from an investment: POST /investments/withdraw */
    readonly withdraw: Operation<InvestmentsWithdrawInput, InvestmentsWithdrawData, InvestmentsWithdrawMeta>;
    /** Get a transaction on a chain: GET /investments/transactions/{id} */
    readonly getTransaction: Operation<InvestmentsGetTransactionInput, InvestmentsGetTransactionData, InvestmentsGetTransactionMeta>;
    /** Report the hashes of a transaction: POST /investments/transactions/{id}/submit */
    readonly submitTransaction: Operation<InvestmentsSubmitTransactionInput, InvestmentsSubmitTransactionData, InvestmentsSubmitTransactionMeta>;
    /** Give up a transaction for which nothing was sent: POST /investments/transactions/{id}/cancel */
    readonly cancelTransaction: Operation<InvestmentsCancelTransactionInput, InvestmentsCancelTransactionData, InvestmentsCancelTransactionMeta>;
    /** List the caller's deposits and withdrawals: GET /investments/history */
    readonly history: Collection<InvestmentsHistoryInput, InvestmentsHistoryItem, InvestmentsHistoryMeta>;
  };
  readonly wallets: {
    /** List wallet connections: GET /wallet/connections */
    readonly connections: Collection<WalletsConnectionsInput, WalletsConnectionsItem, WalletsConnectionsMeta>;
    /** Read balances of connected wallets: GET /wallet/balances */
    readonly balances: Collection<WalletsBalancesInput, WalletsBalancesItem, WalletsBalancesMeta>;
    /** Create wallet connection: POST /api/walletprovider */
    readonly create: Operation<WalletsCreateInput, WalletsCreateData, WalletsCreateMeta>;
    /** List this provider's connections: GET /api/walletprovider */
    readonly list: Collection<WalletsListInput, WalletsListItem, WalletsListMeta>;
    /** Request the removal of a connection: POST /api/walletprovider/removal-request */
    readonly removalRequest: Operation<WalletsRemovalRequestInput, WalletsRemovalRequestData, WalletsRemovalRequestMeta>;
    /** List everybody's wallet connections: GET /admin/walletprovider */
    readonly adminList: Collection<WalletsAdminListInput, WalletsAdminListItem, WalletsAdminListMeta>;
    /** Decide on a wallet connection: PUT /admin/walletprovider/{id} */
    readonly adminUpdate: Operation<WalletsAdminUpdateInput, WalletsAdminUpdateData, WalletsAdminUpdateMeta>;
    /** Read a wallet connection's audit trail: GET /admin/walletprovider/{id}/history */
    readonly adminHistory: Collection<WalletsAdminHistoryInput, WalletsAdminHistoryItem, WalletsAdminHistoryMeta>;
  };
  readonly statistics: {
    /** Read platform statistics: GET /admin/statistics */
    readonly get: Operation<StatisticsGetInput, StatisticsGetData, StatisticsGetMeta>;
  };
  readonly service: {
    /** The service and its versions: GET / */
    readonly about: Operation<ServiceAboutInput, ServiceAboutData, ServiceAboutMeta>;
    /** Health of the service: GET /health */
    readonly health: Operation<ServiceHealthInput, ServiceHealthData, ServiceHealthMeta>;
  };
}
