// Made of the OpenAPI document by `npm run generate`: change the contract, not this file.

import type { Collection, Operation, RawOperation } from '../operation.ts';

/** One of the known values, or one that a later release of the service may add. */
export type OrOther<Known extends string> = Known | (string & Record<never, never>);

/** The service at the base address. */
export interface About {
  /** Name for people; null if it has none. */
  name: string;
  /** The version of this base address. */
  version: string;
  environment: Environment;
  notice: Notice | null;
  /** Every version of the API that is served. */
  versions: VersionState[];
  /** Announced changes that can break clients. */
  changes: AboutChange[];
  links: AboutLinks;
}

export interface AboutChange {
  /** What changes. */
  change: string;
  /** What clients should do. */
  advice: string;
  /** Day of the announcement, UTC. */
  announced_on: string;
  /** Day on which the change takes effect, UTC. */
  effective_on: string;
}

/** Paths below the base address. */
export interface AboutLinks {
  /** Whether the service answers. */
  health: string;
  /** The documentation page. */
  docs: string;
  /** The machine-readable description. */
  openapi: string;
}

/** An audit event: a change of an account, or an action of an operator. */
export interface AccountEvent {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** The type of the item. */
  type: OrOther<'session.created' | 'session.ended' | 'sign_in.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.leaked' | 'user.created' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'user.exported' | 'user.erased' | 'wallet_connection.decided' | 'webhook.created' | 'webhook.updated' | 'webhook.secret_rotated' | 'webhook.deleted' | 'sandbox.clock_moved' | 'operator.command'>;
  /** ISO 8601, UTC. */
  at: string;
  /** Id of the account that the event is about; null if there is none. */
  account: string | null;
  actor: AccountEventActor;
  /** The IP address of the request; null if unknown. */
  source_ip: string | null;
  /** Id of the request; null if there was none. */
  request_id: string | null;
  /** Id of the item that was created, changed or ended. */
  subject: string | null;
  /** Further details. */
  details: Readonly<Record<string, unknown>>;
}

/** The credential or operator that caused the event. */
export interface AccountEventActor {
  /** operator: an operator of the service. anonymous: a caller whose credential was not valid. */
  kind: OrOther<'api_key' | 'session' | 'operator' | 'anonymous'>;
  /** The credential. */
  id: string | null;
  /** Id of the credential's account. */
  account: string | null;
}

/** The result of the request. */
export interface AccountLimits {
  plan: Plan;
  account: AccountLimitsAccount;
  quotas: Quotas;
}

/** The account as a whole. */
export interface AccountLimitsAccount {
  /** Rate limit, requests per minute. */
  requests_per_minute: number;
  /** Burst: requests that can arrive at once. */
  burst: number;
  /** Same value as the header X-RateLimit-Remaining. */
  remaining: number;
  /** Requests that can arrive at once now, including the burst. */
  available: number;
  /** Time at which the bucket is full again. */
  full_at: string;
}

export interface AccountLimitsResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: AccountLimits;
  meta: NoMeta;
}

/** The result of the request. */
export interface AccountUsage {
  /** The last 48 hours, including the current one. */
  hours: UsageHour[];
  /** The last 90 days (UTC), today included. */
  days: UsageDay[];
}

export interface AccountUsageResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: AccountUsage;
  meta: NoMeta;
}

/** A wallet connection, for administrators. */
export interface AdministeredConnection {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** The wallet software that made the connection. */
  provider: OrOther<'walletprovider'>;
  /** Address in EIP-55 form. */
  walletAddress: string;
  /** Id of the end user, chosen by the account. */
  userId: string;
  /** Current status. */
  status: OrOther<'active' | 'removal_requested' | 'suspended' | 'removed'>;
  removalRequest: RemovalRequest | null;
  /** When a signed message last proved control of the wallet; null if it never did. */
  provenAt: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
  /** Id of the account that created the connection. */
  account: string;
  /** The latest administrator's note. */
  note: string | null;
  /** Number of entries in the history. */
  changes: number;
}

export interface AdministeredConnectionListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: AdministeredConnection[];
  meta: CursorPageMeta;
}

/** A user as administrators see them. */
export interface AdminUser {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** The wallet that signs in; EIP-55 form. */
  wallet_address: string | null;
  /** The chain (EIP-155 id) of a wallet that is a contract; null for a wallet that is a key. */
  wallet_chain_id: number | null;
  /** Name for people; null if it has none. */
  name: string | null;
  /** Role of the user: only an admin may use the operations of administrators. */
  role: OrOther<'user' | 'admin'>;
  plan: Plan;
  limits: RequestLimits;
  /** Number of keys that count towards the quota. */
  api_keys: number;
  /** Time of the suspension; null if the user is not suspended. */
  suspended_at: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
}

export interface AdvanceClockRequest {
  /** Duration in seconds, minutes, hours or days, at most 90 days. */
  advance: string;
}

export interface AdvanceClockResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: SandboxClock;
  meta: NoMeta;
}

/** A condition on strategies or positions that creates events. */
export interface Alert {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** Name for people; null if it has none. */
  name: string | null;
  /** The condition that it checks. */
  kind: OrOther<'apy_above' | 'apy_below' | 'apy_rose' | 'apy_fell' | 'tvl_fell' | 'risk_level_changed' | 'flagged' | 'unlisted' | 'relisted' | 'paused' | 'stale' | 'deposit_confirmed' | 'deposit_failed'>;
  /** Which strategies it watches: one, those of your positions, or those that match the filter. */
  target: OrOther<'strategy' | 'positions' | 'filter'>;
  /** Id of the watched strategy, if the target is strategy; null otherwise. */
  strategy_id: string | null;
  filter: AlertFilter | null;
  /** Level of the APY, percent. Null for kinds without a level. */
  level: number | null;
  /** Points of APY, or percent of the TVL. Null for kinds without a change. */
  by: number | null;
  /** Number of past days of the comparison. Null for kinds without one. */
  days: number | null;
  /** How far a figure must move back before the alert can report it again, in points of APY or percent of the TVL. Null if not set. */
  hysteresis: number | null;
  /** Minutes after an event in which the alert does not report the same strategy again. */
  cooldown_minutes: number;
  /** Whether the alert is paused. */
  paused: boolean;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
}

/** Properties of the watched strategies, for the target filter; null for other targets. */
export interface AlertFilter {
  /** Blockchain name, lower case; null for any. */
  chain: string | null;
  /** Asset symbol, upper case; null for any. */
  asset: string | null;
  /** Name of the protocol, lower case; null for any. */
  protocol: string | null;
  /** Kind of strategy; null for any. */
  strategy_type: string | null;
  /** Whether the strategies are of stablecoins; null for any. */
  stablecoin: boolean | null;
}

/** Additional information about the data. */
export interface AlertListMeta {
  /** Cursor: send it as `after` to get the next page. Null on the last page. */
  next_after: string | null;
  quota: Quota;
  pagination: Pagination;
}

export interface AlertListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Alert[];
  meta: AlertListMeta;
}

/** The request, and how the amount is divided. On recorded markets, half of the allocations realized at least expected_apy.mean, and 84 of 100 at least expected_apy.low80. */
export interface Allocation {
  /** USD. */
  amount: number;
  amount_in: AllocationAmountIn | null;
  /** Value of the request. */
  family: string | null;
  /** Assets of the request, separated by commas. */
  asset: string | null;
  /** Chains of the request, separated by commas. */
  chain: string | null;
  risk_level: RiskLevel;
  /** Days of the estimate. */
  horizon_days: number;
  /** Allocation cap per strategy, as a share of the amount, 0 to 1. */
  max_share: number;
  /** Allocation cap per protocol, as a share of the amount, 0 to 1. */
  max_protocol_share: number;
  /** Allocation cap per chain, as a share of the amount, 0 to 1. */
  max_chain_share: number;
  /** Strategies for the asset and chain. */
  considered: number;
  /** Strategies that passed every rule. */
  eligible: number;
  /** Strategies with a part of the amount. */
  positions: number;
  /** Share of the amount that is allocated, 0 to 1. */
  allocated_share: number;
  /** USD. */
  allocated_amount: number;
  /** USD. */
  unallocated_amount: number;
  unallocated_reason: Reason | null;
  expected_apy: ExpectedApy | null;
  /** Costs of entering and leaving all positions, USD. */
  costs: number;
  /** Days until the gain over the current position covers all costs. */
  days_to_break_even: number | null;
  /** USD. */
  min_tvl: number;
  /** Value of the request. Null for any. */
  settlement: OrOther<'onchain' | 'sandbox' | 'none'> | null;
  from: AllocationFrom | null;
  /** Expected APY of the allocated part after costs, percent. Null if nothing is allocated. */
  expected_net_apy: number | null;
  /** Lower bound of the allocated part after costs, percent. An allocation for which it is not above 0 is empty. */
  low80_net_apy: number | null;
  /** Over the horizon, USD. */
  expected_earnings: number;
}

/** The amount in units of amount_asset and its price in USD. Null for an amount in USD. */
export interface AllocationAmountIn {
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** In units of the asset. */
  amount: number;
  /** USD. */
  price: number;
}

/** How often past allocations of one horizon and risk level reached their mean and their lower bound. */
export interface AllocationCalibration {
  /** Days of the estimate. */
  horizon_days: number;
  risk_level: RiskLevel;
  /** Allocations whose horizon has ended. */
  allocations: number;
  /** Share of allocations that realized at least the mean, 0 to 1; about 0.5 is right. Null without allocations. */
  mean_reached: number | null;
  /** Share of allocations that realized at least the lower bound, 0 to 1; 0.8 to 0.9 is right. */
  low80_reached: number | null;
}

/** The current position. The part that is not allocated stays there. Null for idle money. */
export interface AllocationFrom {
  /** Id of the strategy. */
  strategy_id: string;
  expected_apy: ExpectedApy;
}

/** An API key without its secret. */
export interface ApiKey {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** Name for people; null if it has none. */
  name: string;
  /** The first characters of the key, by which you recognize it. */
  hint: string;
  /** Permissions of the credential. */
  scopes: (OrOther<'strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin'>)[];
  /** A replaced key was rotated and works until expires_at. */
  status: OrOther<'active' | 'replaced' | 'expired'>;
  /** ISO 8601, UTC. */
  created_at: string;
  /** null for a key that never expires. */
  expires_at: string | null;
  /** When the key was last used: the beginning of the hour of the last request, but not before the creation. Null if it was never used. */
  last_used_at: string | null;
  /** Requests admitted with this key so far. */
  requests_used: number;
  /** Id of the successor that a rotation created. */
  replaced_by: string | null;
  /** IP addresses and ranges from which the key may be used; null for all. */
  allowed_ips: string[] | null;
}

/** The account has a new API key. */
export interface ApiKeyCreatedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'api_key.created';
  data: ApiKeyCreatedEventData;
}

/** Details of the event. */
export interface ApiKeyCreatedEventData {
  /** Id of the API key. */
  api_key_id: string;
}

/** Somebody reported the text of an API key as leaked. The key is revoked. */
export interface ApiKeyLeakedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'api_key.leaked';
  data: ApiKeyLeakedEventData;
}

/** Details of the event. */
export interface ApiKeyLeakedEventData {
  /** Id of the API key. */
  api_key_id: string;
}

export interface ApiKeyListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: ApiKey[];
  meta: CursorPageMeta;
}

/** In one hour, requests with an API key came from IP addresses outside its allowlist. */
export interface ApiKeyRefusedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'api_key.refused';
  data: ApiKeyRefusedEventData;
}

/** Details of the event. */
export interface ApiKeyRefusedEventData {
  /** Id of the API key. */
  api_key_id: string;
  /** Beginning of the counted hour. */
  hour: string;
  /** Requests of the hour that were rejected, because the allowlist does not contain their IP address. */
  refused: number;
}

/** An API key was revoked. */
export interface ApiKeyRevokedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'api_key.revoked';
  data: ApiKeyRevokedEventData;
}

/** Details of the event. */
export interface ApiKeyRevokedEventData {
  /** Id of the API key. */
  api_key_id: string;
}

/** An API key was rotated. */
export interface ApiKeyRotatedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'api_key.rotated';
  data: ApiKeyRotatedEventData;
}

/** Details of the event. */
export interface ApiKeyRotatedEventData {
  /** Id of the API key. */
  api_key_id: string;
}

/** An API key of the account has other restrictions, another name or an earlier expiry. */
export interface ApiKeyUpdatedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'api_key.updated';
  data: ApiKeyUpdatedEventData;
}

/** Details of the event. */
export interface ApiKeyUpdatedEventData {
  /** Id of the API key. */
  api_key_id: string;
}

/** The result of the request. */
export interface ApiKeyUsage {
  /** The last 48 hours, including the current one. */
  hours: UsageHour[];
  /** The last 90 days (UTC), today included. */
  days: UsageDay[];
}

export interface ApiKeyUsageResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: ApiKeyUsage;
  meta: NoMeta;
}

export type ApiVersionState = 'Active' | 'Maintenance' | 'Deprecated';

/** APYs of the strategies of a chain, protocol or asset. */
export interface ApyComparison {
  /** The chain, protocol or asset. */
  key: string;
  /** Listed strategies. */
  strategies: number;
  /** USD. */
  tvl: number;
  best: ApyComparisonBest;
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

/** The strategy with the highest APY. */
export interface ApyComparisonBest {
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
  asset: string;
  /** Name of the underlying protocol, lower case. */
  protocol: string;
  risk_level: RiskLevel;
  /** Total value locked in USD. */
  tvl: number;
}

/** Additional information about the data. */
export interface ApyComparisonListMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
  /** The kind of a row. */
  group_by: OrOther<'chain' | 'protocol' | 'asset'>;
  pagination: Pagination;
}

export interface ApyComparisonListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: ApyComparison[];
  meta: ApyComparisonListMeta;
}

/** An asset that strategies hold. */
export interface Asset {
  /** Value for the filter `underlying`. */
  key: string;
  /** Value for the filter `family`. Null if the asset belongs to no family. */
  family: string | null;
  /** Listed strategies. */
  strategies: number;
  /** TVL of these strategies, USD. */
  tvl: number;
  /** Number of these strategies that hold no other asset. */
  single: number;
}

/** Additional information about the data. */
export interface AssetListMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
  pagination: Pagination;
}

export interface AssetListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Asset[];
  meta: AssetListMeta;
}

export interface AuditLogOfAllAccountsResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: AccountEvent[];
  meta: CursorPageMeta;
}

export interface AuditLogResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: AccountEvent[];
  meta: CursorPageMeta;
}

export interface BadRequestError {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  error: BadRequestErrorBody;
}

/** Why the request failed. */
export interface BadRequestErrorBody {
  code: ErrorCode;
  /** A sentence for people; it may change. */
  message: string;
  details?: BadRequestErrorDetails;
}

/** Details of the error. Each field can be absent. */
export interface BadRequestErrorDetails {
  /** Id of the request, as in X-Request-Id. Send it to support. */
  request_id?: string;
  /** The broken rules. After the first 20, the last item says how many more there are. */
  issues?: Issue[];
  /** The chains that are supported. */
  supported?: string[];
}

/** One token's balance of a wallet on one chain. */
export interface Balance {
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** null: the chain's native currency. */
  token_address: string | null;
  /** Decimals of the token. */
  decimals: number;
  /** Exact decimal string in units of the asset. */
  amount: string;
  /** Exact whole number in the token's base unit. */
  amount_base_units: string;
  /** Price of one unit in USD; null if unknown. */
  price_usd: number | null;
  /** null without a price. */
  value_usd: number | null;
}

/** How balances of a wallet change. */
export interface BalanceChanges {
  /** Change of the asset in the wallet: an exact decimal, negative if the asset leaves the wallet. */
  assets: string;
  /** Change of the vault's shares in the wallet: an exact decimal, negative if shares leave the wallet. */
  shares: string;
}

/** Additional information about the data. */
export interface BalanceListMeta {
  /** Cursor: send it as `after` to get the next page. Null on the last page. */
  next_after: string | null;
  /** By chain. */
  chains: ChainReport[];
  /** ISO 8601, UTC. */
  prices_as_of: string | null;
  pagination: Pagination;
}

export interface BalanceListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: WalletBalances[];
  meta: BalanceListMeta;
}

/** A sandbox investment. Amounts are in units of its asset. */
export interface BookedInvestment {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** Id of the end user (sub-account). Null for the account's own. */
  user_id: string | null;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** Unit of the amounts: the asset of the strategy. */
  asset: string;
  /** sandbox: no real money, only in test stages. onchain: a vault on its chain. */
  settlement: OrOther<'onchain' | 'sandbox' | 'none'>;
  /** closed after a full withdrawal. A new deposit makes it active again. */
  status: OrOther<'active' | 'closed'>;
  /** Exact decimal string in units of the asset. */
  value: string;
  /** Average cost of the current investment: deposits less the withdrawn part. Received vault shares cost their value at their block. Shares from another proven wallet of the account keep their cost. */
  principal: string;
  /** Exact decimal string in units of the asset. */
  earned: string;
  /** earned / principal; null without either. */
  earned_percent: number | null;
  /** Withdrawn amount less its cost. */
  realized_earnings: string;
  /** Exact decimal string in units of the asset. */
  total_deposited: string;
  /** Exact decimal string in units of the asset. */
  total_withdrawn: string;
  /** Ethereum address in EIP-55 form; null without a wallet. */
  wallet_address: string | null;
  onchain: InvestmentOnChain | null;
  /** Time of the first deposit. For a vault, the time of the first block. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** ISO 8601, UTC. */
  closed_at: string | null;
}

/** How often the published intervals of one kind and horizon held. */
export interface Calibration {
  /** stablecoin and single_asset hold one asset, stablecoin_pool and pool several; or all. */
  kind: string;
  /** Days of the estimate. */
  horizon_days: number;
  /** Published intervals whose horizon has ended. */
  outcomes: number;
  /** Share of results inside the interval, 0 to 1; null without results. */
  within: number | null;
  /** Share of results below the interval, 0 to 1; null without results. */
  below: number | null;
  /** Share of results above the interval, 0 to 1; null without results. */
  above: number | null;
  /** Share of results that should be inside the interval, 0 to 1. */
  promised: number;
  /** Width of the interval below the estimate, in spreads. Null for all kinds together. */
  reach_down: number | null;
  /** Width of the interval above the estimate, in spreads. Null for all kinds together. */
  reach_up: number | null;
  /** Results from which reach_down and reach_up were computed. They include days before the service published intervals. */
  learned_from: number;
}

/** Additional information about the data. */
export interface CalibrationReportMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
  /** The first day whose intervals are counted. */
  since: string | null;
  /** How past allocations did, by horizon and risk level. */
  allocations: AllocationCalibration[];
}

export interface CalibrationReportResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Calibration[];
  meta: CalibrationReportMeta;
}

export interface CancelTransactionRequest {
  /** true: no wallet signed the last step (deposit, withdraw or redeem) or the calls. may_still_execute becomes false. Only you can know it. */
  never_signed?: boolean;
}

export interface CancelTransactionResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: ChainTransaction;
  meta: NoMeta;
}

/** A chain that has strategies. */
export interface Chain {
  /** Value for the filter `chain`. */
  key: string;
  /** Name for people; null if it has none. */
  name: string;
  /** EIP-155 id. Null for chains of other kinds. */
  chain_id: number | null;
  /** Listed strategies. */
  strategies: number;
  /** TVL of these strategies, USD. */
  tvl: number;
}

/** Additional information about the data. */
export interface ChainListMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
  pagination: Pagination;
}

export interface ChainListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Chain[];
  meta: ChainListMeta;
}

/** The result for one chain. It can fail without the others. */
export interface ChainReport {
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** EIP-155 id of the chain; null for chains of other kinds. */
  chain_id: number;
  /** partial: some tokens could not be read. unavailable: the chain could not be read. */
  status: OrOther<'ok' | 'partial' | 'unavailable'>;
  /** The reason; null if none was given. */
  reason: OrOther<'timeout' | 'unreachable' | 'wrong_chain' | 'no_multicall' | 'bad_answer' | 'token_failed'> | null;
  /** Symbols of the tokens that could not be read. */
  unread_assets: string[];
  /** The block at which the balances were read. */
  block_number: number | null;
}

/** A deposit or withdrawal on a chain. The caller signs and sends its steps. */
export interface ChainTransaction {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** The type of the item. */
  type: OrOther<'deposit' | 'withdrawal'>;
  /** How deposits are settled. */
  settlement: OrOther<'onchain'>;
  /** pending: waits for the steps to be sent. submitted: a hash is known. included: in a block with too few confirmations. Only confirmed money counts. For failed, failure says why. expired and cancelled: the service no longer expects the steps. After reversed, the block was replaced. */
  status: OrOther<'pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed'>;
  /** Id of the end user (sub-account). Null for the account's own. */
  user_id: string | null;
  /** Id of the other transaction of a move. Null if the transaction is not part of a move. */
  counterpart_id: string | null;
  /** reverted: the vault step was mined and failed. no_effect: it was mined, and the vault did nothing for the wallet. replaced: another transaction of the wallet used its nonce. Null otherwise. */
  failure: OrOther<'reverted' | 'no_effect' | 'replaced'> | null;
  /** Id of the investment, in GET /investments after the first confirmation if the wallet is proven. */
  investment_id: string;
  /** Id of the strategy. */
  strategy_id: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** EIP-155 id of the chain; null for chains of other kinds. */
  chain_id: number;
  /** Address of the vault on its chain. */
  vault_address: string;
  /** Ethereum address in EIP-55 form; null without a wallet. */
  wallet_address: string;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** The amount of the request. Null for a withdrawal of everything. */
  requested_amount: string | null;
  /** The requested amount. Once the transaction is included, the amount of the vault's event. Until then, null for a withdrawal of everything. */
  amount: string | null;
  /** The steps that the wallet signs and sends, in this order. */
  steps: TransactionStep[];
  /** The steps as calls without a signature, for wallet_sendCalls (EIP-5792). Send atomicRequired: true, so that the wallet carries out all calls in one transaction, or none. */
  calls: WalletCall[];
  expected_changes: BalanceChanges | null;
  /** Address that a confirmed withdrawal paid, or that got the shares of a confirmed deposit. If it is not wallet_address, the wallet signed a call with another receiver. Null until the confirmation. */
  receiver_address: string | null;
  actual_changes: BalanceChanges | null;
  /** Whether actual_changes are at most 0.5% worse for the wallet than expected_changes. Null if one of them is null. */
  changes_as_expected: boolean | null;
  /** Whether the service simulated all steps on the state of the latest block. What happened on the chain is in status. */
  simulated: boolean;
  /** The reported hashes, the latest last. */
  hashes: string[];
  /** Whether the steps may still move money. This can be true for an expired or cancelled transaction, because the wallet may have signed it. It is false as soon as the vault step was executed or failed, another transaction used its nonce, it can no longer succeed, or you cancelled with never_signed. */
  may_still_execute: boolean;
  /** Hash of the transaction with the vault's event; null while there is none. */
  transaction_hash: string | null;
  /** Number of the block; null while there is none. */
  block_number: number | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** ISO 8601, UTC. */
  expires_at: string;
}

/** One entry in the history of a connection. */
export interface ConnectionChange {
  /** Number in the history, from 1. */
  number: number;
  /** ISO 8601, UTC. */
  at: string;
  /** User id of who made the change; null once that user has been erased. */
  actorId: string | null;
  /** Role of the user who made the change. */
  actorRole: OrOther<'user' | 'admin'>;
  /** Id of the key or session that made the change; null once its user has been erased. */
  credentialId: string | null;
  /** Id of the request that made the change. */
  requestId: string;
  /** null: the connection was created. */
  from: OrOther<'active' | 'removal_requested' | 'suspended' | 'removed'> | null;
  /** New status. */
  to: OrOther<'active' | 'removal_requested' | 'suspended' | 'removed'>;
  /** Reason of the account or note of the administrator. */
  note: string | null;
}

export interface ConnectionDirectoryResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: WalletConnection[];
  meta: CursorPageMeta;
}

export interface ConnectionHistoryResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: ConnectionChange[];
  meta: CursorPageMeta;
}

export interface ConnectionListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: WalletConnection[];
  meta: CursorPageMeta;
}

/** Properties of the watched strategies, for the target filter. Send at least a chain, an asset or a protocol. */
export interface CreateAlertFilter {
  /** Blockchain name. */
  chain?: string;
  /** Asset symbol. */
  asset?: string;
  /** Name of the protocol. */
  protocol?: string;
  /** Kind of strategy, such as lending. */
  strategy_type?: string;
  /** Whether the strategies are of stablecoins. */
  stablecoin?: boolean;
}

export interface CreateAlertRequest {
  /** The condition that it checks. */
  kind: 'apy_above' | 'apy_below' | 'apy_rose' | 'apy_fell' | 'tvl_fell' | 'risk_level_changed' | 'flagged' | 'unlisted' | 'relisted' | 'paused' | 'stale' | 'deposit_confirmed' | 'deposit_failed';
  /** Which strategies it watches: one, those of your positions, or those that match the filter. */
  target: 'strategy' | 'positions' | 'filter';
  /** Id of the strategy, for the target strategy. */
  strategy_id?: string;
  filter?: CreateAlertFilter;
  /** Name for people. */
  name?: string | null;
  /** Level of the APY, percent. Required for apy_above and apy_below. */
  level?: number;
  /** How far a figure moves: points of APY for apy_rose and apy_fell, percent for tvl_fell. Required for these kinds. */
  by?: number;
  /** Number of past days. A change is measured from the highest or lowest value of these days. Default: 7. */
  days?: number;
  /** How far a figure must move back before the alert can report it again, in points of APY or percent of the TVL. Default: 0.25, or half of by if that is less. */
  hysteresis?: number;
  /** Minutes after an event in which the alert does not report the same strategy again. Default: 60. */
  cooldown_minutes?: number;
  /** Whether the alert is paused. */
  paused?: boolean;
}

export interface CreateAlertResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: Alert;
  meta: NoMeta;
}

export interface CreateApiKeyRequest {
  /** Name of the key, for people. */
  name: string;
  /** Scopes of the key, each at most once. Default: all read scopes. */
  scopes?: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  /** Expiry of the key, UTC. Null or left out: it never expires. */
  expires_at?: string | null;
  /** IPv4 and IPv6 addresses and ranges from which the key may be used. Null: all. To allow more addresses than before, you must have signed in within the last 15 minutes. */
  allowed_ips?: string[] | null;
}

export interface CreateApiKeyResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: CreatedApiKey;
  meta: NoMeta;
}

export interface CreateConnectionRequest {
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  walletAddress: string;
  /** Your id of the end user. Use an opaque id, not a name or an e-mail address. */
  userId: string;
}

export interface CreateConnectionResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: WalletConnection;
  meta: NoMeta;
}

/** The result of the request. */
export interface CreatedApiKey {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** Name for people; null if it has none. */
  name: string;
  /** The first characters of the key, by which you recognize it. */
  hint: string;
  /** Permissions of the credential. */
  scopes: (OrOther<'strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin'>)[];
  /** A replaced key was rotated and works until expires_at. */
  status: OrOther<'active' | 'replaced' | 'expired'>;
  /** ISO 8601, UTC. */
  created_at: string;
  /** null for a key that never expires. */
  expires_at: string | null;
  /** When the key was last used: the beginning of the hour of the last request, but not before the creation. Null if it was never used. */
  last_used_at: string | null;
  /** Requests admitted with this key so far. */
  requests_used: number;
  /** Id of the successor that a rotation created. */
  replaced_by: string | null;
  /** IP addresses and ranges from which the key may be used; null for all. */
  allowed_ips: string[] | null;
  /** The key. It is shown only once, and the service does not store it. */
  key: string;
}

/** The result of the request. */
export interface CreatedWebhook {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** URL to which events are sent. */
  url: string;
  /** Description for people; null if it has none. */
  description: string | null;
  /** Event types that the endpoint receives; null for all. */
  types: (OrOther<'investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.leaked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.created' | 'webhook.updated' | 'webhook.disabled'>)[] | null;
  /** Events are sent to an enabled endpoint only. unverified: it has not answered a challenge yet. */
  status: OrOther<'unverified' | 'enabled' | 'disabled'>;
  /** owner: you disabled it. gone: it answered 410. failing: nothing arrived for three days. key_revoked: the key in set_by was revoked. Null while enabled. */
  disabled_reason: OrOther<'owner' | 'gone' | 'failing' | 'key_revoked'> | null;
  /** Time at which its address returned the challenge of a test. Null before that, and again after the address changed. */
  verified_at: string | null;
  /** Until this time, deliveries are also signed with the previous secret. Null if there is none. */
  previous_secret_until: string | null;
  /** When an event last arrived; null before the first. */
  last_delivered_at: string | null;
  /** Time of the first failed attempt after the last delivery; null if the last attempt succeeded. */
  failing_since: string | null;
  /** Id of the API key or session that created it. */
  created_by: string;
  /** Id of the API key or session that last set its address, types or secret, or enabled it. Rotating a key replaces the key's id with its successor's. Revoking this key disables the endpoint. */
  set_by: string;
  /** Number of events that failed and will be sent again. */
  waiting_events: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** Secret with which you check signatures. It is shown only once. */
  secret: string;
}

export interface CreateWebhookRequest {
  /** URL to which events are sent by POST. It must be https, with port 443 or a port from 1024 on, and reach a public IP address. A service that runs on your own machine also accepts http on that machine. */
  url: string;
  /** Event types that the endpoint receives. Null: all. */
  types?: WebhookEventType[] | null;
  /** Description of the endpoint, for people. */
  description?: string | null;
}

export interface CreateWebhookResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: CreatedWebhook;
  meta: NoMeta;
}

/** Additional information about the data. */
export interface CursorPageMeta {
  /** Cursor: send it as `after` to get the next page. Null on the last page. */
  next_after: string | null;
  pagination: Pagination;
}

export interface DeleteAlertResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: DeletedAlert;
  meta: NoMeta;
}

/** The result of the request. */
export interface DeletedAlert {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** Current status. */
  status: OrOther<'deleted'>;
}

/** The result of the request. */
export interface DeletedWebhook {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** Current status. */
  status: OrOther<'deleted'>;
}

export interface DeleteWebhookResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: DeletedWebhook;
  meta: NoMeta;
}

export interface DeliveryListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: WebhookDelivery[];
  meta: CursorPageMeta;
}

/** A deposit that an alert watches is confirmed. */
export interface DepositConfirmedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'deposit.confirmed';
  data: DepositConfirmedEventData;
}

/** Details of the event. */
export interface DepositConfirmedEventData {
  /** Id of the alert that created the event. */
  alert_id: string;
  /** Id of the transaction. */
  transaction_id: string;
  /** Type of the transaction. */
  transaction_type: OrOther<'deposit' | 'withdrawal' | 'adjustment'>;
  /** How deposits are settled. */
  settlement: OrOther<'onchain' | 'sandbox'>;
  /** Id of the investment; null if there is none. */
  investment_id: string | null;
  /** Id of the strategy. */
  strategy_id: string;
  /** Id of the end user (sub-account); null for the account's own. */
  user_id: string | null;
  /** Asset symbol, upper case. */
  asset: string;
  /** Amount in units of the asset; null for a withdrawal of everything. */
  amount: string | null;
  /** Hash of the transaction on its chain; null if there is none. */
  transaction_hash: string | null;
}

/** A deposit that an alert watches failed. */
export interface DepositFailedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'deposit.failed';
  data: DepositFailedEventData;
}

/** Details of the event. */
export interface DepositFailedEventData {
  /** Id of the alert that created the event. */
  alert_id: string;
  /** Id of the transaction. */
  transaction_id: string;
  /** Type of the transaction. */
  transaction_type: OrOther<'deposit' | 'withdrawal' | 'adjustment'>;
  /** How deposits are settled. */
  settlement: OrOther<'onchain' | 'sandbox'>;
  /** Id of the investment; null if there is none. */
  investment_id: string | null;
  /** Id of the strategy. */
  strategy_id: string;
  /** Id of the end user (sub-account); null for the account's own. */
  user_id: string | null;
  /** Asset symbol, upper case. */
  asset: string;
  /** Amount in units of the asset; null for a withdrawal of everything. */
  amount: string | null;
  /** Hash of the transaction on its chain; null if there is none. */
  transaction_hash: string | null;
}

export interface DepositRequest {
  /** Id of the strategy to deposit into. */
  strategy_id: string;
  /** Decimal string in units of the asset, with at most as many decimals as the asset has. A JSON number with at most 15 significant digits is accepted too. */
  amount: string;
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  wallet_address?: string;
  /** Asset of the amount. Rejected if it is not deposit_asset of the strategy. */
  asset?: string;
  /** Id of the end user. The deposit is booked in this sub-account. Use an opaque id, not a name or an e-mail address. The ledger keeps it when the account is erased. */
  user_id?: string;
}

export interface DepositResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: TransactionResult;
  meta: NoMeta;
}

/** The result of the request. */
export interface EndedSession {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** Current status. */
  status: OrOther<'ended'>;
}

/** The result of the request. */
export interface EndedSessions {
  /** Sessions that this request has ended. */
  sessions_ended: number;
}

/** The kind of deployment and of market data. */
export interface Environment {
  /** local: a server on a developer's machine, with chains of its own. test: a deployed stage with the sandbox. live: a deployed stage with real money. */
  kind: OrOther<'local' | 'test' | 'live'>;
  /** sample: strategies, yields and prices are made up. live: they are read from their sources. */
  market: OrOther<'sample' | 'live'>;
}

/** Machine-readable code. Its meaning is in the documentation at /docs/errors#error-CODE. */
export type ErrorCode = OrOther<'invalid_request' | 'invalid_chain' | 'invalid_risk_level' | 'unauthorized' | 'sign_in_refused' | 'forbidden' | 'session_required' | 'recent_sign_in_required' | 'not_found' | 'strategy_not_found' | 'investment_not_found' | 'asset_not_priced' | 'strategy_not_accepting_deposits' | 'below_minimum_deposit' | 'settlement_unavailable' | 'native_asset' | 'transaction_not_found' | 'transaction_not_open' | 'open_transaction_limit_reached' | 'simulation_failed' | 'signature_refused' | 'unsafe_share_price' | 'chain_unavailable' | 'sub_account_limit_reached' | 'deposit_cap_exceeded' | 'move_unavailable' | 'insufficient_balance' | 'idempotency_key_reused' | 'wallet_connection_not_found' | 'wallet_already_connected' | 'proof_refused' | 'wallet_connection_limit_reached' | 'invalid_transition' | 'api_key_not_found' | 'user_not_found' | 'session_not_found' | 'api_key_limit_reached' | 'api_key_not_rotatable' | 'webhook_not_found' | 'webhook_not_verified' | 'delivery_not_found' | 'webhook_limit_reached' | 'alert_not_found' | 'alert_limit_reached' | 'too_many_transactions' | 'new_account_limit_reached' | 'too_many_webhook_tests' | 'rate_limit_exceeded' | 'internal_error'>;

/** Additional information about the data. */
export interface EstimateMoveMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
}

export interface EstimateMoveResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: MoveEstimate;
  meta: EstimateMoveMeta;
}

/** An event of the account. It can be read for 30 days. */
export interface EventEnvelope {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: OrOther<'investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.leaked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.created' | 'webhook.updated' | 'webhook.disabled'>;
  /** Details of the event. The fields depend on the type. The documentation at /docs/events lists them, and so do the callbacks of `POST /webhooks`. */
  data: Readonly<Record<string, unknown>>;
}

/** Additional information about the data. */
export interface EventListMeta {
  /** Cursor: send it as `after` to get the next page. Null on the last page, and with order=desc. */
  next_after: number | null;
  /** The highest sequence of all events of the account; 0 before the first. */
  last_sequence: number;
  pagination: Pagination;
}

export interface EventListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: EventEnvelope[];
  meta: EventListMeta;
}

/** A contract that the steps of a deposit or withdrawal call. */
export interface ExecutionContract {
  /** vault: the ERC-4626 vault. asset: the token that it takes. router: the contract that deposits and withdraws within bounds of price. */
  role: OrOther<'vault' | 'asset' | 'router'>;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** EIP-155 id of the contract's chain. Local and test chains have other ids than the public chain. */
  chain_id: number;
  /** Address of the contract, written as in steps. */
  address: string;
  /** Of a router, the order of its arguments. Null for the other roles. */
  kind: OrOther<'erc4626' | 'yearn'> | null;
}

/** Expected mean APY over a horizon. */
export interface ExpectedApy {
  /** APY in percent: 5.0 means 5%. */
  mean: number;
  /** One outcome in ten is expected below it, percent. */
  low80: number;
  /** One outcome in ten is expected above it, percent. */
  high80: number;
}

export interface ForbiddenError {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  error: ForbiddenErrorBody;
}

/** Why the request failed. */
export interface ForbiddenErrorBody {
  code: ErrorCode;
  /** A sentence for people; it may change. */
  message: string;
  details?: ForbiddenErrorDetails;
}

/** Details of the error. Each field can be absent. */
export interface ForbiddenErrorDetails {
  /** Id of the request, as in X-Request-Id. Send it to support. */
  request_id?: string;
  /** The scope that the credential lacks. */
  required_scope?: OrOther<'strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin'>;
  /** Scopes that the new key cannot have. */
  missing_scopes?: (OrOther<'strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin'>)[];
}

export interface GetAboutResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: About;
  meta: NoMeta;
}

export interface GetAlertResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: Alert;
  meta: NoMeta;
}

export interface GetApiKeyResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: ApiKey;
  meta: NoMeta;
}

export interface GetConnectionResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: WalletConnection;
  meta: NoMeta;
}

export interface GetHealthResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: Health;
  meta: NoMeta;
}

/** Additional information about the data. */
export interface GetInvestmentMeta {
  /** Time of the values. */
  as_of: string;
}

export interface GetInvestmentResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: Investment;
  meta: GetInvestmentMeta;
}

/** Additional information about the data. */
export interface GetPortfolioMeta {
  /** Time of the values. */
  as_of: string;
  /** When the prices were observed; null when there are none. */
  prices_as_of: string | null;
}

export interface GetPortfolioResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: Portfolio;
  meta: GetPortfolioMeta;
}

/** Additional information about the data. */
export interface GetStatisticsMeta {
  /** ISO 8601, UTC. */
  as_of: string;
  /** Age of the prices; null without prices. */
  prices_as_of: string | null;
}

export interface GetStatisticsResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: Statistics;
  meta: GetStatisticsMeta;
}

export interface GetStrategyResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: StrategyDetail;
  meta: NoMeta;
}

export interface GetTransactionResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: TransactionDetail;
  meta: NoMeta;
}

export interface GetWebhookResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: Webhook;
  meta: NoMeta;
}

/** State of the service and age of its catalog. */
export interface Health {
  /** degraded: the catalog is missing or older than 10800 seconds. */
  status: OrOther<'ok' | 'degraded'>;
  /** The version of this base address. */
  version: string;
  /** Every version of the API that is served. */
  versions: VersionState[];
  notice: Notice | null;
  catalog: HealthCatalog;
  /** The time of the answer, UTC. */
  time: string;
}

/** The catalog of strategies. */
export interface HealthCatalog {
  /** Time of the figures; null if there are none. */
  as_of: string | null;
  /** Age of the catalog in seconds; null if there is none. */
  age_seconds: number | null;
}

/** Mean APY in percent over each window. If too few days of a window are known, it is the mean of a shorter window or of the source, or else the current APY. history_days is the number of known days. */
export interface HistoricalApy {
  /** APY in percent: 5.0 means 5%. */
  '7d': number;
  /** APY in percent: 5.0 means 5%. */
  '30d': number;
  /** APY in percent: 5.0 means 5%. */
  '90d': number;
}

export interface HoldingListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: VaultHolding[];
  meta: CursorPageMeta;
}

export interface InternalError {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  error: InternalErrorBody;
}

/** Why the request failed. */
export interface InternalErrorBody {
  code: ErrorCode;
  /** A sentence for people; it may change. */
  message: string;
  details?: InternalErrorDetails;
}

/** Details of the error. Each field can be absent. */
export interface InternalErrorDetails {
  /** Id of the request, as in X-Request-Id. Send it to support. */
  request_id?: string;
}

/** An investment. Amounts are in units of its asset. */
export interface Investment {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** Id of the end user (sub-account). Null for the account's own. */
  user_id: string | null;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** Unit of the amounts: the asset of the strategy. */
  asset: string;
  /** sandbox: no real money, only in test stages. onchain: a vault on its chain. */
  settlement: OrOther<'onchain' | 'sandbox' | 'none'>;
  /** closed after a full withdrawal. A new deposit makes it active again. */
  status: OrOther<'active' | 'closed'>;
  /** What a full withdrawal would pay now, rounded down. For a vault, at the last observed share price; null before the first. */
  value: string | null;
  /** Average cost of the current investment: deposits less the withdrawn part. Received vault shares cost their value at their block. Shares from another proven wallet of the account keep their cost. */
  principal: string;
  /** value - principal; negative for a loss. */
  earned: string | null;
  /** earned / principal; null without either. */
  earned_percent: number | null;
  /** Withdrawn amount less its cost. */
  realized_earnings: string;
  /** Exact decimal string in units of the asset. */
  total_deposited: string;
  /** Exact decimal string in units of the asset. */
  total_withdrawn: string;
  /** Ethereum address in EIP-55 form; null without a wallet. */
  wallet_address: string | null;
  onchain: InvestmentOnChain | null;
  /** Time of the first deposit. For a vault, the time of the first block. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** ISO 8601, UTC. */
  closed_at: string | null;
}

/** An operator corrected an investment. */
export interface InvestmentAdjustedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'investment.adjusted';
  data: InvestmentAdjustedEventData;
}

/** Details of the event. */
export interface InvestmentAdjustedEventData {
  /** Id of the transaction. */
  transaction_id: string;
  /** Type of the transaction. */
  transaction_type: OrOther<'deposit' | 'withdrawal' | 'adjustment'>;
  /** How deposits are settled. */
  settlement: OrOther<'onchain' | 'sandbox'>;
  /** Id of the investment; null if there is none. */
  investment_id: string | null;
  /** Id of the strategy. */
  strategy_id: string;
  /** Id of the end user (sub-account); null for the account's own. */
  user_id: string | null;
  /** Asset symbol, upper case. */
  asset: string;
  /** Amount in units of the asset; null for a withdrawal of everything. */
  amount: string | null;
  /** Hash of the transaction on its chain; null if there is none. */
  transaction_hash: string | null;
  /** Reason of the operator. */
  reason: string | null;
}

/** A transaction was cancelled before its steps were sent. */
export interface InvestmentCancelledEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'investment.cancelled';
  data: InvestmentCancelledEventData;
}

/** Details of the event. */
export interface InvestmentCancelledEventData {
  /** Id of the transaction. */
  transaction_id: string;
  /** Type of the transaction. */
  transaction_type: OrOther<'deposit' | 'withdrawal' | 'adjustment'>;
  /** How deposits are settled. */
  settlement: OrOther<'onchain' | 'sandbox'>;
  /** Id of the investment; null if there is none. */
  investment_id: string | null;
  /** Id of the strategy. */
  strategy_id: string;
  /** Id of the end user (sub-account); null for the account's own. */
  user_id: string | null;
  /** Asset symbol, upper case. */
  asset: string;
  /** Amount in units of the asset; null for a withdrawal of everything. */
  amount: string | null;
  /** Hash of the transaction on its chain; null if there is none. */
  transaction_hash: string | null;
}

/** A transaction is confirmed. */
export interface InvestmentConfirmedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'investment.confirmed';
  data: InvestmentConfirmedEventData;
}

/** Details of the event. */
export interface InvestmentConfirmedEventData {
  /** Id of the transaction. */
  transaction_id: string;
  /** Type of the transaction. */
  transaction_type: OrOther<'deposit' | 'withdrawal' | 'adjustment'>;
  /** How deposits are settled. */
  settlement: OrOther<'onchain' | 'sandbox'>;
  /** Id of the investment; null if there is none. */
  investment_id: string | null;
  /** Id of the strategy. */
  strategy_id: string;
  /** Id of the end user (sub-account); null for the account's own. */
  user_id: string | null;
  /** Asset symbol, upper case. */
  asset: string;
  /** Amount in units of the asset; null for a withdrawal of everything. */
  amount: string | null;
  /** Hash of the transaction on its chain; null if there is none. */
  transaction_hash: string | null;
}

/** A transaction expired, because its steps were not sent in time. */
export interface InvestmentExpiredEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'investment.expired';
  data: InvestmentExpiredEventData;
}

/** Details of the event. */
export interface InvestmentExpiredEventData {
  /** Id of the transaction. */
  transaction_id: string;
  /** Type of the transaction. */
  transaction_type: OrOther<'deposit' | 'withdrawal' | 'adjustment'>;
  /** How deposits are settled. */
  settlement: OrOther<'onchain' | 'sandbox'>;
  /** Id of the investment; null if there is none. */
  investment_id: string | null;
  /** Id of the strategy. */
  strategy_id: string;
  /** Id of the end user (sub-account); null for the account's own. */
  user_id: string | null;
  /** Asset symbol, upper case. */
  asset: string;
  /** Amount in units of the asset; null for a withdrawal of everything. */
  amount: string | null;
  /** Hash of the transaction on its chain; null if there is none. */
  transaction_hash: string | null;
}

/** A transaction failed on the chain. */
export interface InvestmentFailedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'investment.failed';
  data: InvestmentFailedEventData;
}

/** Details of the event. */
export interface InvestmentFailedEventData {
  /** Id of the transaction. */
  transaction_id: string;
  /** Type of the transaction. */
  transaction_type: OrOther<'deposit' | 'withdrawal' | 'adjustment'>;
  /** How deposits are settled. */
  settlement: OrOther<'onchain' | 'sandbox'>;
  /** Id of the investment; null if there is none. */
  investment_id: string | null;
  /** Id of the strategy. */
  strategy_id: string;
  /** Id of the end user (sub-account); null for the account's own. */
  user_id: string | null;
  /** Asset symbol, upper case. */
  asset: string;
  /** Amount in units of the asset; null for a withdrawal of everything. */
  amount: string | null;
  /** Hash of the transaction on its chain; null if there is none. */
  transaction_hash: string | null;
  /** The reason; null if unknown. */
  failure: OrOther<'reverted' | 'no_effect' | 'replaced'> | null;
}

/** Additional information about the data. */
export interface InvestmentListMeta {
  /** Time of the values. */
  as_of: string;
  /** Cursor: send it as `after` to get the next page. Null on the last page. */
  next_after: string | null;
  pagination: Pagination;
}

export interface InvestmentListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Investment[];
  meta: InvestmentListMeta;
}

/** Place and shares of an investment in a vault. */
export interface InvestmentOnChain {
  /** EIP-155 id of the chain. */
  chain_id: number;
  /** Address of the vault on its chain. */
  vault_address: string;
  /** Whether your account proved the wallet. Shares of other wallets are only in GET /investments/holdings. */
  wallet_proven: boolean;
  /** Vault shares: the opening balance and all confirmed events since. */
  shares: string;
  /** Shares of events without enough confirmations; below 0 for withdrawals. */
  pending_shares: string;
  /** Time of the block of the share price. */
  priced_at: string | null;
  /** The number of that block. It is at most ten minutes old while the chain answers; after a loss a new price is taken within a minute. */
  price_block_number: number | null;
}

/** A transaction waits for the wallet to send its steps. */
export interface InvestmentPendingEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'investment.pending';
  data: InvestmentPendingEventData;
}

/** Details of the event. */
export interface InvestmentPendingEventData {
  /** Id of the transaction. */
  transaction_id: string;
  /** Type of the transaction. */
  transaction_type: OrOther<'deposit' | 'withdrawal' | 'adjustment'>;
  /** How deposits are settled. */
  settlement: OrOther<'onchain' | 'sandbox'>;
  /** Id of the investment; null if there is none. */
  investment_id: string | null;
  /** Id of the strategy. */
  strategy_id: string;
  /** Id of the end user (sub-account); null for the account's own. */
  user_id: string | null;
  /** Asset symbol, upper case. */
  asset: string;
  /** Amount in units of the asset; null for a withdrawal of everything. */
  amount: string | null;
  /** Hash of the transaction on its chain; null if there is none. */
  transaction_hash: string | null;
}

/** A chain reorganization reversed a confirmed transaction. */
export interface InvestmentReversedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'investment.reversed';
  data: InvestmentReversedEventData;
}

/** Details of the event. */
export interface InvestmentReversedEventData {
  /** Id of the transaction. */
  transaction_id: string;
  /** Type of the transaction. */
  transaction_type: OrOther<'deposit' | 'withdrawal' | 'adjustment'>;
  /** How deposits are settled. */
  settlement: OrOther<'onchain' | 'sandbox'>;
  /** Id of the investment; null if there is none. */
  investment_id: string | null;
  /** Id of the strategy. */
  strategy_id: string;
  /** Id of the end user (sub-account); null for the account's own. */
  user_id: string | null;
  /** Asset symbol, upper case. */
  asset: string;
  /** Amount in units of the asset; null for a withdrawal of everything. */
  amount: string | null;
  /** Hash of the transaction on its chain; null if there is none. */
  transaction_hash: string | null;
}

/** One broken rule of a request. */
export interface Issue {
  /** Where: query.page, body.amount. */
  path: string;
  /** The rule that is broken. */
  message: string;
}

/** The result of the request. */
export interface LeakReport {
  /** Current status. */
  status: OrOther<'received'>;
}

export interface LeakReportRequest {
  /** The whole text of the key, and nothing else. */
  key: string;
}

export interface LeakReportResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: LeakReport;
  meta: NoMeta;
}

/** A deposit or withdrawal on a chain, without its steps: those are in GET /investments/transactions/{id}. Or: One entry of the history. Confirmed entries never change. */
export interface ListedTransaction {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** The type of the item. */
  type: OrOther<'deposit' | 'withdrawal' | 'adjustment' | 'transfer_in' | 'transfer_out' | 'rebase' | 'opening_balance'>;
  /** How deposits are settled. */
  settlement: OrOther<'onchain' | 'sandbox' | 'none'>;
  /** pending: waits for the steps to be sent. submitted: a hash is known. included: in a block with too few confirmations. Only confirmed money counts. For failed, failure says why. expired and cancelled: the service no longer expects the steps. After reversed, the block was replaced. */
  status: OrOther<'pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed'>;
  /** Id of the end user (sub-account). Null for the account's own. */
  user_id: string | null;
  /** Id of the other transaction of a move. Null if the transaction is not part of a move. */
  counterpart_id: string | null;
  /** reverted: the vault step was mined and failed. no_effect: it was mined, and the vault did nothing for the wallet. replaced: another transaction of the wallet used its nonce. Null otherwise. */
  failure?: OrOther<'reverted' | 'no_effect' | 'replaced'> | null;
  /** Id of the investment, in GET /investments after the first confirmation if the wallet is proven. */
  investment_id: string;
  /** Id of the strategy. */
  strategy_id: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** EIP-155 id of the chain; null for chains of other kinds. */
  chain_id?: number;
  /** Address of the vault on its chain. */
  vault_address?: string;
  /** Ethereum address in EIP-55 form; null without a wallet. */
  wallet_address: string | null;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** The amount of the request. Null for a withdrawal of everything. */
  requested_amount?: string | null;
  /** The requested amount. Once the transaction is included, the amount of the vault's event. Until then, null for a withdrawal of everything. */
  amount: string | null;
  expected_changes?: BalanceChanges | null;
  /** Address that a confirmed withdrawal paid, or that got the shares of a confirmed deposit. If it is not wallet_address, the wallet signed a call with another receiver. Null until the confirmation. */
  receiver_address?: string | null;
  actual_changes?: BalanceChanges | null;
  /** Whether actual_changes are at most 0.5% worse for the wallet than expected_changes. Null if one of them is null. */
  changes_as_expected?: boolean | null;
  /** Whether the service simulated all steps on the state of the latest block. What happened on the chain is in status. */
  simulated?: boolean;
  /** The reported hashes, the latest last. */
  hashes?: string[];
  /** Whether the steps may still move money. This can be true for an expired or cancelled transaction, because the wallet may have signed it. It is false as soon as the vault step was executed or failed, another transaction used its nonce, it can no longer succeed, or you cancelled with never_signed. */
  may_still_execute?: boolean;
  /** Hash of the transaction with the vault's event; null while there is none. */
  transaction_hash?: string | null;
  /** Number of the block; null while there is none. */
  block_number?: number | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at?: string;
  /** ISO 8601, UTC. */
  expires_at?: string;
  /** transaction: started through this API, with the same id in GET /investments/transactions/{id}. external: found on the chain, not started through this API. */
  source?: OrOther<'transaction' | 'external'>;
  /** Price of one unit of the asset in USD at that time; null if unknown. */
  price_usd?: number | null;
  /** Reason of the operator for the adjustment. */
  reason?: string | null;
  /** Withdrawn amount less its cost; 0 for a deposit. Null on a chain: the investment has the sum. */
  realized_earnings?: string | null;
  /** Value of the investment right after; null on a chain. */
  value_after?: string | null;
  onchain?: TransactionOnChain | null;
}

/** The result of the request. */
export interface MarketOverview {
  /** Number of listed strategies, including outliers of the source. */
  strategies: number;
  /** USD. */
  tvl: number;
  /** Change of the TVL in percent. Only strategies that were listed at both ends of the window count. Null if there are none. */
  tvl_change: number | null;
  /** TVL-weighted mean of the current APYs, percent. */
  apy: number | null;
  /** Percentage points. */
  apy_change: number | null;
  /** By chain. */
  chains: number;
  /** By protocol. */
  protocols: number;
  /** The chains with the highest TVL, the highest first. */
  largest_chains: MarketOverviewLargestChain[];
  /** Strategies of low risk with at least 10 million USD of TVL, the highest APY first. */
  highlights: MarketOverviewHighlight[];
}

export interface MarketOverviewHighlight {
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
  asset: string;
  /** Name of the underlying protocol, lower case. */
  protocol: string;
  /** Kind of strategy, for example lending. */
  strategy_type: string;
  risk_level: RiskLevel;
  /** APY in percent: 5.0 means 5%. */
  current_apy: number;
  /** Total value locked in USD. */
  tvl: number;
}

export interface MarketOverviewLargestChain {
  /** The chain. */
  key: string;
  /** Listed strategies. */
  strategies: number;
  /** USD. */
  tvl: number;
  /** Share of the TVL of all chains, 0 to 1. */
  share: number;
}

/** Additional information about the data. */
export interface MarketOverviewMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
}

export interface MarketOverviewResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: MarketOverview;
  meta: MarketOverviewMeta;
}

/** What a move from one strategy to another costs and gains. */
export interface MoveEstimate {
  /** USD. */
  amount: number;
  /** Days of the estimate. */
  horizon_days: number;
  from: MoveEstimateFrom;
  to: MoveEstimateTo;
  /** Expected APY of the other strategy after dilution and impermanent loss, percent. */
  expected_net_apy: number;
  /** Gas for leaving the current strategy, for entering the other, and for leaving that one later, USD. */
  gas: number;
  /** Swaps on the way and the vaults' fees on entry and exit, USD. */
  entry_and_exit: number;
  /** Sum of gas and entry_and_exit, USD. */
  costs: number;
  /** Additional earnings per day that are expected of the other strategy, USD. */
  gain_per_day: number;
  /** Days until the gain covers the costs; null if it never does. */
  days_to_break_even: number | null;
  /** Gain over the horizon less the costs, USD. */
  net_gain: number;
}

/** The strategy that holds the money now. */
export interface MoveEstimateFrom {
  /** Id of the strategy. */
  strategy_id: string;
  expected_apy: ExpectedApy;
  fees: MoveFees;
}

/** The strategy to move to. */
export interface MoveEstimateTo {
  /** Id of the strategy. */
  strategy_id: string;
  expected_apy: ExpectedApy;
  fees: MoveFees;
}

/** Fees of the strategy's vault. The APY already includes fees on earnings. */
export interface MoveFees {
  /** Fee of the vault, percent; null without a vault, or if unknown. */
  entry_percent: number | null;
  /** Fee of the vault, percent; null without a vault, or if unknown. */
  exit_percent: number | null;
  /** Fee of the vault, percent; null without a vault, or if unknown. */
  performance_percent: number | null;
}

/** A strategy whose APY or TVL changed much. */
export interface Mover {
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
  asset: string;
  /** Name of the underlying protocol, lower case. */
  protocol: string;
  /** Kind of strategy, for example lending. */
  strategy_type: string;
  risk_level: RiskLevel;
  /** APY in percent: 5.0 means 5%. */
  current_apy: number;
  /** Total value locked in USD. */
  tvl: number;
  /** Percentage points. */
  apy_change: number | null;
  /** Percent. */
  tvl_change: number | null;
}

export interface MoveRequest {
  /** Id of the investment to move from. */
  investment_id?: string;
  /** Instead of investment_id: the strategy of the vault, with wallet_address. */
  from_strategy_id?: string;
  /** Id of the strategy to move to. */
  to_strategy_id: string;
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  wallet_address?: string;
  /** With from_strategy_id: id of the end user. */
  user_id?: string;
  /** Decimal string in units of the asset, with at most as many decimals as the asset has. A JSON number with at most 15 significant digits is accepted too. */
  amount?: string;
  /** true withdraws everything. Send either this or amount. */
  all?: boolean;
}

export interface MoveResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: MoveResult;
  meta: NoMeta;
}

/** A move in the sandbox: a withdrawal and a deposit. Or: A move between vaults. Sign the steps of the withdrawal first, then those of the deposit. */
export interface MoveResult {
  withdrawal: TransactionResult;
  deposit: TransactionResult;
}

/** Additional information about the data. */
export type NoMeta = Record<never, never>;

export interface NotFoundError {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  error: NotFoundErrorBody;
}

/** Why the request failed. */
export interface NotFoundErrorBody {
  code: ErrorCode;
  /** A sentence for people; it may change. */
  message: string;
  details?: NotFoundErrorDetails;
}

/** Details of the error. Each field can be absent. */
export interface NotFoundErrorDetails {
  /** Id of the request, as in X-Request-Id. Send it to support. */
  request_id?: string;
  /** The version of the catalog that is current. */
  version?: string;
}

/** A notice of the operators, for example about maintenance; null if there is none. */
export interface Notice {
  /** For people to read. */
  text: string;
  /** When operators published it. */
  since: string;
}

export type OpenApiDocumentResponse = Readonly<Record<string, unknown>>;

/** A balance or position of a wallet, and the strategies in which it could earn more. */
export interface Opportunity {
  /** balance: idle in the wallet. position: in a vault that this account follows. */
  kind: OrOther<'balance' | 'position'>;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** Exact decimal string in units of the asset. Null if unknown. */
  amount: string | null;
  /** Value in USD. Null without a price. */
  value: number | null;
  /** The current strategy of a position. Null for a balance. */
  strategy_id: string | null;
  /** The best strategies for all of it, at most three, the largest gain first. A position has only strategies into which it can be moved. */
  options: OpportunityOption[];
  /** Why there are no options, or what to do first, such as wrapping a native coin. Null otherwise. */
  note: string | null;
}

/** Additional information about the data. */
export interface OpportunityListMeta {
  /** Time of the values. */
  as_of: string;
  /** By chain. */
  chains: ChainReport[];
  /** ISO 8601, UTC. */
  prices_as_of: string | null;
  /** Vault positions of the wallet that were not read, because it has more than 50. */
  positions_left_out: number;
}

export interface OpportunityListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Opportunity[];
  meta: OpportunityListMeta;
}

export interface OpportunityOption {
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
  asset: string;
  /** Name of the underlying protocol, lower case. */
  protocol: string;
  /** Kind of strategy, for example lending. */
  strategy_type: string;
  risk_level: RiskLevel;
  /** APY in percent: 5.0 means 5%. */
  current_apy: number;
  /** Total value locked in USD. */
  tvl: number;
  /** How this service settles deposits into the strategy. For a position, always onchain. */
  settlement: OrOther<'onchain' | 'sandbox' | 'none'>;
  /** Expected APY over the horizon after dilution, losses and costs, percent. */
  expected_net_apy: number;
  /** Additional earnings over the horizon compared with now, after costs, USD. */
  expected_gain: number;
  /** Costs of leaving the current position, and of entering and leaving the new one, USD. */
  costs: number;
  /** Days until the gain covers the costs. */
  days_to_break_even: number | null;
}

/** Position of the page in its collection. */
export interface Pagination {
  /** Items in all pages. */
  total: number;
  /** Items in this page. */
  count: number;
  /** Maximum number of items in a page. */
  per_page: number;
  /** Number of this page, from 1. */
  current_page: number;
  /** Number of pages; 0 if there are no items. */
  total_pages: number;
}

/** How a strategy performed over a window. */
export interface Performance {
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
  asset: string;
  /** Name of the underlying protocol, lower case. */
  protocol: string;
  /** Kind of strategy, for example lending. */
  strategy_type: string;
  risk_level: RiskLevel;
  /** APY in percent: 5.0 means 5%. */
  current_apy: number;
  /** Total value locked in USD. */
  tvl: number;
  /** The period of the figures. */
  window: OrOther<'7d' | '30d' | '90d' | '365d'>;
  /** Mean of the daily APY, percent. Null where fewer than half of the days are known. */
  mean_apy: number | null;
  /** Percent. */
  min_apy: number | null;
  /** Percent. */
  max_apy: number | null;
  /** Sample standard deviation of the daily APY, percentage points. Null where fewer than half of the days are known. */
  volatility: number | null;
  /** Return of the daily APYs, compounded over the window, percent, not annualized. Null where fewer than half of the days are known. */
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
  history?: PerformanceHistoryEntry[];
}

export interface PerformanceHistoryEntry {
  /** Day, UTC. */
  date: string;
  /** Percent. */
  apy: number | null;
  /** USD. */
  tvl: number | null;
}

/** Additional information about the data. */
export interface PerformanceListMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
  /** Requested ids that are not listed strategies. */
  not_found?: string[];
  pagination: Pagination;
}

export interface PerformanceListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Performance[];
  meta: PerformanceListMeta;
}

export type Plan = 'free' | 'pro' | 'enterprise';

/** Totals over sandbox investments and vault shares of proven wallets. */
export interface Portfolio {
  /** At the latest prices. */
  value_usd: number;
  /** Cost of the investments, at the latest prices. */
  principal_usd: number;
  /** value_usd - principal_usd: earnings without price changes. */
  earned_usd: number;
  /** Realized earnings at the latest prices, USD. */
  realized_earnings_usd: number;
  /** Percent, weighted by value; null without a value. */
  weighted_apy: number | null;
  /** Number of investments with a value. */
  investments: number;
  /** The same for each chain. */
  by_chain: PortfolioGroup[];
  /** The same for each protocol. */
  by_protocol: PortfolioGroup[];
  /** The same for each asset. */
  by_asset: PortfolioGroup[];
  /** The same for each settlement. */
  by_settlement: PortfolioGroup[];
  /** Not in the totals, because its price or share price is unknown. */
  unpriced_assets: string[];
}

/** Value, deposits, withdrawals and earnings of one day. */
export interface PortfolioDay {
  /** Day, UTC. */
  date: string;
  /** Value in USD at the end of the day (today: now), at the prices of the day. */
  value_usd: number;
  /** Deposits of the day in USD. */
  deposited_usd: number;
  /** Withdrawals of the day in USD. */
  withdrawn_usd: number;
  /** Earnings of the day in USD at the prices of the day. Price changes are not included. */
  earned_usd: number;
  /** Assets that are in no figure of the day, because their price is unknown. */
  unpriced_assets: string[];
}

/** Additional information about the data. */
export interface PortfolioDayListMeta {
  /** Time up to which the latest day is counted. */
  as_of: string;
  /** When the latest prices were observed; null when there are none. */
  prices_as_of: string | null;
  pagination: Pagination;
}

export interface PortfolioDayListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: PortfolioDay[];
  meta: PortfolioDayListMeta;
}

export interface PortfolioGroup {
  /** Name for people; null if it has none. */
  name: string;
  /** At the latest prices. */
  value_usd: number;
  /** Cost of the investments, at the latest prices. */
  principal_usd: number;
  /** value_usd - principal_usd: earnings without price changes. */
  earned_usd: number;
  /** Realized earnings at the latest prices, USD. */
  realized_earnings_usd: number;
  /** Percent, weighted by value; null without a value. */
  weighted_apy: number | null;
  /** Number of investments with a value. */
  investments: number;
}

/** Additional information about the data. */
export interface PortfolioStatementMeta {
  /** Time of the statement. */
  as_of: string;
  /** When the latest prices were observed; null when there are none. */
  prices_as_of: string | null;
  totals: StatementTotals;
  pagination: Pagination;
}

export interface PortfolioStatementResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: StatementLine[];
  meta: PortfolioStatementMeta;
}

/** The price of an asset and how it changed. */
export interface Price {
  /** Asset symbol, upper case. */
  asset: string;
  /** USD for one whole token. */
  price: number;
  /** Currency of the prices. */
  currency: OrOther<'USD'>;
  /** Change in percent compared with 1 day before. Null if unknown. */
  change_1d: number | null;
  /** Change in percent compared with 7 days before. Null if unknown. */
  change_7d: number | null;
  /** Change in percent compared with 30 days before. Null if unknown. */
  change_30d: number | null;
  /** How sure the source is, 0 to 1. Null when it does not say. */
  confidence: number | null;
  /** When the source observed the price. */
  as_of: string;
}

/** Additional information about the data. */
export interface PriceListMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
  /** The requested symbols that have no price. */
  not_found: string[];
  pagination: Pagination;
}

export interface PriceListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Price[];
  meta: PriceListMeta;
}

/** The result of the request. */
export interface Profile {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** The wallet with which the user signs in; null for users that an operator created. */
  wallet_address: string | null;
  /** The chain (EIP-155 id) of a wallet that is a contract; null for a wallet that is a key. */
  wallet_chain_id: number | null;
  /** Name for people; null if it has none. */
  name: string | null;
  /** Role of the user: only an admin may use the operations of administrators. */
  role: OrOther<'user' | 'admin'>;
  plan: Plan;
  limits: RequestLimits;
  /** ISO 8601, UTC. */
  created_at: string;
  quotas: Quotas;
  counts: ProfileCounts;
  credential: ProfileCredential;
}

/** How many the user has of each kind. */
export interface ProfileCounts {
  /** Investments that are not closed. */
  active_investments: number;
  /** Wallet connections in the state active. */
  active_wallet_connections: number;
}

/** The credential of the request. */
export interface ProfileCredential {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** The kind of the item. */
  kind: OrOther<'api_key' | 'session'>;
  /** Permissions of the credential. */
  scopes: (OrOther<'strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin'>)[];
}

export interface ProfileResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: Profile;
  meta: NoMeta;
}

/** A protocol that has strategies. */
export interface Protocol {
  /** Value for the filter `protocol`. */
  key: string;
  /** Name for people; null if it has none. */
  name: string;
  /** Website of the protocol. Null if unknown. */
  url: string | null;
  /** By chain. */
  chains: string[];
  /** Listed strategies. */
  strategies: number;
  /** TVL of these strategies, USD. */
  tvl: number;
}

/** Additional information about the data. */
export interface ProtocolListMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
  pagination: Pagination;
}

export interface ProtocolListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Protocol[];
  meta: ProtocolListMeta;
}

export interface ProveWalletRequest {
  /** The message of POST /auth/challenge for this wallet and connection_id, unchanged. */
  message: string;
  /** The wallet's signature of the message (personal_sign). */
  signature: string;
}

export interface ProveWalletResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: WalletConnection;
  meta: NoMeta;
}

/** Used and allowed number. Expired keys count until they are deleted. */
export interface Quota {
  /** Number that is used. */
  used: number;
  /** The highest allowed number. */
  max: number;
}

/** A quota is used up. Sent at most once a day. */
export interface QuotaReachedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'quota.reached';
  data: QuotaReachedEventData;
}

/** Details of the event. */
export interface QuotaReachedEventData {
  /** The kind of quota. */
  quota: OrOther<'api_keys' | 'sessions' | 'wallet_connections' | 'sub_accounts' | 'alerts' | 'webhooks'>;
  /** Number that is used. */
  used: number;
  /** The highest allowed number. */
  max: number;
  plan: Plan;
}

/** Used and allowed number of each kind. */
export interface Quotas {
  api_keys: Quota;
  sessions: Quota;
  wallet_connections: Quota;
  sub_accounts: Quota;
  alerts: Quota;
  webhooks: Quota;
}

/** 80% of a quota is used. Sent at most once a day. */
export interface QuotaWarningEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'quota.warning';
  data: QuotaWarningEventData;
}

/** Details of the event. */
export interface QuotaWarningEventData {
  /** The kind of quota. */
  quota: OrOther<'api_keys' | 'sessions' | 'wallet_connections' | 'sub_accounts' | 'alerts' | 'webhooks'>;
  /** Number that is used. */
  used: number;
  /** The highest allowed number. */
  max: number;
  plan: Plan;
}

/** A code for programs, a sentence for people. */
export interface Reason {
  /** Machine-readable code. Use it in programs. */
  code: OrOther<'expected_yield' | 'risk' | 'liquidity' | 'tvl_cap' | 'protocol_cap' | 'chain_cap' | 'position_too_small' | 'outranked' | 'do_nothing' | 'paused' | 'stuck_rate' | 'exit_constrained' | 'low_tvl' | 'not_worth_moving' | 'several_assets' | 'risk_above_limit' | 'outlier' | 'short_history' | 'stale' | 'too_small' | 'below_minimum_deposit' | 'no_candidates' | 'none_eligible' | 'none_better' | 'caps_reached'>;
  /** A sentence for people; it may change. */
  message: string;
}

/** A recommended strategy, and the part of the amount for it. */
export interface Recommendation {
  /** Place in the ranking, from 1. */
  rank: number;
  strategy: Strategy;
  /** 0 is the lowest risk, 100 the highest. */
  risk_score: number;
  /** Grows with the APY that decides the rank (the lower of the current and the 30-day APY, after costs). 10% gives 50. */
  score: number;
  expected_apy: ExpectedApy;
  /** Expected over the horizon after the deductions of the breakdown, percent. */
  expected_net_apy: number;
  breakdown: RecommendationBreakdown;
  allocation: RecommendationAllocation | null;
  /** The reasons for the rank. */
  reasons: Reason[];
}

/** The part of the amount for the strategy. Null if it has none. */
export interface RecommendationAllocation {
  /** Share of the amount, 0 to 1. The amount is divided into 3 equal parts, or more if max_share requires it. A part that is smaller than the others has the reason tvl_cap. */
  share: number;
  /** USD. */
  amount: number;
  /** Over the horizon at the expected net APY, USD. */
  expected_earnings: number;
  /** Costs of entering and leaving, USD. */
  costs: number;
  /** Days until the gain over the current position covers the costs. */
  days_to_break_even: number | null;
}

/** How the expected net APY is computed. */
export interface RecommendationBreakdown {
  /** Expected before the deductions below, percent. */
  gross_apy: number;
  /** Deduction for luck, percentage points. An unusually high APY often does not last. */
  correction: number;
  /** Percentage points. */
  dilution: number;
  /** Percentage points. */
  impermanent_loss: number;
  /** Costs of entering and leaving over the horizon, percentage points. */
  costs: number;
}

/** Additional information about the data. */
export interface RecommendationListMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
  allocation: Allocation;
  /** Strategies that broke exactly one rule, highest expected APY first. Only with include_rejected. */
  rejected?: Rejection[];
  pagination: Pagination;
}

export interface RecommendationListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Recommendation[];
  meta: RecommendationListMeta;
}

/** A strategy that broke exactly one rule. */
export interface Rejection {
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case; for a pool of several assets, joined by dashes. */
  asset: string;
  /** Name of the underlying protocol, lower case. */
  protocol: string;
  /** Kind of strategy, for example lending. */
  strategy_type: string;
  risk_level: RiskLevel;
  /** APY in percent: 5.0 means 5%. */
  current_apy: number;
  /** Total value locked in USD. */
  tvl: number;
  expected_apy: ExpectedApy;
  /** Percent. */
  expected_net_apy: number;
  reason: Reason;
}

/** The latest request to remove the connection; null when there never was one. */
export interface RemovalRequest {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** The reason; null if none was given. */
  reason: string | null;
  /** ISO 8601, UTC. */
  requestedAt: string;
}

/** The rate limit rejected requests in one hour. */
export interface RequestLimitReachedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'request_limit.reached';
  data: RequestLimitReachedEventData;
}

/** Details of the event. */
export interface RequestLimitReachedEventData {
  /** Beginning of the hour in which the requests were counted. */
  hour: string;
  /** Accepted requests of the hour. */
  admitted: number;
  /** Requests of the hour that the rate limit rejected. */
  refused: number;
  /** Rate limit, requests per minute. */
  requests_per_minute: number;
}

/** The rate limit. */
export interface RequestLimits {
  /** Rate limit, requests per minute. */
  requests_per_minute: number;
  /** Requests that may arrive at once. */
  burst: number;
}

/** 80% of the rate limit was used in one hour. */
export interface RequestLimitWarningEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'request_limit.warning';
  data: RequestLimitWarningEventData;
}

/** Details of the event. */
export interface RequestLimitWarningEventData {
  /** Beginning of the hour in which the requests were counted. */
  hour: string;
  /** Accepted requests of the hour. */
  admitted: number;
  /** Requests of the hour that the rate limit rejected. */
  refused: number;
  /** Rate limit, requests per minute. */
  requests_per_minute: number;
}

export interface RequestRemovalRequest {
  /** Id of the wallet connection. */
  connectionId: string;
  /** The reason, for the administrator who decides. */
  reason?: string;
}

export interface RequestRemovalResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: WalletConnection;
  meta: NoMeta;
}

export interface RetryDeliveryResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: WebhookDelivery;
  meta: NoMeta;
}

export interface RevokeApiKeyResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: RevokedApiKey;
  meta: NoMeta;
}

/** The result of the request. */
export interface RevokedApiKey {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** Current status. */
  status: OrOther<'revoked'>;
  /** Id of the successor that a rotation created; null if there is none. The successor stays valid: revoke it too if somebody else may know it. */
  successor: string | null;
  /** Ids of the webhook endpoints that were disabled with it. */
  webhooks_disabled: string[];
}

export interface RevokeSessionResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: EndedSession;
  meta: NoMeta;
}

export interface RevokeSessionsResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: EndedSessions;
  meta: NoMeta;
}

/** How the risk level was computed. */
export interface Risk {
  /** 0 is the lowest risk, 100 the highest. A score up to 35 is low risk, up to 50 medium risk, and above 50 high risk. It is 0.32 x rate + 0.43 x exit + 0.25 x loss, unless decided_by names a rule that moved it to the edge of a level. */
  score: number;
  decided_by: RiskDecidedBy;
  parts: RiskParts;
  /** The factors of the score. */
  factors: RiskFactor[];
  /** Rules that raise the level to a minimum. */
  floors: RiskFloor[];
}

/** What decided the level. */
export interface RiskDecidedBy {
  /** score, large_market, or the name of a floor. */
  name: string;
  /** The reason; null if none was given. */
  reason: string;
}

/** One factor of a part of the risk score: points = value x weight. */
export interface RiskFactor {
  /** Name for people; null if it has none. */
  name: string;
  /** The part that it belongs to. */
  part: OrOther<'rate' | 'exit' | 'loss'>;
  /** 0 is the lowest risk, 1 the highest. */
  value: number;
  /** Maximum number of points that the factor can add. */
  weight: number;
  /** Points that it adds to the score, 0 to 100. */
  points: number;
}

export interface RiskFloor {
  /** For example short_history, tiny_tvl or stuck_rate. */
  name: string;
  level: RiskLevel;
  /** The reason; null if none was given. */
  reason: string;
}

export type RiskLevel = 'low' | 'medium' | 'high';

/** Each from 0 (safest) to 100: the points of its factors over their weights. A high utilisation raises exit. */
export interface RiskParts {
  /** How much the APY moves. */
  rate: number;
  /** Whether money can leave: how TVL moves, and how much of the market is borrowed. */
  exit: number;
  /** Possible losses: short history, impermanent loss, no stablecoin. */
  loss: number;
}

export interface RotateApiKeyRequest {
  /** Seconds for which the old key still works. 0 ends it now. */
  overlap_seconds?: number;
  /** Expiry of the new key. Default: that of the old key. */
  expires_at?: string | null;
}

export interface RotateApiKeyResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: RotatedApiKey;
  meta: NoMeta;
}

/** The result of the request. */
export interface RotatedApiKey {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** Name for people; null if it has none. */
  name: string;
  /** The first characters of the key, by which you recognize it. */
  hint: string;
  /** Permissions of the credential. */
  scopes: (OrOther<'strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin'>)[];
  /** A replaced key was rotated and works until expires_at. */
  status: OrOther<'active' | 'replaced' | 'expired'>;
  /** ISO 8601, UTC. */
  created_at: string;
  /** null for a key that never expires. */
  expires_at: string | null;
  /** When the key was last used: the beginning of the hour of the last request, but not before the creation. Null if it was never used. */
  last_used_at: string | null;
  /** Requests admitted with this key so far. */
  requests_used: number;
  /** Id of the successor that a rotation created. */
  replaced_by: string | null;
  /** IP addresses and ranges from which the key may be used; null for all. */
  allowed_ips: string[] | null;
  /** The key. It is shown only once, and the service does not store it. */
  key: string;
  previous: RotatedApiKeyPrevious;
}

/** The key that was replaced. */
export interface RotatedApiKeyPrevious {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** ISO 8601, UTC. */
  expires_at: string;
}

/** The result of the request. */
export interface RotatedWebhookSecret {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** URL to which events are sent. */
  url: string;
  /** Description for people; null if it has none. */
  description: string | null;
  /** Event types that the endpoint receives; null for all. */
  types: (OrOther<'investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.leaked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.created' | 'webhook.updated' | 'webhook.disabled'>)[] | null;
  /** Events are sent to an enabled endpoint only. unverified: it has not answered a challenge yet. */
  status: OrOther<'unverified' | 'enabled' | 'disabled'>;
  /** owner: you disabled it. gone: it answered 410. failing: nothing arrived for three days. key_revoked: the key in set_by was revoked. Null while enabled. */
  disabled_reason: OrOther<'owner' | 'gone' | 'failing' | 'key_revoked'> | null;
  /** Time at which its address returned the challenge of a test. Null before that, and again after the address changed. */
  verified_at: string | null;
  /** Until this time, deliveries are also signed with the previous secret. Null if there is none. */
  previous_secret_until: string | null;
  /** When an event last arrived; null before the first. */
  last_delivered_at: string | null;
  /** Time of the first failed attempt after the last delivery; null if the last attempt succeeded. */
  failing_since: string | null;
  /** Id of the API key or session that created it. */
  created_by: string;
  /** Id of the API key or session that last set its address, types or secret, or enabled it. Rotating a key replaces the key's id with its successor's. Revoking this key disables the endpoint. */
  set_by: string;
  /** Number of events that failed and will be sent again. */
  waiting_events: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** Secret with which you check signatures. It is shown only once. */
  secret: string;
}

export interface RotateWebhookSecretResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: RotatedWebhookSecret;
  meta: NoMeta;
}

/** The sandbox clock. */
export interface SandboxClock {
  /** Current time of the sandbox. */
  now: string;
  /** How many seconds the sandbox clock is ahead of the real time. */
  ahead_seconds: number;
}

/** A session that has not ended. */
export interface Session {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  expires_at: string;
  /** When the session was last used: the beginning of the hour of the last request, but not before the sign-in. Null if it was never used. */
  last_used_at: string | null;
  /** IP address of the sign-in. */
  source_ip: string | null;
  /** User-Agent header of the sign-in; null if there was none. */
  user_agent: string | null;
  /** Name of the wallet, as the client sent it at the login; null if it sent none. */
  wallet_app: string | null;
  /** Whether it is the session of this request. */
  current: boolean;
}

/** A wallet signed in to the account. */
export interface SessionCreatedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'session.created';
  data: SessionCreatedEventData;
}

/** Details of the event. */
export interface SessionCreatedEventData {
  /** Id of the session; null where several ended at once. */
  session_id: string | null;
}

/** A session of the account ended before its expiry. */
export interface SessionEndedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'session.ended';
  data: SessionEndedEventData;
}

/** Details of the event. */
export interface SessionEndedEventData {
  /** Id of the session; null where several ended at once. */
  session_id: string | null;
}

export interface SessionListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Session[];
  meta: CursorPageMeta;
}

/** The result of the request. */
export interface SignIn {
  /** Send it in X-API-KEY. It is shown only once. */
  token: string;
  /** ISO 8601, UTC. */
  expires_at: string;
  user: User;
}

/** The result of the request. */
export interface SignInMessage {
  /** The message to sign (personal_sign). Do not change it. */
  message: string;
  /** One-time value for one sign-in of this wallet. */
  nonce: string;
  /** ISO 8601, UTC. */
  issued_at: string;
  /** ISO 8601, UTC. */
  expires_at: string;
}

export interface SignInMessageRequest {
  /** The wallet that will sign: its Ethereum address. */
  wallet_address: string;
  /** Id of a connection of this wallet. The message then proves the connection and names its account. */
  connection_id?: string;
  /** EIP-155 chain id, one of those that the deployment supports. */
  chain_id?: number;
}

export interface SignInMessageResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: SignInMessage;
  meta: NoMeta;
}

export interface SignInRequest {
  /** The message of POST /auth/challenge, unchanged. */
  message: string;
  /** The wallet's signature of the message (personal_sign). */
  signature: string;
  /** Name that the wallet announces (EIP-6963), for the list of sessions. The service removes blanks at both ends and does not check the name. */
  wallet_app?: string;
}

export interface SignInResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: SignIn;
  meta: NoMeta;
}

/** The result of the request. */
export interface SignOut {
  /** Sessions that this request has ended. */
  sessions_ended: number;
}

export interface SignOutResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: SignOut;
  meta: NoMeta;
}

export interface SignTransactionRequest {
  /** Signature of typed_data (eth_signTypedData_v4), 65 bytes. */
  signature: string;
}

export interface SignTransactionResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: ChainTransaction;
  meta: NoMeta;
}

/** A position at one time, with its profit and loss. */
export interface StatementLine {
  /** How deposits are settled. */
  settlement: OrOther<'onchain' | 'sandbox' | 'none'>;
  /** Id of the end user (sub-account). Null for the account's own. */
  user_id: string | null;
  /** Id of the investment. */
  investment_id: string;
  /** Id of the strategy. */
  strategy_id: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** Ethereum address in EIP-55 form; null without a wallet. */
  wallet_address: string | null;
  /** Null before the first price of the vault’s shares. */
  value: string | null;
  /** Average cost of the position, in units of the asset. */
  principal: string;
  /** value - principal. */
  earned: string | null;
  /** Withdrawn amounts less their cost. */
  realized_earnings: string;
  /** Exact decimal string in units of the asset. */
  total_deposited: string;
  /** Exact decimal string in units of the asset. */
  total_withdrawn: string;
  /** Price of one unit of the asset on that day in USD; null if unknown. */
  price_usd: number | null;
  /** Value at that price, USD. */
  value_usd: number | null;
  /** Average cost in USD, with each deposit at the price of its time; null if the price of a deposit is unknown. */
  cost_usd: number | null;
  /** value_usd - cost_usd. */
  unrealized_profit_usd: number | null;
  /** Withdrawn amounts at the prices of their times, less their cost, USD. */
  realized_profit_usd: number | null;
}

/** Sums over the lines of a statement. */
export interface StatementTotals {
  /** USD. */
  value_usd: number;
  /** USD. */
  cost_usd: number;
  /** USD. */
  unrealized_profit_usd: number;
  /** USD. */
  realized_profit_usd: number;
  /** Number of lines with an unknown figure. They are in none of the sums. */
  incomplete: number;
}

/** Statistics of the whole service. */
export interface Statistics {
  users: StatisticsUsers;
  api_keys: StatisticsApiKeys;
  requests_24h: StatisticsRequests24h;
  wallet_connections: StatisticsWalletConnections;
  positions: StatisticsPositions;
  solvency: StatisticsSolvency;
  transactions_24h: StatisticsTransactions;
  transactions_30d: StatisticsTransactions;
  catalog: StatisticsCatalog;
  /** The figures at the daily recount of the last 90 days, oldest first. A day without a recount is missing. */
  days: StatisticsDay[];
}

/** API keys. */
export interface StatisticsApiKeys {
  /** Not revoked, and not expired before today (UTC). */
  active: number;
}

/** The catalog of strategies. */
export interface StatisticsCatalog {
  /** Strategies in the catalog; null without a catalog. */
  strategies: number | null;
  /** ISO 8601, UTC. */
  as_of: string | null;
  /** Age of the catalog in seconds; null if there is none. */
  age_seconds: number | null;
}

/** Figures of the service on one day. */
export interface StatisticsDay {
  /** UTC. */
  day: string;
  /** When the figures were counted. */
  as_of: string;
  /** Accounts. */
  users: number;
  /** Active API keys. */
  api_keys: number;
  /** Wallet connections. */
  wallet_connections: number;
  /** Active positions. */
  positions: number;
  /** Sum of the assets with a price. */
  positions_value_usd: number;
  deposits: StatisticsDayDeposits;
  withdrawals: StatisticsDayWithdrawals;
  requests: StatisticsDayRequests;
}

/** In the 24 hours before `as_of`. */
export interface StatisticsDayDeposits {
  /** Number of items. */
  count: number;
  /** Sum of the assets with a price. */
  value_usd: number;
}

/** In the 24 hours before `as_of`. */
export interface StatisticsDayRequests {
  /** Requests that were accepted. */
  admitted: number;
  /** Requests that the rate limit rejected. */
  refused: number;
}

/** In the 24 hours before `as_of`. */
export interface StatisticsDayWithdrawals {
  /** Number of items. */
  count: number;
  /** Sum of the assets with a price. */
  value_usd: number;
}

/** Positions in strategies. */
export interface StatisticsPositions {
  /** Number of active ones. */
  active: number;
  /** Sum of the assets with a price. */
  value_usd: number;
  /** The same for each chain. */
  by_chain: StatisticsPositionsByChain[];
  /** The same for each asset. */
  by_asset: StatisticsPositionsByAsset[];
}

export interface StatisticsPositionsByAsset {
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** Positions in strategies. */
  positions: number;
  /** Exact decimal string in units of the asset. */
  principal: string;
  /** As of now, in units of the asset. */
  value: string;
  /** At the latest prices; null if no price is known. */
  value_usd: number | null;
}

export interface StatisticsPositionsByChain {
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** Active ones. */
  positions: number;
  /** Sum of the assets with a price. */
  value_usd: number;
}

/** Requests of the last 24 hours. */
export interface StatisticsRequests24h {
  /** Start of the window: a full hour, UTC. */
  from: string;
  /** When requests were last counted, once an hour; null before the first time. */
  until: string | null;
  /** Requests with a credential. */
  admitted: number;
  /** Rejected by the rate limit or by the address allowlist. */
  refused: number;
}

/** What the ledger owes, compared with what the strategies hold. */
export interface StatisticsSolvency {
  /** Strategies with open sandbox investments. */
  strategies: number;
  /** Of these, strategies without a price or no longer in the catalog. */
  unknown: number;
  /** Of these, strategies that owe more than their TVL. */
  uncovered: number;
  /** At most 20, those that lack the most first. */
  largest_uncovered: StatisticsSolvencyLargestUncovered[];
  vaults: StatisticsSolvencyVaults;
}

export interface StatisticsSolvencyLargestUncovered {
  /** Id of the strategy. */
  strategy_id: string;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** What the ledger owes now, in units of the asset. */
  owed: string;
  /** The same at the latest price. */
  owed_usd: number;
  /** TVL of the strategy according to its source. */
  tvl_usd: number;
}

/** Vault shares according to the ledger, compared with the chains every hour. */
export interface StatisticsSolvencyVaults {
  /** Strategies with followed wallets in their vaults. */
  strategies: number;
  /** Of these, vaults not compared with their chain in the last 3 hours, or rebasing vaults with smaller balances. */
  unknown: number;
  /** Of these, vaults in which wallets have less than the ledger says. */
  uncovered: number;
  /** At most 20, those that lack the most first. */
  largest_uncovered: StatisticsSolvencyVaultsLargestUncovered[];
}

export interface StatisticsSolvencyVaultsLargestUncovered {
  /** Id of the strategy. */
  strategy_id: string;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** What the wallets have according to the ledger, in units of the asset at the last observed share price; null without one. */
  owed: string | null;
  /** At the latest prices; null if no price is known. */
  owed_usd: number | null;
  /** What the wallets lack on the chain, in units of the asset at the last observed share price; null without one. */
  lacking: string | null;
  /** At the latest prices; null if no price is known. */
  lacking_usd: number | null;
  /** Wallets that have less than the ledger says. */
  lacking_wallets: number;
  /** The block at which ledger and chain were compared. */
  block_number: number;
  /** ISO 8601, UTC. */
  compared_at: string;
}

/** Transactions of the last 24 hours. */
export interface StatisticsTransactions {
  /** Start of the window: a full hour (24h) or day (30d), UTC. */
  from: string;
  deposits: TransactionTotals;
  withdrawals: TransactionTotals;
}

/** Accounts. */
export interface StatisticsUsers {
  /** All together. */
  total: number;
  by_plan: StatisticsUsersByPlan;
  by_role: StatisticsUsersByRole;
}

/** Number per plan. */
export interface StatisticsUsersByPlan {
  /** Number for free. */
  free: number;
  /** Number for pro. */
  pro: number;
  /** Number for enterprise. */
  enterprise: number;
}

/** Number per role. */
export interface StatisticsUsersByRole {
  /** Number for user. */
  user: number;
  /** Number for admin. */
  admin: number;
}

/** Wallet connections. */
export interface StatisticsWalletConnections {
  /** All together. */
  total: number;
  by_status: StatisticsWalletConnectionsByStatus;
}

/** Number per status. */
export interface StatisticsWalletConnectionsByStatus {
  /** Number for active. */
  active: number;
  /** Number for removal_requested. */
  removal_requested: number;
  /** Number for suspended. */
  suspended: number;
  /** Number for removed. */
  removed: number;
}

/** One strategy as the list shows it. */
export interface Strategy {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** Name for people; null if it has none. */
  name: string;
  /** A sentence for people. */
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
  historical_apy: HistoricalApy;
  risk_level: RiskLevel;
  /** Total value locked in USD. */
  tvl: number;
  /** Minimum deposit in USD. */
  min_deposit: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** How deposits are settled. onchain: in the vault. sandbox: without real money. none: not through this service, for example because the vault is closed. Lists show a change after the next ingestion. */
  settlement: OrOther<'onchain' | 'sandbox' | 'none'>;
}

/** The APY of a watched strategy has risen above a level. */
export interface StrategyApyAboveEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'strategy.apy_above';
  data: StrategyApyAboveEventData;
}

/** Details of the event. */
export interface StrategyApyAboveEventData {
  /** Id of the alert that created the event. */
  alert_id: string;
  /** What the alert watches. Events of positions need `investments:read`. */
  alert_target: OrOther<'strategy' | 'positions' | 'filter'>;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case. */
  asset: string;
  /** Name of the protocol, lower case. */
  protocol: string;
  /** When the source observed the figures. */
  observed_at: string;
  /** APY, percent. */
  apy: number;
  /** The alert's level, percent. */
  level: number;
}

/** The APY of a watched strategy has fallen below a level. */
export interface StrategyApyBelowEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'strategy.apy_below';
  data: StrategyApyBelowEventData;
}

/** Details of the event. */
export interface StrategyApyBelowEventData {
  /** Id of the alert that created the event. */
  alert_id: string;
  /** What the alert watches. Events of positions need `investments:read`. */
  alert_target: OrOther<'strategy' | 'positions' | 'filter'>;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case. */
  asset: string;
  /** Name of the protocol, lower case. */
  protocol: string;
  /** When the source observed the figures. */
  observed_at: string;
  /** APY, percent. */
  apy: number;
  /** The alert's level, percent. */
  level: number;
}

/** The APY of a watched strategy fell by the set amount. */
export interface StrategyApyFellEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'strategy.apy_fell';
  data: StrategyApyFellEventData;
}

/** Details of the event. */
export interface StrategyApyFellEventData {
  /** Id of the alert that created the event. */
  alert_id: string;
  /** What the alert watches. Events of positions need `investments:read`. */
  alert_target: OrOther<'strategy' | 'positions' | 'filter'>;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case. */
  asset: string;
  /** Name of the protocol, lower case. */
  protocol: string;
  /** When the source observed the figures. */
  observed_at: string;
  /** APY, percent. */
  apy: number;
  /** APY of the comparison, percent: the highest or lowest of the past days. */
  reference_apy: number;
  /** Percentage points. */
  change: number;
  /** Number of past days of the comparison. */
  days: number;
}

/** The APY of a watched strategy rose by the set amount. */
export interface StrategyApyRoseEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'strategy.apy_rose';
  data: StrategyApyRoseEventData;
}

/** Details of the event. */
export interface StrategyApyRoseEventData {
  /** Id of the alert that created the event. */
  alert_id: string;
  /** What the alert watches. Events of positions need `investments:read`. */
  alert_target: OrOther<'strategy' | 'positions' | 'filter'>;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case. */
  asset: string;
  /** Name of the protocol, lower case. */
  protocol: string;
  /** When the source observed the figures. */
  observed_at: string;
  /** APY, percent. */
  apy: number;
  /** APY of the comparison, percent: the highest or lowest of the past days. */
  reference_apy: number;
  /** Percentage points. */
  change: number;
  /** Number of past days of the comparison. */
  days: number;
}

/** Additional information about the data. */
export interface StrategyComparisonMeta {
  /** Ids without a strategy. */
  not_found: string[];
}

export interface StrategyComparisonResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: StrategyDetail[];
  meta: StrategyComparisonMeta;
}

/** Asset of deposits and balances. */
export interface StrategyDepositAsset {
  /** Symbol of the token; null if unknown. */
  symbol: string;
  /** Decimals of the token. */
  decimals: number;
  /** Contract address on its chain. Null if unknown. */
  address: string | null;
}

/** A strategy with all figures. */
export interface StrategyDetail {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** Name for people; null if it has none. */
  name: string;
  /** A sentence for people. */
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
  historical_apy: HistoricalApy;
  risk_level: RiskLevel;
  /** Total value locked in USD. */
  tvl: number;
  /** Minimum deposit in USD. */
  min_deposit: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** How deposits are settled. onchain: in the vault. sandbox: without real money. none: not through this service, for example because the vault is closed. Lists show a change after the next ingestion. */
  settlement: OrOther<'onchain' | 'sandbox' | 'none'>;
  /** listed: open for deposits. paused: operators stopped deposits. unlisted: no longer in the source, so it accepts no deposits and does not grow. Withdrawals are possible in every state. */
  status: OrOther<'listed' | 'unlisted' | 'paused'>;
  /** APY from the protocol itself, in percent. */
  apy_base: number | null;
  /** APY from reward tokens, in percent. */
  apy_reward: number | null;
  /** Symbols of its assets. */
  underlying_assets: string[];
  /** Whether the strategy holds one asset or several. */
  exposure: OrOther<'single' | 'multi'>;
  /** Whether the pool is exposed to impermanent loss. Null if unknown. */
  il_risk: boolean | null;
  /** Null where the source does not say. */
  stablecoin: boolean | null;
  /** Standard deviation of the daily APY over 30 days, in percentage points. */
  apy_volatility_30d: number | null;
  /** Days of stored history. */
  history_days: number;
  expected_apy: StrategyExpectedApy;
  /** Standard deviation of ln(1 + APY%) over 30 days. Null with fewer than 15 days of history. */
  log_apy_volatility_30d: number | null;
  /** Standard deviation of the daily changes of ln(TVL) over 30 days. Null with fewer than 15 days of history. */
  tvl_volatility_30d: number | null;
  /** Ratio of the TVL to the TVL 30 days ago. 2 means doubled. */
  tvl_growth_30d: number | null;
  /** Days without a change of the APY. */
  unmoved_days: number;
  /** Median APY of strategies of the same assets and exposure over 1 million USD, percent. */
  peer_apy: number | null;
  /** The borrowed fraction of what was supplied, 0 to 1. Null where the source does not say, or nothing can be borrowed. */
  utilisation: number | null;
  /** What lenders can withdraw now, in USD: the supplied less the borrowed amount. Null if utilisation is null. */
  withdrawable: number | null;
  /** Whether withdrawals may have to wait: from a utilisation of 95% until it falls below 90%. Never recommended. */
  exit_constrained: boolean;
  risk: Risk;
  /** Warnings such as outlier or short_history. */
  flags: string[];
  /** Where its figures come from. */
  source: string;
  /** When the source observed the figures. */
  as_of: string;
  /** EIP-155 id of the public chain that the source lists. Null for chains of other kinds. Steps of a deposit go to the chain_id of execution_contracts, which differs for a local or test chain. */
  chain_id: number | null;
  /** The underlying tokens, in the order of the source. Empty if unknown. */
  tokens: StrategyToken[];
  source_pool: StrategySourcePool;
  deposit_asset: StrategyDepositAsset;
  vault: StrategyVault | null;
  /** All contracts that the steps of a deposit or withdrawal call. Check these addresses once and pin them: no step may call another contract. Empty without a vault, and where the service has no node of the chain. */
  execution_contracts: ExecutionContract[];
  protocol_info: StrategyProtocolInfo;
}

/** Expected mean APY over the next 7, 30 and 90 days, with an interval for 80 of 100 results. /market/calibration shows how often it was right. */
export interface StrategyExpectedApy {
  '7d': ExpectedApy;
  '30d': ExpectedApy;
  '90d': ExpectedApy;
}

/** Additional information about the data. */
export interface StrategyExportMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
  /** Version of the catalog. It changes with every ingestion. */
  version: string;
  /** All together. */
  total: number;
}

export interface StrategyExportResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Strategy[];
  meta: StrategyExportMeta;
}

/** A warning flag was raised on a watched strategy. */
export interface StrategyFlaggedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'strategy.flagged';
  data: StrategyFlaggedEventData;
}

/** Details of the event. */
export interface StrategyFlaggedEventData {
  /** Id of the alert that created the event. */
  alert_id: string;
  /** What the alert watches. Events of positions need `investments:read`. */
  alert_target: OrOther<'strategy' | 'positions' | 'filter'>;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case. */
  asset: string;
  /** Name of the protocol, lower case. */
  protocol: string;
  /** When the source observed the figures. */
  observed_at: string;
  /** The flag, such as stuck_rate. */
  flag: string;
}

/** Additional information about the data. */
export interface StrategyListMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
  pagination: Pagination;
}

export interface StrategyListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Strategy[];
  meta: StrategyListMeta;
}

/** Operators paused deposits into a watched strategy. */
export interface StrategyPausedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'strategy.paused';
  data: StrategyPausedEventData;
}

/** Details of the event. */
export interface StrategyPausedEventData {
  /** Id of the alert that created the event. */
  alert_id: string;
  /** What the alert watches. Events of positions need `investments:read`. */
  alert_target: OrOther<'strategy' | 'positions' | 'filter'>;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case. */
  asset: string;
  /** Name of the protocol, lower case. */
  protocol: string;
  /** When the source observed the figures. */
  observed_at: string;
  /** Current status. */
  status: OrOther<'listed' | 'unlisted' | 'paused'>;
}

/** The protocol of the strategy. */
export interface StrategyProtocolInfo {
  /** When the source listed the protocol. Null if unknown. */
  listed_since: string | null;
  audits: StrategyProtocolInfoAudits | null;
  /** Hacks that the source knows, newest first. Empty: none known. Null: the source has no information. */
  hacks: StrategyProtocolInfoHack[] | null;
  /** Name for people; null if it has none. */
  name: string;
  /** Website of the protocol. Null if unknown. */
  url: string | null;
}

/** Null where the source does not say. */
export interface StrategyProtocolInfoAudits {
  /** Whether the source knows of an audit. */
  audited: boolean;
  /** Addresses of the reports. */
  links: string[];
}

export interface StrategyProtocolInfoHack {
  /** ISO 8601, UTC. */
  date: string;
  /** USD lost. */
  amount: number | null;
  /** USD returned. */
  returned: number | null;
  /** Method of the attack. */
  technique: string | null;
}

/** A watched strategy is in the catalog again. */
export interface StrategyRelistedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'strategy.relisted';
  data: StrategyRelistedEventData;
}

/** Details of the event. */
export interface StrategyRelistedEventData {
  /** Id of the alert that created the event. */
  alert_id: string;
  /** What the alert watches. Events of positions need `investments:read`. */
  alert_target: OrOther<'strategy' | 'positions' | 'filter'>;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case. */
  asset: string;
  /** Name of the protocol, lower case. */
  protocol: string;
  /** When the source observed the figures. */
  observed_at: string;
  /** Current status. */
  status: OrOther<'listed' | 'unlisted' | 'paused'>;
}

/** The risk level of a watched strategy changed. */
export interface StrategyRiskLevelChangedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'strategy.risk_level_changed';
  data: StrategyRiskLevelChangedEventData;
}

/** Details of the event. */
export interface StrategyRiskLevelChangedEventData {
  /** Id of the alert that created the event. */
  alert_id: string;
  /** What the alert watches. Events of positions need `investments:read`. */
  alert_target: OrOther<'strategy' | 'positions' | 'filter'>;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case. */
  asset: string;
  /** Name of the protocol, lower case. */
  protocol: string;
  /** When the source observed the figures. */
  observed_at: string;
  risk_level: RiskLevel;
  previous_risk_level: RiskLevel;
}

/** The pool as its source names it. */
export interface StrategySourcePool {
  /** Id in the source. */
  id: string;
  /** Page of the source. */
  url: string | null;
}

/** The figures of a watched strategy are older than a day. */
export interface StrategyStaleEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'strategy.stale';
  data: StrategyStaleEventData;
}

/** Details of the event. */
export interface StrategyStaleEventData {
  /** Id of the alert that created the event. */
  alert_id: string;
  /** What the alert watches. Events of positions need `investments:read`. */
  alert_target: OrOther<'strategy' | 'positions' | 'filter'>;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case. */
  asset: string;
  /** Name of the protocol, lower case. */
  protocol: string;
  /** When the source observed the figures. */
  observed_at: string;
}

export interface StrategyToken {
  /** Symbol of the token; null if unknown. */
  symbol: string | null;
  /** Address of the contract on its chain. */
  address: string;
  /** Id after CAIP-19 in lower case, such as eip155:1/erc20:0xa0b8... */
  id: string | null;
}

/** The TVL of a watched strategy fell by the set percentage. */
export interface StrategyTvlFellEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'strategy.tvl_fell';
  data: StrategyTvlFellEventData;
}

/** Details of the event. */
export interface StrategyTvlFellEventData {
  /** Id of the alert that created the event. */
  alert_id: string;
  /** What the alert watches. Events of positions need `investments:read`. */
  alert_target: OrOther<'strategy' | 'positions' | 'filter'>;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case. */
  asset: string;
  /** Name of the protocol, lower case. */
  protocol: string;
  /** When the source observed the figures. */
  observed_at: string;
  /** Total value locked, USD. */
  tvl: number;
  /** The highest TVL of the days before, USD. */
  reference_tvl: number;
  /** Change in percent of reference_tvl. */
  change: number;
  /** Number of past days of the comparison. */
  days: number;
}

/** A watched strategy left the catalog. */
export interface StrategyUnlistedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'strategy.unlisted';
  data: StrategyUnlistedEventData;
}

/** Details of the event. */
export interface StrategyUnlistedEventData {
  /** Id of the alert that created the event. */
  alert_id: string;
  /** What the alert watches. Events of positions need `investments:read`. */
  alert_target: OrOther<'strategy' | 'positions' | 'filter'>;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case. */
  chain: string;
  /** Asset symbol, upper case. */
  asset: string;
  /** Name of the protocol, lower case. */
  protocol: string;
  /** When the source observed the figures. */
  observed_at: string;
  /** Current status. */
  status: OrOther<'listed' | 'unlisted' | 'paused'>;
}

/** The ERC-4626 vault with figures from its share price. Null without a vault. */
export interface StrategyVault {
  /** Address of the contract on its chain. */
  address: string;
  /** Decimals of the vault’s shares. */
  share_decimals: number;
  /** Units of the asset for one share. */
  share_price: string | null;
  /** Total assets, in units of the asset. */
  assets: string | null;
  /** Growth of the share price over 7 days, annualized, percent. */
  apy_7d: number | null;
  /** The same over 30 days. */
  apy_30d: number | null;
  /** Time of the block that it was read at. */
  observed_at: string | null;
  fees: StrategyVaultFees;
}

/** Fees of the vault. Its share price or its payouts include them. This service takes no fees. */
export interface StrategyVaultFees {
  /** Entry cost in percent of the amount; null if unknown. */
  entry_percent: number;
  /** Exit cost in percent of the amount; null if unknown. */
  exit_percent: number;
  /** Percent of the earnings. Null if unknown. */
  performance_percent: number | null;
}

export interface SubmitTransactionRequest {
  /** Transaction hashes of the steps. The last one is that of the vault step. */
  hashes: string[];
}

export interface SubmitTransactionResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: ChainTransaction;
  meta: NoMeta;
}

export interface TestWebhookResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: WebhookAttempt;
  meta: NoMeta;
}

export interface TooManyRequestsError {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  error: TooManyRequestsErrorBody;
}

/** Why the request failed. */
export interface TooManyRequestsErrorBody {
  code: ErrorCode;
  /** A sentence for people; it may change. */
  message: string;
  details?: TooManyRequestsErrorDetails;
}

/** Details of the error. Each field can be absent. */
export interface TooManyRequestsErrorDetails {
  /** Id of the request, as in X-Request-Id. Send it to support. */
  request_id?: string;
  /** Seconds to wait before the next request, as in Retry-After. */
  retry_after_seconds?: number;
  /** New accounts that the network, or the service, may create per day. */
  max_per_day?: number;
  /** Number of tests and retries that may run at the same time for an account. */
  max_at_once?: number;
}

/** One entry of the history. Confirmed entries never change. */
export interface Transaction {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** An adjustment is a correction of the value by an operator, with a reason. A transfer_in or transfer_out is vault shares sent to the wallet or away, or a deposit that another address paid. A rebase is a change of shares without an event. An opening_balance is the shares that the wallet held before the service followed it. */
  type: OrOther<'deposit' | 'withdrawal' | 'adjustment' | 'transfer_in' | 'transfer_out' | 'rebase' | 'opening_balance'>;
  /** sandbox: no real money, only in test stages. onchain: a vault on its chain. */
  settlement: OrOther<'onchain' | 'sandbox' | 'none'>;
  /** transaction: started through this API, with the same id in GET /investments/transactions/{id}. external: found on the chain, not started through this API. */
  source: OrOther<'transaction' | 'external'>;
  /** included: its block has too few confirmations. reversed: its block was replaced. Always confirmed in the sandbox. */
  status: OrOther<'included' | 'confirmed' | 'reversed'>;
  /** Id of the end user (sub-account). Null for the account's own. */
  user_id: string | null;
  /** Id of the investment. */
  investment_id: string;
  /** Id of the strategy. */
  strategy_id: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** Below 0 only for a negative adjustment. For shares without a payment, their value at their block. Null for a rebase. */
  amount: string | null;
  /** Price of one unit of the asset in USD at that time; null if unknown. */
  price_usd: number | null;
  /** Id of the other transaction of a move. Null if the transaction is not part of a move. */
  counterpart_id: string | null;
  /** Reason of the operator for the adjustment. */
  reason: string | null;
  /** Withdrawn amount less its cost; 0 for a deposit. Null on a chain: the investment has the sum. */
  realized_earnings: string | null;
  /** Value of the investment right after; null on a chain. */
  value_after: string | null;
  /** Ethereum address in EIP-55 form; null without a wallet. */
  wallet_address: string | null;
  onchain: TransactionOnChain | null;
  /** On a chain, the time of the block. */
  created_at: string;
}

/** A deposit or withdrawal on a chain. The caller signs and sends its steps. Or: One entry of the history. Confirmed entries never change. */
export interface TransactionDetail {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** The type of the item. */
  type: OrOther<'deposit' | 'withdrawal' | 'adjustment' | 'transfer_in' | 'transfer_out' | 'rebase' | 'opening_balance'>;
  /** How deposits are settled. */
  settlement: OrOther<'onchain' | 'sandbox' | 'none'>;
  /** pending: waits for the steps to be sent. submitted: a hash is known. included: in a block with too few confirmations. Only confirmed money counts. For failed, failure says why. expired and cancelled: the service no longer expects the steps. After reversed, the block was replaced. */
  status: OrOther<'pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed'>;
  /** Id of the end user (sub-account). Null for the account's own. */
  user_id: string | null;
  /** Id of the other transaction of a move. Null if the transaction is not part of a move. */
  counterpart_id: string | null;
  /** reverted: the vault step was mined and failed. no_effect: it was mined, and the vault did nothing for the wallet. replaced: another transaction of the wallet used its nonce. Null otherwise. */
  failure?: OrOther<'reverted' | 'no_effect' | 'replaced'> | null;
  /** Id of the investment, in GET /investments after the first confirmation if the wallet is proven. */
  investment_id: string;
  /** Id of the strategy. */
  strategy_id: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** EIP-155 id of the chain; null for chains of other kinds. */
  chain_id?: number;
  /** Address of the vault on its chain. */
  vault_address?: string;
  /** Ethereum address in EIP-55 form; null without a wallet. */
  wallet_address: string | null;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** The amount of the request. Null for a withdrawal of everything. */
  requested_amount?: string | null;
  /** The requested amount. Once the transaction is included, the amount of the vault's event. Until then, null for a withdrawal of everything. */
  amount: string | null;
  /** The steps that the wallet signs and sends, in this order. */
  steps?: TransactionStep[];
  /** The steps as calls without a signature, for wallet_sendCalls (EIP-5792). Send atomicRequired: true, so that the wallet carries out all calls in one transaction, or none. */
  calls?: WalletCall[];
  expected_changes?: BalanceChanges | null;
  /** Address that a confirmed withdrawal paid, or that got the shares of a confirmed deposit. If it is not wallet_address, the wallet signed a call with another receiver. Null until the confirmation. */
  receiver_address?: string | null;
  actual_changes?: BalanceChanges | null;
  /** Whether actual_changes are at most 0.5% worse for the wallet than expected_changes. Null if one of them is null. */
  changes_as_expected?: boolean | null;
  /** Whether the service simulated all steps on the state of the latest block. What happened on the chain is in status. */
  simulated?: boolean;
  /** The reported hashes, the latest last. */
  hashes?: string[];
  /** Whether the steps may still move money. This can be true for an expired or cancelled transaction, because the wallet may have signed it. It is false as soon as the vault step was executed or failed, another transaction used its nonce, it can no longer succeed, or you cancelled with never_signed. */
  may_still_execute?: boolean;
  /** Hash of the transaction with the vault's event; null while there is none. */
  transaction_hash?: string | null;
  /** Number of the block; null while there is none. */
  block_number?: number | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at?: string;
  /** ISO 8601, UTC. */
  expires_at?: string;
  /** transaction: started through this API, with the same id in GET /investments/transactions/{id}. external: found on the chain, not started through this API. */
  source?: OrOther<'transaction' | 'external'>;
  /** Price of one unit of the asset in USD at that time; null if unknown. */
  price_usd?: number | null;
  /** Reason of the operator for the adjustment. */
  reason?: string | null;
  /** Withdrawn amount less its cost; 0 for a deposit. Null on a chain: the investment has the sum. */
  realized_earnings?: string | null;
  /** Value of the investment right after; null on a chain. */
  value_after?: string | null;
  onchain?: TransactionOnChain | null;
}

export interface TransactionHistoryResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Transaction[];
  meta: CursorPageMeta;
}

export interface TransactionListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: ListedTransaction[];
  meta: CursorPageMeta;
}

/** The vault event of a transaction. */
export interface TransactionOnChain {
  /** EIP-155 id of the chain. */
  chain_id: number;
  /** Address of the vault on its chain. */
  vault_address: string;
  /** Vault shares of the event; below 0 only for a rebase that removes some. */
  shares: string;
  /** Hash of the transaction with the vault event; null for a rebase and an opening balance. */
  transaction_hash: string | null;
  /** Block of the event. For an opening balance, the block at which it was read. */
  block_number: number | null;
}

/** A sandbox transaction, and the investment after it. Or: A deposit or withdrawal on a chain. The caller signs and sends its steps. */
export interface TransactionResult {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** An adjustment is a correction of the value by an operator, with a reason. A transfer_in or transfer_out is vault shares sent to the wallet or away, or a deposit that another address paid. A rebase is a change of shares without an event. An opening_balance is the shares that the wallet held before the service followed it. */
  type: OrOther<'deposit' | 'withdrawal' | 'adjustment' | 'transfer_in' | 'transfer_out' | 'rebase' | 'opening_balance'>;
  /** sandbox: no real money, only in test stages. onchain: a vault on its chain. */
  settlement: OrOther<'onchain' | 'sandbox' | 'none'>;
  /** transaction: started through this API, with the same id in GET /investments/transactions/{id}. external: found on the chain, not started through this API. */
  source?: OrOther<'transaction' | 'external'>;
  /** included: its block has too few confirmations. reversed: its block was replaced. Always confirmed in the sandbox. */
  status: OrOther<'included' | 'confirmed' | 'reversed' | 'pending' | 'submitted' | 'expired' | 'cancelled' | 'failed'>;
  /** Id of the end user (sub-account). Null for the account's own. */
  user_id: string | null;
  /** Id of the investment. */
  investment_id: string;
  /** Id of the strategy. */
  strategy_id: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** Exact decimal string in units of the asset. */
  amount: string | null;
  /** Price of one unit of the asset in USD at that time; null if unknown. */
  price_usd?: number | null;
  /** Id of the other transaction of a move. Null if the transaction is not part of a move. */
  counterpart_id: string | null;
  /** Reason of the operator for the adjustment. */
  reason?: string | null;
  /** Exact decimal string in units of the asset. */
  realized_earnings?: string;
  /** Exact decimal string in units of the asset. */
  value_after?: string;
  /** Ethereum address in EIP-55 form; null without a wallet. */
  wallet_address: string | null;
  onchain?: TransactionOnChain | null;
  /** On a chain, the time of the block. */
  created_at: string;
  investment?: BookedInvestment;
  /** reverted: the vault step was mined and failed. no_effect: it was mined, and the vault did nothing for the wallet. replaced: another transaction of the wallet used its nonce. Null otherwise. */
  failure?: OrOther<'reverted' | 'no_effect' | 'replaced'> | null;
  /** EIP-155 id of the chain; null for chains of other kinds. */
  chain_id?: number;
  /** Address of the vault on its chain. */
  vault_address?: string;
  /** The amount of the request. Null for a withdrawal of everything. */
  requested_amount?: string | null;
  /** The steps that the wallet signs and sends, in this order. */
  steps?: TransactionStep[];
  /** The steps as calls without a signature, for wallet_sendCalls (EIP-5792). Send atomicRequired: true, so that the wallet carries out all calls in one transaction, or none. */
  calls?: WalletCall[];
  expected_changes?: BalanceChanges | null;
  /** Address that a confirmed withdrawal paid, or that got the shares of a confirmed deposit. If it is not wallet_address, the wallet signed a call with another receiver. Null until the confirmation. */
  receiver_address?: string | null;
  actual_changes?: BalanceChanges | null;
  /** Whether actual_changes are at most 0.5% worse for the wallet than expected_changes. Null if one of them is null. */
  changes_as_expected?: boolean | null;
  /** Whether the service simulated all steps on the state of the latest block. What happened on the chain is in status. */
  simulated?: boolean;
  /** The reported hashes, the latest last. */
  hashes?: string[];
  /** Whether the steps may still move money. This can be true for an expired or cancelled transaction, because the wallet may have signed it. It is false as soon as the vault step was executed or failed, another transaction used its nonce, it can no longer succeed, or you cancelled with never_signed. */
  may_still_execute?: boolean;
  /** Hash of the transaction with the vault's event; null while there is none. */
  transaction_hash?: string | null;
  /** Number of the block; null while there is none. */
  block_number?: number | null;
  /** ISO 8601, UTC. */
  updated_at?: string;
  /** ISO 8601, UTC. */
  expires_at?: string;
}

/** A call that the wallet sends, or a permit that it signs. Keep the order of the steps. */
export interface TransactionStep {
  /** approve: lets the vault or router take the asset, or the router take the shares of a withdrawal. permit: the same by a signature. Sign typed_data and send the signature to POST /investments/transactions/{id}/sign. The other types move money. */
  type: OrOther<'approve' | 'permit' | 'deposit' | 'withdraw' | 'redeem'>;
  /** EIP-155 id of the chain; null for chains of other kinds. */
  chain_id: number;
  /** Address of the contract that takes the call, or of the token of a permit. */
  to: string;
  /** Call data, hexadecimal. Null in a permit, which is not sent, and in the step that waits for its signature. */
  data: string | null;
  /** The data that the wallet signs for a permit, as the JSON that eth_signTypedData_v4 takes (EIP-712, EIP-2612). Null in other steps. */
  typed_data: string | null;
  /** Native coin to send with the step, in its base unit. */
  value: string;
  /** Gas limit of the step: 1.5 times the gas that the simulation used. Null if the step was not simulated. */
  gas_estimate: number | null;
}

/** Deposits in the window. */
export interface TransactionTotals {
  /** Number of items. */
  count: number;
  /** Sum of the assets with a price. */
  value_usd: number;
  /** The same for each asset. */
  by_asset: TransactionTotalsByAsset[];
}

export interface TransactionTotalsByAsset {
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** Exact decimal string in units of the asset. */
  amount: string;
  /** At the latest prices; null if no price is known. */
  value_usd: number | null;
}

/** How a market moved over the window. */
export interface Trend {
  /** Number of listed strategies, including outliers of the source. */
  strategies: number;
  /** USD. */
  tvl: number;
  /** Change of the TVL in percent. Only strategies that were listed at both ends of the window count. Null if there are none. */
  tvl_change: number | null;
  /** TVL-weighted mean of the current APYs, percent. */
  apy: number | null;
  /** Percentage points. */
  apy_change: number | null;
}

/** Additional information about the data. */
export interface TrendReportMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
}

export interface TrendReportResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: Trends;
  meta: TrendReportMeta;
}

/** The greatest changes over a window. */
export interface Trends {
  /** The period of the figures. */
  window: OrOther<'7d' | '30d' | '90d' | '365d'>;
  total: Trend;
  movers: TrendsMovers;
  /** By chain. */
  chains: TrendsChain[];
  /** By protocol. */
  protocols: TrendsProtocol[];
  /** By asset. */
  assets: TrendsAsset[];
}

export interface TrendsAsset {
  /** The chain, protocol or asset. */
  key: string;
  /** Number of listed strategies, including outliers of the source. */
  strategies: number;
  /** USD. */
  tvl: number;
  /** Change of the TVL in percent. Only strategies that were listed at both ends of the window count. Null if there are none. */
  tvl_change: number | null;
  /** TVL-weighted mean of the current APYs, percent. */
  apy: number | null;
  /** Percentage points. */
  apy_change: number | null;
}

export interface TrendsChain {
  /** The chain, protocol or asset. */
  key: string;
  /** Number of listed strategies, including outliers of the source. */
  strategies: number;
  /** USD. */
  tvl: number;
  /** Change of the TVL in percent. Only strategies that were listed at both ends of the window count. Null if there are none. */
  tvl_change: number | null;
  /** TVL-weighted mean of the current APYs, percent. */
  apy: number | null;
  /** Percentage points. */
  apy_change: number | null;
}

/** The strategies that changed most. */
export interface TrendsMovers {
  apy: TrendsMoversApy;
  tvl: TrendsMoversTvl;
}

/** APY, percent. */
export interface TrendsMoversApy {
  /** Strategies whose value rose, largest rise first. */
  up: Mover[];
  /** Strategies whose value fell, largest fall first. */
  down: Mover[];
}

/** Total value locked, USD. */
export interface TrendsMoversTvl {
  /** Strategies whose value rose, largest rise first. */
  up: Mover[];
  /** Strategies whose value fell, largest fall first. */
  down: Mover[];
}

export interface TrendsProtocol {
  /** The chain, protocol or asset. */
  key: string;
  /** Number of listed strategies, including outliers of the source. */
  strategies: number;
  /** USD. */
  tvl: number;
  /** Change of the TVL in percent. Only strategies that were listed at both ends of the window count. Null if there are none. */
  tvl_change: number | null;
  /** TVL-weighted mean of the current APYs, percent. */
  apy: number | null;
  /** Percentage points. */
  apy_change: number | null;
}

/** TVL of a chain, protocol or asset. */
export interface Tvl {
  /** The chain, protocol or asset. */
  key: string;
  /** TVL of the listed strategies, USD. */
  tvl: number;
  /** Part of the TVL of all listed strategies, 0 to 1. */
  share: number;
  /** Listed strategies. */
  strategies: number;
  /** Change over 7 days in percent. Only strategies that were listed at both ends count. Null if there are none. */
  change_7d: number | null;
  /** The same over 30 days. */
  change_30d: number | null;
  /** The same over the window. */
  tvl_change: number | null;
  /** TVL of the whole chain as the source counts it, USD. Null for protocols and assets. */
  network_tvl: number | null;
  /** Daily TVL over the window, oldest first; unknown days left out. */
  history: TvlHistoryEntry[];
  /** Daily TVL of the whole chain, oldest first, without unknown days. */
  network_history: TvlNetworkHistoryEntry[];
}

export interface TvlHistoryEntry {
  /** Day, UTC. */
  date: string;
  /** USD. */
  tvl: number;
}

/** Additional information about the data. */
export interface TvlListMeta {
  /** Time of the catalog behind the answer; null without a catalog. */
  as_of: string | null;
  /** The kind of a row. */
  group_by: OrOther<'chain' | 'protocol' | 'asset'>;
  /** The period of the figures. */
  window: OrOther<'7d' | '30d' | '90d' | '365d'>;
  /** TVL of all listed strategies, USD. */
  total_tvl: number;
  pagination: Pagination;
}

export interface TvlListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Tvl[];
  meta: TvlListMeta;
}

export interface TvlNetworkHistoryEntry {
  /** Day, UTC. */
  date: string;
  /** USD. */
  tvl: number;
}

export interface UnauthorizedError {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  error: UnauthorizedErrorBody;
}

/** Why the request failed. */
export interface UnauthorizedErrorBody {
  code: ErrorCode;
  /** A sentence for people; it may change. */
  message: string;
  details?: UnauthorizedErrorDetails;
}

/** Details of the error. Each field can be absent. */
export interface UnauthorizedErrorDetails {
  /** Id of the request, as in X-Request-Id. Send it to support. */
  request_id?: string;
  /** Why: message (not the one of the challenge), expired, nonce (used already), signature, suspended, counterfactual_wallet or wallet_unreachable. */
  reason?: string;
}

export interface UnprocessableError {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  error: UnprocessableErrorBody;
}

/** Why the request failed. */
export interface UnprocessableErrorBody {
  code: ErrorCode;
  /** A sentence for people; it may change. */
  message: string;
  details?: UnprocessableErrorDetails;
}

/** Details of the error. Each field can be absent. */
export interface UnprocessableErrorDetails {
  /** Id of the request, as in X-Request-Id. Send it to support. */
  request_id?: string;
  /** The minimum deposit: a decimal string in units of the asset. */
  minimum?: string;
  /** Unit of the amounts: an asset symbol. */
  asset?: string;
  /** The same in USD. */
  min_deposit_usd?: number;
  /** Current status of the transaction or of the API key. */
  status?: string;
  /** Open transactions that an account may have on one chain. */
  max_open_transactions?: number;
  /** Number of the step that fails, from 0. */
  step?: number;
  /** For move_unavailable: how the strategies differ (asset, chain or settlement), or strategy if both are the same. For simulation_failed: the text or the name of the error with which the contract reverts. For signature_refused: expired, wrong (another key or message was signed), used (the wallet used this permit or another one) or none_expected (no step is a permit). For unsafe_share_price: moved, unobserved, rounding, fee, empty_vault or unprotected. */
  reason?: string;
  /** Number of sub-accounts that the plan allows. */
  max_sub_accounts?: number;
  /** The available amount: an exact decimal string in units of the asset. */
  available?: string;
  /** TVL of the strategy, USD. */
  tvl_usd?: number;
  /** Number of wallet connections that the plan allows. */
  max_wallet_connections?: number;
  /** The current status. */
  from?: string;
  /** The requested status. */
  to?: string;
  /** The statuses that can follow the current one. */
  allowed?: string[];
  /** Number of API keys that the plan allows. */
  max_api_keys?: number;
  /** The id of the successor that a rotation created. */
  replaced_by?: string | null;
}

export interface UpdateAlertRequest {
  /** Name for people. */
  name?: string | null;
  /** Level of the APY, percent. Required for apy_above and apy_below. */
  level?: number;
  /** How far a figure moves: points of APY for apy_rose and apy_fell, percent for tvl_fell. Required for these kinds. */
  by?: number;
  /** Number of past days. A change is measured from the highest or lowest value of these days. Default: 7. */
  days?: number;
  /** How far a figure must move back before the alert can report it again, in points of APY or percent of the TVL. Default: 0.25, or half of by if that is less. */
  hysteresis?: number;
  /** Minutes after an event in which the alert does not report the same strategy again. Default: 60. */
  cooldown_minutes?: number;
  /** Whether the alert is paused. */
  paused?: boolean;
}

export interface UpdateAlertResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: Alert;
  meta: NoMeta;
}

export interface UpdateApiKeyRequest {
  /** Name of the key, for people. */
  name?: string;
  /** IPv4 and IPv6 addresses and ranges from which the key may be used. Null: all. To allow more addresses than before, you must have signed in within the last 15 minutes. */
  allowed_ips?: string[] | null;
}

export interface UpdateApiKeyResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: ApiKey;
  meta: NoMeta;
}

export interface UpdateConnectionRequest {
  /** The new status of the connection. */
  status: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** The reason, stored in the history. */
  note?: string;
}

export interface UpdateConnectionResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: AdministeredConnection;
  meta: NoMeta;
}

export interface UpdateUserRequest {
  /** New status of the user. */
  status: 'active' | 'suspended';
  /** The reason, for other operators and for the user. */
  reason?: string;
}

export interface UpdateUserResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: AdminUser;
  meta: NoMeta;
}

export interface UpdateWebhookRequest {
  /** URL to which events are sent by POST. It must be https, with port 443 or a port from 1024 on, and reach a public IP address. A service that runs on your own machine also accepts http on that machine. */
  url?: string;
  /** Event types that the endpoint receives. Null: all. */
  types?: WebhookEventType[] | null;
  /** Description of the endpoint, for people. */
  description?: string | null;
  /** Whether events are sent. */
  status?: 'enabled' | 'disabled';
}

export interface UpdateWebhookResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: Webhook;
  meta: NoMeta;
}

export interface UsageDay {
  /** Day, UTC. */
  date: string;
  /** Requests that were accepted. */
  admitted: number;
  /** Requests that the rate limit or the address allowlist rejected. */
  refused: number;
}

export interface UsageHour {
  /** ISO 8601, UTC. */
  from: string;
  /** Requests that were accepted. */
  admitted: number;
  /** Requests that the rate limit or the address allowlist rejected. */
  refused: number;
}

/** A user as they see themselves. */
export interface User {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** The wallet with which the user signs in; null for users that an operator created. */
  wallet_address: string | null;
  /** The chain (EIP-155 id) of a wallet that is a contract; null for a wallet that is a key. */
  wallet_chain_id: number | null;
  /** Name for people; null if it has none. */
  name: string | null;
  /** Role of the user: only an admin may use the operations of administrators. */
  role: OrOther<'user' | 'admin'>;
  plan: Plan;
  limits: RequestLimits;
  /** ISO 8601, UTC. */
  created_at: string;
}

/** The account has other limits. */
export interface UserLimitsChangedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'user.limits_changed';
  data: UserLimitsChangedEventData;
}

/** Details of the event. */
export interface UserLimitsChangedEventData {
  /** The value before the change; null if there was none. */
  before: string | null;
  /** The value after the change; null if there is none. */
  after: string | null;
}

export interface UserListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: AdminUser[];
  meta: CursorPageMeta;
}

/** The account is on another plan. */
export interface UserPlanChangedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'user.plan_changed';
  data: UserPlanChangedEventData;
}

/** Details of the event. */
export interface UserPlanChangedEventData {
  /** The value before the change; null if there was none. */
  before: string | null;
  /** The value after the change; null if there is none. */
  after: string | null;
}

/** The account works again. */
export interface UserReinstatedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'user.reinstated';
  data: UserReinstatedEventData;
}

/** Details of the event. */
export interface UserReinstatedEventData {
  /** ISO 8601, UTC. */
  at: string;
}

/** The user has another role. */
export interface UserRoleChangedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'user.role_changed';
  data: UserRoleChangedEventData;
}

/** Details of the event. */
export interface UserRoleChangedEventData {
  /** The value before the change; null if there was none. */
  before: string | null;
  /** The value after the change; null if there is none. */
  after: string | null;
}

/** The account is suspended. Its requests are rejected. */
export interface UserSuspendedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'user.suspended';
  data: UserSuspendedEventData;
}

/** Details of the event. */
export interface UserSuspendedEventData {
  /** ISO 8601, UTC. */
  at: string;
}

/** Vault shares of a wallet. */
export interface VaultHolding {
  /** Id of the strategy. */
  strategy_id: string;
  /** Id of the end user (sub-account). Null for the account's own. */
  user_id: string | null;
  /** How deposits are settled. */
  settlement: OrOther<'onchain'>;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** Address of the vault on its chain. */
  vault_address: string;
  /** Ethereum address in EIP-55 form; null without a wallet. */
  wallet_address: string;
  /** Whether you have proven that you control the wallet. Only then do its shares count in the portfolio. */
  wallet_proven: boolean;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** Vault shares: the opening balance and all confirmed events since. */
  shares: string;
  /** Shares of events without enough confirmations; below 0 for withdrawals. */
  pending_shares: string;
  /** Deposits less withdrawals of the wallet since the first transaction that the account requested for it. */
  net_deposited: string;
  /** Value of shares that came without a payment (the opening balance, transfers, deposits that others paid), less the value of shares that were sent away. Each at the price of its time. */
  net_transferred: string;
  /** The shares times the last observed share price. Null before the first observation. */
  value: string | null;
  /** value - net_deposited - net_transferred. */
  earned: string | null;
  /** The time of the block whose share price was observed. */
  priced_at: string | null;
  /** The number of that block. It is at most ten minutes old while the chain answers; after a loss a new price is taken within a minute. */
  price_block_number: number | null;
}

/** The end of a version of the API is announced. */
export interface VersionDeprecatedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'version.deprecated';
  data: VersionDeprecatedEventData;
}

/** Details of the event. */
export interface VersionDeprecatedEventData {
  /** The version. */
  version: string;
  /** Day from which it is deprecated, UTC. */
  deprecated_on: string;
  /** Day after which it may be switched off; null while open. */
  sunset_on: string | null;
  /** The version that replaces it. */
  successor: string | null;
}

/** One version of the API with its dates. */
export interface VersionState {
  /** Unique id. The prefix shows its kind. */
  id: string;
  state: ApiVersionState;
  /** Day of its release, UTC. */
  released_on: string;
  /** Day of its deprecation; null if it is not deprecated. */
  deprecated_on: string | null;
  /** Day after which it can be switched off; null if not decided. */
  sunset_on: string | null;
  /** The version that supersedes it, or null. */
  successor: string | null;
}

/** Balances of a connected wallet. */
export interface WalletBalances {
  /** Id of the wallet connection. */
  connection_id: string;
  /** Id of the end user, chosen by the account. */
  user_id: string;
  /** Address in EIP-55 form. */
  wallet_address: string;
  /** Sum of the balances that have a price. */
  total_usd: number;
  /** Whether every requested chain and token responded and every balance has a price. */
  complete: boolean;
  /** One element per token and chain. */
  balances: Balance[];
}

/** A call of a batch for wallet_sendCalls (EIP-5792). */
export interface WalletCall {
  /** Address of the contract that takes the call. */
  to: string;
  /** Call data, hexadecimal. */
  data: string;
  /** Native coin to send with the call, hexadecimal. */
  value: string;
}

/** A wallet connection, for its account. */
export interface WalletConnection {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** The wallet software that made the connection. */
  provider: OrOther<'walletprovider'>;
  /** Address in EIP-55 form. */
  walletAddress: string;
  /** Id of the end user, chosen by the account. */
  userId: string;
  /** Current status. */
  status: OrOther<'active' | 'removal_requested' | 'suspended' | 'removed'>;
  removalRequest: RemovalRequest | null;
  /** When a signed message last proved control of the wallet; null if it never did. */
  provenAt: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

/** A webhook endpoint without its secret. */
export interface Webhook {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** URL to which events are sent. */
  url: string;
  /** Description for people; null if it has none. */
  description: string | null;
  /** Event types that the endpoint receives; null for all. */
  types: (OrOther<'investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.leaked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.created' | 'webhook.updated' | 'webhook.disabled'>)[] | null;
  /** Events are sent to an enabled endpoint only. unverified: it has not answered a challenge yet. */
  status: OrOther<'unverified' | 'enabled' | 'disabled'>;
  /** owner: you disabled it. gone: it answered 410. failing: nothing arrived for three days. key_revoked: the key in set_by was revoked. Null while enabled. */
  disabled_reason: OrOther<'owner' | 'gone' | 'failing' | 'key_revoked'> | null;
  /** Time at which its address returned the challenge of a test. Null before that, and again after the address changed. */
  verified_at: string | null;
  /** Until this time, deliveries are also signed with the previous secret. Null if there is none. */
  previous_secret_until: string | null;
  /** When an event last arrived; null before the first. */
  last_delivered_at: string | null;
  /** Time of the first failed attempt after the last delivery; null if the last attempt succeeded. */
  failing_since: string | null;
  /** Id of the API key or session that created it. */
  created_by: string;
  /** Id of the API key or session that last set its address, types or secret, or enabled it. Rotating a key replaces the key's id with its successor's. Revoking this key disables the endpoint. */
  set_by: string;
  /** Number of events that failed and will be sent again. */
  waiting_events: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
}

/** The result of a test. */
export interface WebhookAttempt {
  /** Whether the endpoint is verified, by this test or an earlier one. */
  verified: boolean;
  /** Whether the endpoint sent an HTTP answer. */
  reached: boolean;
  /** Whether the answer was a 2xx. false while the endpoint is not verified. */
  delivered: boolean;
  /** HTTP status of the answer; null if there was none, or if the endpoint is not verified. */
  response_status: number | null;
  /** Why there was no answer, as in a delivery; null if there was one, or if the endpoint is not verified. */
  failure: OrOther<'host_unknown' | 'address_refused' | 'connection_failed' | 'tls_failed' | 'timed_out' | 'answer_malformed'> | null;
  /** Duration in milliseconds; null while the endpoint is not verified. */
  duration_ms: number | null;
}

/** The account has a new webhook endpoint. */
export interface WebhookCreatedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'webhook.created';
  data: WebhookCreatedEventData;
}

/** Details of the event. */
export interface WebhookCreatedEventData {
  /** Id of the webhook endpoint. */
  webhook_id: string;
  /** Address of the endpoint. */
  url: string;
  /** Id of the API key or session that created it. */
  by: string | null;
}

/** The delivery of one event. It is kept for at most 30 days. */
export interface WebhookDelivery {
  /** Unique id. The prefix shows its kind. */
  id: string;
  /** Id of the event, which every attempt carries as its webhook-id. */
  event_id: string;
  /** Type of the event. */
  type: string;
  /** Sequence of the event. */
  sequence: number;
  /** pending: it will be sent again. failed: it will not be sent again. */
  status: OrOther<'pending' | 'delivered' | 'failed'>;
  /** ISO 8601, UTC. */
  created_at: string;
  /** The attempts, oldest first, at most 20. */
  attempts: WebhookDeliveryAttempt[];
  /** Time of the next attempt; null if there is none. */
  next_attempt_at: string | null;
}

export interface WebhookDeliveryAttempt {
  /** ISO 8601, UTC. */
  at: string;
  /** HTTP status of the answer; null if there was none. */
  response_status: number | null;
  /** Why no answer came. host_unknown: unknown host name. address_refused: not a public IP address. connection_failed: no connection. tls_failed: no trusted certificate. timed_out: over ten seconds. answer_malformed: no HTTP. null if an answer came. */
  failure: OrOther<'host_unknown' | 'address_refused' | 'connection_failed' | 'tls_failed' | 'timed_out' | 'answer_malformed'> | null;
  /** Duration in milliseconds. */
  duration_ms: number;
  /** Whether the attempt was requested with POST /webhooks/{id}/deliveries/{deliveryId}/retry. */
  by_hand: boolean;
}

/** A webhook endpoint was disabled: nothing arrived for three days, it answered 410, or the key that set it was revoked. */
export interface WebhookDisabledEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'webhook.disabled';
  data: WebhookDisabledEventData;
}

/** Details of the event. */
export interface WebhookDisabledEventData {
  /** Id of the webhook endpoint. */
  webhook_id: string;
  /** Address of the endpoint. */
  url: string;
  /** gone: it answered 410. failing: nothing arrived. key_revoked: the key in set_by was revoked or reported as leaked. */
  reason: OrOther<'gone' | 'failing' | 'key_revoked'>;
  /** Since when deliveries fail; null if the last one succeeded. */
  failing_since: string | null;
}

export type WebhookEventType = 'investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.leaked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.created' | 'webhook.updated' | 'webhook.disabled';

/** Additional information about the data. */
export interface WebhookListMeta {
  /** Cursor: send it as `after` to get the next page. Null on the last page. */
  next_after: string | null;
  quota: Quota;
  pagination: Pagination;
}

export interface WebhookListResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** The result of the request. */
  data: Webhook[];
  meta: WebhookListMeta;
}

/** A webhook endpoint was changed, its secret was rotated, or the API key that set it has expired. */
export interface WebhookUpdatedEvent {
  /** Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice. */
  id: string;
  /** Number of the event among the events of the account. The first is 1, and no number is missing. */
  sequence: number;
  /** Time at which the event got its sequence, UTC. It never decreases from one event to the next. */
  created_at: string;
  /** Id of the account's user. */
  account: string;
  /** Type of the event. */
  type: 'webhook.updated';
  data: WebhookUpdatedEventData;
}

/** Details of the event. */
export interface WebhookUpdatedEventData {
  /** Id of the webhook endpoint. */
  webhook_id: string;
  /** Address of the endpoint. */
  url: string;
  /** Id of the API key or session that changed it; null for an expiry. */
  by: string | null;
  /** What was changed. set_by: the key in set_by has expired, and the endpoint still receives events. */
  changed: (OrOther<'url' | 'types' | 'secret' | 'description' | 'status' | 'set_by'>)[];
}

export interface WithdrawRequest {
  /** Id of the investment to withdraw from. */
  investment_id?: string;
  /** Instead of investment_id: the strategy of the vault, with wallet_address. */
  strategy_id?: string;
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  wallet_address?: string;
  /** With strategy_id: id of the end user. */
  user_id?: string;
  /** Decimal string in units of the asset, with at most as many decimals as the asset has. A JSON number with at most 15 significant digits is accepted too. */
  amount?: string;
  /** true withdraws everything. Send either this or amount. */
  all?: boolean;
}

export interface WithdrawResponse {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  data: TransactionResult;
  meta: NoMeta;
}

/** An event that a webhook endpoint receives. The field `type` selects its shape. */
export type WebhookEvent =
  | InvestmentPendingEvent
  | InvestmentConfirmedEvent
  | InvestmentFailedEvent
  | InvestmentExpiredEvent
  | InvestmentCancelledEvent
  | InvestmentReversedEvent
  | InvestmentAdjustedEvent
  | StrategyApyAboveEvent
  | StrategyApyBelowEvent
  | StrategyApyRoseEvent
  | StrategyApyFellEvent
  | StrategyTvlFellEvent
  | StrategyRiskLevelChangedEvent
  | StrategyFlaggedEvent
  | StrategyUnlistedEvent
  | StrategyRelistedEvent
  | StrategyPausedEvent
  | StrategyStaleEvent
  | DepositConfirmedEvent
  | DepositFailedEvent
  | SessionCreatedEvent
  | SessionEndedEvent
  | ApiKeyCreatedEvent
  | ApiKeyUpdatedEvent
  | ApiKeyRotatedEvent
  | ApiKeyRevokedEvent
  | ApiKeyLeakedEvent
  | ApiKeyRefusedEvent
  | UserPlanChangedEvent
  | UserLimitsChangedEvent
  | UserRoleChangedEvent
  | UserSuspendedEvent
  | UserReinstatedEvent
  | QuotaWarningEvent
  | QuotaReachedEvent
  | RequestLimitWarningEvent
  | RequestLimitReachedEvent
  | VersionDeprecatedEvent
  | WebhookCreatedEvent
  | WebhookUpdatedEvent
  | WebhookDisabledEvent
;

export interface AccountsChallengeInput {
  /** The wallet that will sign: its Ethereum address. */
  wallet_address: string;
  /** Id of a connection of this wallet. The message then proves the connection and names its account. */
  connection_id?: string;
  /** EIP-155 chain id, one of those that the deployment supports. */
  chain_id?: number;
}

export type AccountsChallengeData = SignInMessage;

export type AccountsChallengeMeta = NoMeta;

export interface AccountsLoginInput {
  /** The message of POST /auth/challenge, unchanged. */
  message: string;
  /** The wallet's signature of the message (personal_sign). */
  signature: string;
  /** Name that the wallet announces (EIP-6963), for the list of sessions. The service removes blanks at both ends and does not check the name. */
  wallet_app?: string;
}

export type AccountsLoginData = SignIn;

export type AccountsLoginMeta = NoMeta;

export interface AccountsProveWalletInput {
  /** Id of the wallet connection. */
  id: string;
  /** The message of POST /auth/challenge for this wallet and connection_id, unchanged. */
  message: string;
  /** The wallet's signature of the message (personal_sign). */
  signature: string;
}

export type AccountsProveWalletData = WalletConnection;

export type AccountsProveWalletMeta = NoMeta;

export type AccountsLogoutInput = Record<never, never>;

export type AccountsLogoutData = SignOut;

export type AccountsLogoutMeta = NoMeta;

export interface AccountsListSessionsInput {
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type AccountsListSessionsItem = Session;

export type AccountsListSessionsMeta = CursorPageMeta;

export type AccountsRevokeOtherSessionsInput = Record<never, never>;

export type AccountsRevokeOtherSessionsData = EndedSessions;

export type AccountsRevokeOtherSessionsMeta = NoMeta;

export interface AccountsRevokeSessionInput {
  /** Id of the session. */
  id: string;
}

export type AccountsRevokeSessionData = EndedSession;

export type AccountsRevokeSessionMeta = NoMeta;

export type AccountsProfileInput = Record<never, never>;

export type AccountsProfileData = Profile;

export type AccountsProfileMeta = NoMeta;

export type AccountsLimitsInput = Record<never, never>;

export type AccountsLimitsData = AccountLimits;

export type AccountsLimitsMeta = NoMeta;

export type AccountsUsageInput = Record<never, never>;

export type AccountsUsageData = AccountUsage;

export type AccountsUsageMeta = NoMeta;

export interface AccountsAuditLogInput {
  /** Keep only events of this type. */
  type?: 'session.created' | 'session.ended' | 'sign_in.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.leaked' | 'user.created' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'user.exported' | 'user.erased' | 'wallet_connection.decided' | 'webhook.created' | 'webhook.updated' | 'webhook.secret_rotated' | 'webhook.deleted' | 'sandbox.clock_moved' | 'operator.command';
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type AccountsAuditLogItem = AccountEvent;

export type AccountsAuditLogMeta = CursorPageMeta;

export interface AccountsListApiKeysInput {
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type AccountsListApiKeysItem = ApiKey;

export type AccountsListApiKeysMeta = CursorPageMeta;

export interface AccountsCreateApiKeyInput {
  /** Name of the key, for people. */
  name: string;
  /** Scopes of the key, each at most once. Default: all read scopes. */
  scopes?: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  /** Expiry of the key, UTC. Null or left out: it never expires. */
  expires_at?: string | null;
  /** IPv4 and IPv6 addresses and ranges from which the key may be used. Null: all. To allow more addresses than before, you must have signed in within the last 15 minutes. */
  allowed_ips?: string[] | null;
}

export type AccountsCreateApiKeyData = CreatedApiKey;

export type AccountsCreateApiKeyMeta = NoMeta;

export interface AccountsGetApiKeyInput {
  /** Id of the API key. */
  id: string;
}

export type AccountsGetApiKeyData = ApiKey;

export type AccountsGetApiKeyMeta = NoMeta;

export interface AccountsUpdateApiKeyInput {
  /** Id of the API key. */
  id: string;
  /** Name of the key, for people. */
  name?: string;
  /** IPv4 and IPv6 addresses and ranges from which the key may be used. Null: all. To allow more addresses than before, you must have signed in within the last 15 minutes. */
  allowed_ips?: string[] | null;
}

export type AccountsUpdateApiKeyData = ApiKey;

export type AccountsUpdateApiKeyMeta = NoMeta;

export interface AccountsRevokeApiKeyInput {
  /** Id of the API key. */
  id: string;
}

export type AccountsRevokeApiKeyData = RevokedApiKey;

export type AccountsRevokeApiKeyMeta = NoMeta;

export interface AccountsApiKeyUsageInput {
  /** Id of the API key. */
  id: string;
}

export type AccountsApiKeyUsageData = ApiKeyUsage;

export type AccountsApiKeyUsageMeta = NoMeta;

export interface AccountsRotateApiKeyInput {
  /** Id of the API key. */
  id: string;
  /** Seconds for which the old key still works. 0 ends it now. */
  overlap_seconds?: number;
  /** Expiry of the new key. Default: that of the old key. */
  expires_at?: string | null;
}

export type AccountsRotateApiKeyData = RotatedApiKey;

export type AccountsRotateApiKeyMeta = NoMeta;

export interface AccountsReportLeakInput {
  /** The whole text of the key, and nothing else. */
  key: string;
}

export type AccountsReportLeakData = LeakReport;

export type AccountsReportLeakMeta = NoMeta;

export interface StrategiesListInput {
  /** Keep only strategies on one of these chains, in any letter case. */
  chain?: string | string[];
  /** Keep only strategies with one of these asset symbols. */
  asset?: string | string[];
  /** Keep only strategies that hold one of these assets, alone or with other assets. */
  underlying?: string | string[];
  /** Keep only strategies whose assets all belong to this family. For example, ETH includes its staked and wrapped forms. */
  family?: 'ETH' | 'BTC' | 'USD' | 'EUR' | 'SOL' | 'BNB' | 'AVAX' | 'POL';
  /** Keep only strategies that hold one asset (single) or several assets (multi). */
  exposure?: 'single' | 'multi';
  /** Keep only strategies of stablecoins (true) or of other assets (false). Both leave out strategies of unknown kind. */
  stablecoin?: boolean;
  /** Keep only strategies with (true) or without (false) a risk of impermanent loss. */
  il_risk?: boolean;
  /** Keep only strategies with at least this current APY, in percent. */
  min_apy?: number;
  /** Keep only strategies with one of these risk levels. */
  risk_level?: 'low' | 'medium' | 'high' | ('low' | 'medium' | 'high')[];
  /** Keep only strategies of one of these protocols, in any letter case. */
  protocol?: string | string[];
  /** Keep only strategies of one of these kinds, such as lending. */
  strategy_type?: string | string[];
  /** Keep only strategies with at least this TVL in USD. */
  min_tvl?: number;
  /** Keep only strategies with this settlement: onchain (in a vault), sandbox (without real money) or none (not through this service). */
  settlement?: 'onchain' | 'sandbox' | 'none';
  /** Keep only strategies that contain every word in their name, asset, protocol or chain. Order, letter case and accents do not matter. */
  search?: string;
  /** The field to sort by. */
  sort?: 'tvl' | 'current_apy' | 'name' | 'created_at';
  /** Direction of the sort. The default is desc, or asc with sort=name. */
  order?: 'asc' | 'desc';
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type StrategiesListItem = Strategy;

export type StrategiesListMeta = StrategyListMeta;

export interface StrategiesExportInput {
  /** Keep only strategies on one of these chains, in any letter case. */
  chain?: string | string[];
  /** Keep only strategies with one of these asset symbols. */
  asset?: string | string[];
  /** Keep only strategies that hold one of these assets, alone or with other assets. */
  underlying?: string | string[];
  /** Keep only strategies whose assets all belong to this family. For example, ETH includes its staked and wrapped forms. */
  family?: 'ETH' | 'BTC' | 'USD' | 'EUR' | 'SOL' | 'BNB' | 'AVAX' | 'POL';
  /** Keep only strategies that hold one asset (single) or several assets (multi). */
  exposure?: 'single' | 'multi';
  /** Keep only strategies of stablecoins (true) or of other assets (false). Both leave out strategies of unknown kind. */
  stablecoin?: boolean;
  /** Keep only strategies with (true) or without (false) a risk of impermanent loss. */
  il_risk?: boolean;
  /** Keep only strategies with at least this current APY, in percent. */
  min_apy?: number;
  /** Keep only strategies with one of these risk levels. */
  risk_level?: 'low' | 'medium' | 'high' | ('low' | 'medium' | 'high')[];
  /** Keep only strategies of one of these protocols, in any letter case. */
  protocol?: string | string[];
  /** Keep only strategies of one of these kinds, such as lending. */
  strategy_type?: string | string[];
  /** Keep only strategies with at least this TVL in USD. */
  min_tvl?: number;
  /** Keep only strategies with this settlement: onchain (in a vault), sandbox (without real money) or none (not through this service). */
  settlement?: 'onchain' | 'sandbox' | 'none';
  /** Keep only strategies that contain every word in their name, asset, protocol or chain. Order, letter case and accents do not matter. */
  search?: string;
  /** Version of the catalog that an earlier answer named. If the catalog has another version now, the answer is 404 not_found. */
  version?: string;
}

/** The result of the request. */
export type StrategiesExportData = Strategy[];

export type StrategiesExportMeta = StrategyExportMeta;

export interface StrategiesCompareInput {
  /** Ids of the strategies. */
  ids: string | string[];
}

/** The result of the request. */
export type StrategiesCompareData = StrategyDetail[];

export type StrategiesCompareMeta = StrategyComparisonMeta;

export interface StrategiesGetInput {
  /** Id of the strategy. */
  id: string;
}

export type StrategiesGetData = StrategyDetail;

export type StrategiesGetMeta = NoMeta;

export interface MarketPerformanceInput {
  /** The period of the figures. */
  window?: '7d' | '30d' | '90d' | '365d';
  /** Keep only strategies on one of these chains, in any letter case. */
  chain?: string | string[];
  /** Keep only strategies with one of these asset symbols. */
  asset?: string | string[];
  /** Keep only strategies that hold one of these assets, alone or with other assets. */
  underlying?: string | string[];
  /** Keep only strategies whose assets all belong to this family. For example, ETH includes its staked and wrapped forms. */
  family?: 'ETH' | 'BTC' | 'USD' | 'EUR' | 'SOL' | 'BNB' | 'AVAX' | 'POL';
  /** Keep only strategies that hold one asset (single) or several assets (multi). */
  exposure?: 'single' | 'multi';
  /** Keep only strategies of stablecoins (true) or of other assets (false). Both leave out strategies of unknown kind. */
  stablecoin?: boolean;
  /** Keep only strategies with (true) or without (false) a risk of impermanent loss. */
  il_risk?: boolean;
  /** Keep only strategies with at least this current APY, in percent. */
  min_apy?: number;
  /** Keep only strategies with one of these risk levels. */
  risk_level?: 'low' | 'medium' | 'high' | ('low' | 'medium' | 'high')[];
  /** Keep only strategies of one of these protocols, in any letter case. */
  protocol?: string | string[];
  /** Keep only strategies of one of these kinds, such as lending. */
  strategy_type?: string | string[];
  /** Keep only strategies with at least this TVL in USD. */
  min_tvl?: number;
  /** Keep only strategies with this settlement: onchain (in a vault), sandbox (without real money) or none (not through this service). */
  settlement?: 'onchain' | 'sandbox' | 'none';
  /** Keep only these strategies, and add their daily values. */
  strategy_id?: string | string[];
  /** The field to sort by. */
  sort?: 'tvl' | 'current_apy' | 'mean_apy' | 'min_apy' | 'max_apy' | 'volatility' | 'compounded_return' | 'apy_change' | 'tvl_change' | 'tvl_max_drawdown' | 'benchmark_apy' | 'excess_apy' | 'risk_adjusted_return' | 'coverage';
  /** Direction of the sort. Strategies without the figure come last in both directions. */
  order?: 'asc' | 'desc';
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type MarketPerformanceItem = Performance;

export type MarketPerformanceMeta = PerformanceListMeta;

export interface MarketMoveEstimateInput {
  /** Id of the strategy that holds the money now. */
  from_strategy_id: string;
  /** Id of the strategy to move to. */
  to_strategy_id: string;
  /** Amount to move, in USD. */
  amount?: number;
  /** Number of days for which the gain is counted. */
  horizon_days?: number;
}

export type MarketMoveEstimateData = MoveEstimate;

export type MarketMoveEstimateMeta = EstimateMoveMeta;

export interface MarketRecommendedInput {
  /** Amount to invest: in USD (10,000 by default), or in units of amount_asset. It must be worth at least 1 USD. */
  amount?: number;
  /** Asset in which amount is given, such as WETH or USDC. Requires amount. The asset needs a price in GET /market/prices. */
  amount_asset?: string;
  /** Keep only strategies whose assets are all forms of this asset. For example, ETH includes WETH and stETH. */
  family?: 'ETH' | 'BTC' | 'USD' | 'EUR' | 'SOL' | 'BNB' | 'AVAX' | 'POL';
  /** Keep only strategies that hold exactly one of these assets. Pools with other assets are left out. */
  asset?: string | string[];
  /** Only strategies on one of these chains, in any letter case. */
  chain?: string | string[];
  /** The highest accepted risk level. */
  risk_level?: 'low' | 'medium' | 'high';
  /** How long the amount stays, in days. */
  horizon_days?: number;
  /** Largest share of the amount for one strategy, 0 to 1. Default: 0.4. */
  max_share?: number;
  /** Largest share of the amount for one protocol, 0 to 1. Default: 0.6. */
  max_protocol_share?: number;
  /** Largest share of the amount for one chain, 0 to 1. Default: 0.8, or 1 if you send one chain. */
  max_chain_share?: number;
  /** Minimum TVL of a strategy in USD. Default: 1,000,000. */
  min_tvl?: number;
  /** Keep only strategies with this settlement: onchain (in a vault), sandbox (without real money) or none (not through this service). */
  settlement?: 'onchain' | 'sandbox' | 'none';
  /** Id of the strategy that holds the amount now. Costs and gains are then those of a move from this strategy. */
  from_strategy_id?: string;
  /** Also list, in meta.rejected, the strategies that break exactly one rule. */
  include_rejected?: boolean;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type MarketRecommendedItem = Recommendation;

export type MarketRecommendedMeta = RecommendationListMeta;

export interface InvestmentsListInput {
  /** Keep only investments with this status. */
  status?: 'active' | 'closed';
  /** Keep only investments in this strategy. */
  strategy_id?: string;
  /** Keep only investments with this settlement. */
  settlement?: 'onchain' | 'sandbox' | 'none';
  /** Keep only this sub-account. An empty value keeps only the account's own part. Default: the account and all its sub-accounts. */
  user_id?: string;
  /** Field to sort by; created_at by default. */
  sort?: 'created_at' | 'updated_at' | 'earned_percent' | 'strategy_name';
  /** Direction of the sort. The default is desc, or asc with sort=strategy_name. */
  order?: 'asc' | 'desc';
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type InvestmentsListItem = Investment;

export type InvestmentsListMeta = InvestmentListMeta;

export interface InvestmentsOpportunitiesInput {
  /** Address of the wallet, which must be an active connection of the account. */
  address: string;
  /** The highest accepted risk level. */
  risk_level?: 'low' | 'medium' | 'high';
  /** Number of days for which the gain is counted. */
  horizon_days?: number;
}

/** The result of the request. */
export type InvestmentsOpportunitiesData = Opportunity[];

export type InvestmentsOpportunitiesMeta = OpportunityListMeta;

export interface InvestmentsGetInput {
  /** Id of the investment. */
  id: string;
}

export type InvestmentsGetData = Investment;

export type InvestmentsGetMeta = GetInvestmentMeta;

export interface InvestmentsPortfolioInput {
  /** Keep only this sub-account. An empty value keeps only the account's own part. Default: the account and all its sub-accounts. */
  user_id?: string;
}

export type InvestmentsPortfolioData = Portfolio;

export type InvestmentsPortfolioMeta = GetPortfolioMeta;

export interface InvestmentsDailyInput {
  /** Number of days, including today. */
  days?: number;
  /** Keep only this sub-account. An empty value keeps only the account's own part. Default: the account and all its sub-accounts. */
  user_id?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type InvestmentsDailyItem = PortfolioDay;

export type InvestmentsDailyMeta = PortfolioDayListMeta;

export interface InvestmentsStatementInput {
  /** Time (ISO 8601), or a day (UTC), which means the end of this day. Default: now. */
  at?: string;
  /** Keep only this sub-account. An empty value keeps only the account's own part. Default: the account and all its sub-accounts. */
  user_id?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type InvestmentsStatementItem = StatementLine;

export type InvestmentsStatementMeta = PortfolioStatementMeta;

export interface InvestmentsDepositInput {
  /** Id of the strategy to deposit into. */
  strategy_id: string;
  /** Decimal string in units of the asset, with at most as many decimals as the asset has. A JSON number with at most 15 significant digits is accepted too. */
  amount: string;
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  wallet_address?: string;
  /** Asset of the amount. Rejected if it is not deposit_asset of the strategy. */
  asset?: string;
  /** Id of the end user. The deposit is booked in this sub-account. Use an opaque id, not a name or an e-mail address. The ledger keeps it when the account is erased. */
  user_id?: string;
}

export type InvestmentsDepositData = TransactionResult;

export type InvestmentsDepositMeta = NoMeta;

export interface InvestmentsWithdrawInput {
  /** Id of the investment to withdraw from. */
  investment_id?: string;
  /** Instead of investment_id: the strategy of the vault, with wallet_address. */
  strategy_id?: string;
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  wallet_address?: string;
  /** With strategy_id: id of the end user. */
  user_id?: string;
  /** Decimal string in units of the asset, with at most as many decimals as the asset has. A JSON number with at most 15 significant digits is accepted too. */
  amount?: string;
  /** true withdraws everything. Send either this or amount. */
  all?: boolean;
}

export type InvestmentsWithdrawData = TransactionResult;

export type InvestmentsWithdrawMeta = NoMeta;

export interface InvestmentsMoveInput {
  /** Id of the investment to move from. */
  investment_id?: string;
  /** Instead of investment_id: the strategy of the vault, with wallet_address. */
  from_strategy_id?: string;
  /** Id of the strategy to move to. */
  to_strategy_id: string;
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  wallet_address?: string;
  /** With from_strategy_id: id of the end user. */
  user_id?: string;
  /** Decimal string in units of the asset, with at most as many decimals as the asset has. A JSON number with at most 15 significant digits is accepted too. */
  amount?: string;
  /** true withdraws everything. Send either this or amount. */
  all?: boolean;
}

export type InvestmentsMoveData = MoveResult;

export type InvestmentsMoveMeta = NoMeta;

export interface InvestmentsHoldingsInput {
  /** Keep only this sub-account. An empty value keeps only the account's own part. Default: the account and all its sub-accounts. */
  user_id?: string;
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type InvestmentsHoldingsItem = VaultHolding;

export type InvestmentsHoldingsMeta = CursorPageMeta;

export interface InvestmentsListTransactionsInput {
  /** Settlement of the transactions. Sandbox transactions are always confirmed, and only they can be adjustments. A live stage has none. */
  settlement?: 'onchain' | 'sandbox';
  /** Keep only transactions with one of these statuses. pending, submitted and included are not final. */
  status?: 'pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed' | ('pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed')[];
  /** Keep only transactions of this type. */
  type?: 'deposit' | 'withdrawal' | 'adjustment';
  /** Keep only transactions of this strategy. */
  strategy_id?: string;
  /** Keep only this sub-account. An empty value keeps only the account's own part. Default: the account and all its sub-accounts. */
  user_id?: string;
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type InvestmentsListTransactionsItem = ListedTransaction;

export type InvestmentsListTransactionsMeta = CursorPageMeta;

export interface InvestmentsGetTransactionInput {
  /** Id of the transaction, from the answer that created it or from a list. */
  id: string;
}

export type InvestmentsGetTransactionData = TransactionDetail;

export type InvestmentsGetTransactionMeta = NoMeta;

export interface InvestmentsSubmitTransactionInput {
  /** Id of the transaction, from the answer that created it or from a list. */
  id: string;
  /** Transaction hashes of the steps. The last one is that of the vault step. */
  hashes: string[];
}

export type InvestmentsSubmitTransactionData = ChainTransaction;

export type InvestmentsSubmitTransactionMeta = NoMeta;

export interface InvestmentsSignTransactionInput {
  /** Id of the transaction, from the answer that created it or from a list. */
  id: string;
  /** Signature of typed_data (eth_signTypedData_v4), 65 bytes. */
  signature: string;
}

export type InvestmentsSignTransactionData = ChainTransaction;

export type InvestmentsSignTransactionMeta = NoMeta;

export interface InvestmentsCancelTransactionInput {
  /** Id of the transaction, from the answer that created it or from a list. */
  id: string;
  /** true: no wallet signed the last step (deposit, withdraw or redeem) or the calls. may_still_execute becomes false. Only you can know it. */
  never_signed?: boolean;
}

export type InvestmentsCancelTransactionData = ChainTransaction;

export type InvestmentsCancelTransactionMeta = NoMeta;

export interface InvestmentsAdvanceClockInput {
  /** Duration in seconds, minutes, hours or days, at most 90 days. */
  advance: string;
}

export type InvestmentsAdvanceClockData = SandboxClock;

export type InvestmentsAdvanceClockMeta = NoMeta;

export interface InvestmentsHistoryInput {
  /** Keep only entries of this type. */
  type?: 'deposit' | 'withdrawal' | 'adjustment' | 'transfer_in' | 'transfer_out' | 'rebase' | 'opening_balance';
  /** Keep only entries of this strategy. */
  strategy_id?: string;
  /** Keep only this sub-account. An empty value keeps only the account's own part. Default: the account and all its sub-accounts. */
  user_id?: string;
  /** Keep only transactions at or after this time (ISO 8601) or day (UTC). */
  from?: string;
  /** Keep only transactions up to this time (ISO 8601) or day (UTC), inclusive. */
  to?: string;
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type InvestmentsHistoryItem = Transaction;

export type InvestmentsHistoryMeta = CursorPageMeta;

export interface WalletsConnectionsInput {
  /** Keep only connections of this end user. Send your id of the user. */
  userId?: string;
  /** Keep only connections with this status. */
  status?: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type WalletsConnectionsItem = WalletConnection;

export type WalletsConnectionsMeta = CursorPageMeta;

export interface WalletsGetInput {
  /** Id of the wallet connection. */
  id: string;
}

export type WalletsGetData = WalletConnection;

export type WalletsGetMeta = NoMeta;

export interface WalletsBalancesInput {
  /** Read only this chain, in any letter case. */
  chain?: string;
  /** Read only this asset. */
  asset?: string;
  /** Read only this wallet. The list is empty if the wallet is not connected. */
  wallet_address?: string;
  /** Read only the wallets of this end user. */
  user_id?: string;
  /** Also list balances of 0 (default false). */
  include_zero?: boolean;
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type WalletsBalancesItem = WalletBalances;

export type WalletsBalancesMeta = BalanceListMeta;

export interface WalletsCreateInput {
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  walletAddress: string;
  /** Your id of the end user. Use an opaque id, not a name or an e-mail address. */
  userId: string;
}

export type WalletsCreateData = WalletConnection;

export type WalletsCreateMeta = NoMeta;

export interface WalletsListInput {
  /** Keep only connections of this end user. Send your id of the user. */
  userId?: string;
  /** Keep only connections with this status. */
  status?: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type WalletsListItem = WalletConnection;

export type WalletsListMeta = CursorPageMeta;

export interface WalletsRemovalRequestInput {
  /** Id of the wallet connection. */
  connectionId: string;
  /** The reason, for the administrator who decides. */
  reason?: string;
}

export type WalletsRemovalRequestData = WalletConnection;

export type WalletsRemovalRequestMeta = NoMeta;

export type MarketSummaryInput = Record<never, never>;

export type MarketSummaryData = MarketOverview;

export type MarketSummaryMeta = MarketOverviewMeta;

export interface MarketPricesInput {
  /** Keep only these asset symbols. meta.not_found names those without a price. */
  asset?: string | string[];
  /** The field to sort by. tvl is the TVL of the strategies of the asset. */
  sort?: 'tvl' | 'asset' | 'price' | 'change_1d' | 'change_7d' | 'change_30d';
  /** Direction of the sort. The default is desc, or asc with sort=asset. Assets without the figure come last in both directions. */
  order?: 'asc' | 'desc';
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type MarketPricesItem = Price;

export type MarketPricesMeta = PriceListMeta;

export interface MarketTrendsInput {
  /** The period over which changes are measured. */
  window?: '7d' | '30d' | '90d' | '365d';
  /** Keep only strategies on one of these chains, in any letter case. */
  chain?: string | string[];
  /** Keep only strategies with one of these asset symbols. */
  asset?: string | string[];
  /** Keep only strategies that hold one of these assets, alone or with other assets. */
  underlying?: string | string[];
  /** Keep only strategies of one of these protocols, in any letter case. */
  protocol?: string | string[];
  /** Keep only strategies of one of these kinds, such as lending. */
  strategy_type?: string | string[];
  /** Keep only strategies with one of these risk levels. */
  risk_level?: 'low' | 'medium' | 'high' | ('low' | 'medium' | 'high')[];
  /** Keep only items with at least this TVL, in USD. */
  min_tvl?: number;
  /** Maximum number of items in each list. */
  per_list?: number;
}

export type MarketTrendsData = Trends;

export type MarketTrendsMeta = TrendReportMeta;

export interface MarketTvlInput {
  /** Whether each item is a chain, a protocol or an asset. */
  group_by?: 'chain' | 'protocol' | 'asset';
  /** Length of the history. */
  window?: '7d' | '30d' | '90d' | '365d';
  /** Keep only this chain. Requires group_by=chain. */
  chain?: string;
  /** Keep only this protocol. Requires group_by=protocol. */
  protocol?: string;
  /** Keep only this asset. Requires group_by=asset. */
  asset?: string;
  /** Whether to return the histories. With false, they are empty lists. */
  history?: boolean;
  /** The field to sort by. */
  sort?: 'tvl' | 'tvl_change' | 'strategies' | 'key';
  /** Direction of the sort. The default is desc, or asc with sort=key. */
  order?: 'asc' | 'desc';
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type MarketTvlItem = Tvl;

export type MarketTvlMeta = TvlListMeta;

export interface MarketApyComparisonInput {
  /** Whether each item is an asset, a chain or a protocol. Default: chain if you send asset or underlying, else asset. */
  group_by?: 'chain' | 'protocol' | 'asset';
  /** Keep only strategies on one of these chains, in any letter case. */
  chain?: string | string[];
  /** Keep only strategies with one of these asset symbols. */
  asset?: string | string[];
  /** Keep only strategies that hold one of these assets, alone or with other assets. */
  underlying?: string | string[];
  /** Keep only strategies of one of these protocols, in any letter case. */
  protocol?: string | string[];
  /** Keep only strategies of one of these kinds, such as lending. */
  strategy_type?: string | string[];
  /** Keep only strategies with one of these risk levels. */
  risk_level?: 'low' | 'medium' | 'high' | ('low' | 'medium' | 'high')[];
  /** Keep only strategies with at least this TVL, in USD. Default: 1,000,000. */
  min_tvl?: number;
  /** The field to sort by. */
  sort?: 'mean_apy' | 'best_apy' | 'median_apy' | 'lowest_apy' | 'spread' | 'tvl' | 'strategies' | 'key';
  /** Direction of the sort. The default is desc, or asc with sort=key. */
  order?: 'asc' | 'desc';
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type MarketApyComparisonItem = ApyComparison;

export type MarketApyComparisonMeta = ApyComparisonListMeta;

export type MarketCalibrationInput = Record<never, never>;

/** The result of the request. */
export type MarketCalibrationData = Calibration[];

export type MarketCalibrationMeta = CalibrationReportMeta;

export interface MarketChainsInput {
  /** Keep only items whose key or name contains the text, in any letter case. */
  search?: string;
  /** The field to sort by. */
  sort?: 'tvl' | 'strategies' | 'key';
  /** Direction of the sort. The default is desc, or asc with sort=key. */
  order?: 'asc' | 'desc';
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type MarketChainsItem = Chain;

export type MarketChainsMeta = ChainListMeta;

export interface MarketAssetsInput {
  /** Keep only items whose key or name contains the text, in any letter case. */
  search?: string;
  /** The field to sort by. */
  sort?: 'tvl' | 'strategies' | 'key';
  /** Direction of the sort. The default is desc, or asc with sort=key. */
  order?: 'asc' | 'desc';
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type MarketAssetsItem = Asset;

export type MarketAssetsMeta = AssetListMeta;

export interface MarketProtocolsInput {
  /** Keep only items whose key or name contains the text, in any letter case. */
  search?: string;
  /** The field to sort by. */
  sort?: 'tvl' | 'strategies' | 'key';
  /** Direction of the sort. The default is desc, or asc with sort=key. */
  order?: 'asc' | 'desc';
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type MarketProtocolsItem = Protocol;

export type MarketProtocolsMeta = ProtocolListMeta;

export interface NotificationsListEventsInput {
  /** Keep only events with a higher sequence. */
  after?: number;
  /** Keep only events of these types. */
  type?: 'investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.leaked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.created' | 'webhook.updated' | 'webhook.disabled' | ('investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.leaked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.created' | 'webhook.updated' | 'webhook.disabled')[];
  /** Keep only events at or after this time (ISO 8601) or day (UTC). */
  from?: string;
  /** Direction of the sort by sequence: asc is oldest first, desc is newest first. */
  order?: 'asc' | 'desc';
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type NotificationsListEventsItem = EventEnvelope;

export type NotificationsListEventsMeta = EventListMeta;

export interface NotificationsListAlertsInput {
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type NotificationsListAlertsItem = Alert;

export type NotificationsListAlertsMeta = AlertListMeta;

export interface NotificationsCreateAlertInput {
  /** The condition that it checks. */
  kind: 'apy_above' | 'apy_below' | 'apy_rose' | 'apy_fell' | 'tvl_fell' | 'risk_level_changed' | 'flagged' | 'unlisted' | 'relisted' | 'paused' | 'stale' | 'deposit_confirmed' | 'deposit_failed';
  /** Which strategies it watches: one, those of your positions, or those that match the filter. */
  target: 'strategy' | 'positions' | 'filter';
  /** Id of the strategy, for the target strategy. */
  strategy_id?: string;
  filter?: CreateAlertFilter;
  /** Name for people. */
  name?: string | null;
  /** Level of the APY, percent. Required for apy_above and apy_below. */
  level?: number;
  /** How far a figure moves: points of APY for apy_rose and apy_fell, percent for tvl_fell. Required for these kinds. */
  by?: number;
  /** Number of past days. A change is measured from the highest or lowest value of these days. Default: 7. */
  days?: number;
  /** How far a figure must move back before the alert can report it again, in points of APY or percent of the TVL. Default: 0.25, or half of by if that is less. */
  hysteresis?: number;
  /** Minutes after an event in which the alert does not report the same strategy again. Default: 60. */
  cooldown_minutes?: number;
  /** Whether the alert is paused. */
  paused?: boolean;
}

export type NotificationsCreateAlertData = Alert;

export type NotificationsCreateAlertMeta = NoMeta;

export interface NotificationsGetAlertInput {
  /** Id of the alert. */
  id: string;
}

export type NotificationsGetAlertData = Alert;

export type NotificationsGetAlertMeta = NoMeta;

export interface NotificationsUpdateAlertInput {
  /** Id of the alert. */
  id: string;
  /** Name for people. */
  name?: string | null;
  /** Level of the APY, percent. Required for apy_above and apy_below. */
  level?: number;
  /** How far a figure moves: points of APY for apy_rose and apy_fell, percent for tvl_fell. Required for these kinds. */
  by?: number;
  /** Number of past days. A change is measured from the highest or lowest value of these days. Default: 7. */
  days?: number;
  /** How far a figure must move back before the alert can report it again, in points of APY or percent of the TVL. Default: 0.25, or half of by if that is less. */
  hysteresis?: number;
  /** Minutes after an event in which the alert does not report the same strategy again. Default: 60. */
  cooldown_minutes?: number;
  /** Whether the alert is paused. */
  paused?: boolean;
}

export type NotificationsUpdateAlertData = Alert;

export type NotificationsUpdateAlertMeta = NoMeta;

export interface NotificationsDeleteAlertInput {
  /** Id of the alert. */
  id: string;
}

export type NotificationsDeleteAlertData = DeletedAlert;

export type NotificationsDeleteAlertMeta = NoMeta;

export interface NotificationsListWebhooksInput {
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type NotificationsListWebhooksItem = Webhook;

export type NotificationsListWebhooksMeta = WebhookListMeta;

export interface NotificationsCreateWebhookInput {
  /** URL to which events are sent by POST. It must be https, with port 443 or a port from 1024 on, and reach a public IP address. A service that runs on your own machine also accepts http on that machine. */
  url: string;
  /** Event types that the endpoint receives. Null: all. */
  types?: WebhookEventType[] | null;
  /** Description of the endpoint, for people. */
  description?: string | null;
}

export type NotificationsCreateWebhookData = CreatedWebhook;

export type NotificationsCreateWebhookMeta = NoMeta;

export interface NotificationsGetWebhookInput {
  /** Id of the webhook endpoint. */
  id: string;
}

export type NotificationsGetWebhookData = Webhook;

export type NotificationsGetWebhookMeta = NoMeta;

export interface NotificationsUpdateWebhookInput {
  /** Id of the webhook endpoint. */
  id: string;
  /** URL to which events are sent by POST. It must be https, with port 443 or a port from 1024 on, and reach a public IP address. A service that runs on your own machine also accepts http on that machine. */
  url?: string;
  /** Event types that the endpoint receives. Null: all. */
  types?: WebhookEventType[] | null;
  /** Description of the endpoint, for people. */
  description?: string | null;
  /** Whether events are sent. */
  status?: 'enabled' | 'disabled';
}

export type NotificationsUpdateWebhookData = Webhook;

export type NotificationsUpdateWebhookMeta = NoMeta;

export interface NotificationsDeleteWebhookInput {
  /** Id of the webhook endpoint. */
  id: string;
}

export type NotificationsDeleteWebhookData = DeletedWebhook;

export type NotificationsDeleteWebhookMeta = NoMeta;

export interface NotificationsRotateWebhookSecretInput {
  /** Id of the webhook endpoint. */
  id: string;
}

export type NotificationsRotateWebhookSecretData = RotatedWebhookSecret;

export type NotificationsRotateWebhookSecretMeta = NoMeta;

export interface NotificationsTestWebhookInput {
  /** Id of the webhook endpoint. */
  id: string;
}

export type NotificationsTestWebhookData = WebhookAttempt;

export type NotificationsTestWebhookMeta = NoMeta;

export interface NotificationsListDeliveriesInput {
  /** Id of the webhook endpoint. */
  id: string;
  /** Keep only deliveries with this status. */
  status?: 'pending' | 'delivered' | 'failed';
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type NotificationsListDeliveriesItem = WebhookDelivery;

export type NotificationsListDeliveriesMeta = CursorPageMeta;

export interface NotificationsRetryDeliveryInput {
  /** Id of the webhook endpoint. */
  id: string;
  /** Id of the delivery. */
  deliveryId: string;
}

export type NotificationsRetryDeliveryData = WebhookDelivery;

export type NotificationsRetryDeliveryMeta = NoMeta;

export interface AccountsListUsersInput {
  /** Keep only users on this plan. */
  plan?: 'free' | 'pro' | 'enterprise';
  /** Keep only users with this role. */
  role?: 'user' | 'admin';
  /** The beginning of a user id (usr_...) or of the address of a sign-in wallet (0x...), with at least four characters after the prefix. */
  search?: string;
  /** The field to sort by. */
  sort?: 'created_at';
  /** Direction of the sort. Default: desc (newest first). */
  order?: 'asc' | 'desc';
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type AccountsListUsersItem = AdminUser;

export type AccountsListUsersMeta = CursorPageMeta;

export interface AccountsAdminUpdateUserInput {
  /** Id of the user. */
  id: string;
  /** New status of the user. */
  status: 'active' | 'suspended';
  /** The reason, for other operators and for the user. */
  reason?: string;
}

export type AccountsAdminUpdateUserData = AdminUser;

export type AccountsAdminUpdateUserMeta = NoMeta;

export interface AccountsAdminAuditLogInput {
  /** Keep only events about this account: the id of its user. */
  account?: string;
  /** Keep only events of this type. */
  type?: 'session.created' | 'session.ended' | 'sign_in.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.leaked' | 'user.created' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'user.exported' | 'user.erased' | 'wallet_connection.decided' | 'webhook.created' | 'webhook.updated' | 'webhook.secret_rotated' | 'webhook.deleted' | 'sandbox.clock_moved' | 'operator.command';
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type AccountsAdminAuditLogItem = AccountEvent;

export type AccountsAdminAuditLogMeta = CursorPageMeta;

export type StatisticsGetInput = Record<never, never>;

export type StatisticsGetData = Statistics;

export type StatisticsGetMeta = GetStatisticsMeta;

export interface WalletsAdminListInput {
  /** Keep only connections of this end user. Send your id of the user. */
  userId?: string;
  /** Keep only connections with this status. */
  status?: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** Keep only connections that this account created. */
  account?: string;
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type WalletsAdminListItem = AdministeredConnection;

export type WalletsAdminListMeta = CursorPageMeta;

export interface WalletsAdminUpdateInput {
  /** Id of the wallet connection. */
  id: string;
  /** The new status of the connection. */
  status: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** The reason, stored in the history. */
  note?: string;
}

export type WalletsAdminUpdateData = AdministeredConnection;

export type WalletsAdminUpdateMeta = NoMeta;

export interface WalletsAdminHistoryInput {
  /** Id of the wallet connection. */
  id: string;
  /** Cursor: send `meta.next_after` of the previous answer to get the next page. You then get each item once, even if others are added. */
  after?: string;
  /** Page number. A page after the last one is empty. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type WalletsAdminHistoryItem = ConnectionChange;

export type WalletsAdminHistoryMeta = CursorPageMeta;

export type ServiceAboutInput = Record<never, never>;

export type ServiceAboutData = About;

export type ServiceAboutMeta = NoMeta;

export type ServiceHealthInput = Record<never, never>;

export type ServiceHealthData = Health;

export type ServiceHealthMeta = NoMeta;

/** Every operation of the API, by capability. */
export interface Client {
  /** Calls an endpoint that this client does not know yet. */
  readonly request: RawOperation;
  readonly accounts: {
    /** Request a message for a sign-in or a wallet proof: POST /auth/challenge */
    readonly challenge: Operation<AccountsChallengeInput, AccountsChallengeData, AccountsChallengeMeta>;
    /** Log in with a signed message: POST /auth/login */
    readonly login: Operation<AccountsLoginInput, AccountsLoginData, AccountsLoginMeta>;
    /** Prove that you control a connected wallet: POST /wallet/connections/{id}/proof */
    readonly proveWallet: Operation<AccountsProveWalletInput, AccountsProveWalletData, AccountsProveWalletMeta>;
    /** Log out: end the current session: GET /auth/logout */
    readonly logout: Operation<AccountsLogoutInput, AccountsLogoutData, AccountsLogoutMeta>;
    /** List your sessions: GET /user/sessions */
    readonly listSessions: Collection<AccountsListSessionsInput, AccountsListSessionsItem, AccountsListSessionsMeta>;
    /** End all sessions except the current one: DELETE /user/sessions */
    readonly revokeOtherSessions: Operation<AccountsRevokeOtherSessionsInput, AccountsRevokeOtherSessionsData, AccountsRevokeOtherSessionsMeta>;
    /** End one of your sessions: DELETE /user/sessions/{id} */
    readonly revokeSession: Operation<AccountsRevokeSessionInput, AccountsRevokeSessionData, AccountsRevokeSessionMeta>;
    /** Get your profile: GET /user/profile */
    readonly profile: Operation<AccountsProfileInput, AccountsProfileData, AccountsProfileMeta>;
    /** Get the limits of your plan, and how much of each you use: GET /user/limits */
    readonly limits: Operation<AccountsLimitsInput, AccountsLimitsData, AccountsLimitsMeta>;
    /** Get the request counts of your account: GET /user/usage */
    readonly usage: Operation<AccountsUsageInput, AccountsUsageData, AccountsUsageMeta>;
    /** List the audit events of your account: GET /user/audit-log */
    readonly auditLog: Collection<AccountsAuditLogInput, AccountsAuditLogItem, AccountsAuditLogMeta>;
    /** List your API keys: GET /user/api-keys */
    readonly listApiKeys: Collection<AccountsListApiKeysInput, AccountsListApiKeysItem, AccountsListApiKeysMeta>;
    /** Create an API key: POST /user/api-keys */
    readonly createApiKey: Operation<AccountsCreateApiKeyInput, AccountsCreateApiKeyData, AccountsCreateApiKeyMeta>;
    /** Get an API key: GET /user/api-keys/{id} */
    readonly getApiKey: Operation<AccountsGetApiKeyInput, AccountsGetApiKeyData, AccountsGetApiKeyMeta>;
    /** Change an API key: PATCH /user/api-keys/{id} */
    readonly updateApiKey: Operation<AccountsUpdateApiKeyInput, AccountsUpdateApiKeyData, AccountsUpdateApiKeyMeta>;
    /** Revoke an API key: DELETE /user/api-keys/{id} */
    readonly revokeApiKey: Operation<AccountsRevokeApiKeyInput, AccountsRevokeApiKeyData, AccountsRevokeApiKeyMeta>;
    /** Get the request counts of an API key: GET /user/api-keys/{id}/usage */
    readonly apiKeyUsage: Operation<AccountsApiKeyUsageInput, AccountsApiKeyUsageData, AccountsApiKeyUsageMeta>;
    /** Rotate an API key: POST /user/api-keys/{id}/rotate */
    readonly rotateApiKey: Operation<AccountsRotateApiKeyInput, AccountsRotateApiKeyData, AccountsRotateApiKeyMeta>;
    /** Report a leaked API key: POST /auth/report-leak */
    readonly reportLeak: Operation<AccountsReportLeakInput, AccountsReportLeakData, AccountsReportLeakMeta>;
    /** List users: GET /admin/users */
    readonly listUsers: Collection<AccountsListUsersInput, AccountsListUsersItem, AccountsListUsersMeta>;
    /** Suspend or reinstate a user: PATCH /admin/users/{id} */
    readonly adminUpdateUser: Operation<AccountsAdminUpdateUserInput, AccountsAdminUpdateUserData, AccountsAdminUpdateUserMeta>;
    /** List the audit events of all accounts: GET /admin/audit-log */
    readonly adminAuditLog: Collection<AccountsAdminAuditLogInput, AccountsAdminAuditLogItem, AccountsAdminAuditLogMeta>;
  };
  readonly strategies: {
    /** List all strategies: GET /strategies */
    readonly list: Collection<StrategiesListInput, StrategiesListItem, StrategiesListMeta>;
    /** Export all strategies in one response: GET /strategies/export */
    readonly export: Operation<StrategiesExportInput, StrategiesExportData, StrategiesExportMeta>;
    /** Compare strategies: GET /strategies/compare */
    readonly compare: Operation<StrategiesCompareInput, StrategiesCompareData, StrategiesCompareMeta>;
    /** Get a strategy: GET /strategies/{id} */
    readonly get: Operation<StrategiesGetInput, StrategiesGetData, StrategiesGetMeta>;
  };
  readonly market: {
    /** List the performance of strategies: GET /strategies/performance */
    readonly performance: Collection<MarketPerformanceInput, MarketPerformanceItem, MarketPerformanceMeta>;
    /** Estimate the costs and gains of a move between strategies: GET /strategies/move-estimate */
    readonly moveEstimate: Operation<MarketMoveEstimateInput, MarketMoveEstimateData, MarketMoveEstimateMeta>;
    /** Recommend strategies for an amount: GET /strategies/recommended */
    readonly recommended: Collection<MarketRecommendedInput, MarketRecommendedItem, MarketRecommendedMeta>;
    /** Get the main market figures: GET /market/summary */
    readonly summary: Operation<MarketSummaryInput, MarketSummaryData, MarketSummaryMeta>;
    /** List token prices: GET /market/prices */
    readonly prices: Collection<MarketPricesInput, MarketPricesItem, MarketPricesMeta>;
    /** Get the largest changes of APY and TVL: GET /market/trends */
    readonly trends: Operation<MarketTrendsInput, MarketTrendsData, MarketTrendsMeta>;
    /** List total value locked (TVL) by chain, protocol or asset: GET /market/tvl */
    readonly tvl: Collection<MarketTvlInput, MarketTvlItem, MarketTvlMeta>;
    /** Compare the APYs of strategies by asset, chain, protocol or type: GET /market/apy-comparison */
    readonly apyComparison: Collection<MarketApyComparisonInput, MarketApyComparisonItem, MarketApyComparisonMeta>;
    /** Compare past expected APYs with the realized APYs: GET /market/calibration */
    readonly calibration: Operation<MarketCalibrationInput, MarketCalibrationData, MarketCalibrationMeta>;
    /** List the chains that have strategies: GET /market/chains */
    readonly chains: Collection<MarketChainsInput, MarketChainsItem, MarketChainsMeta>;
    /** List the assets that have strategies: GET /market/assets */
    readonly assets: Collection<MarketAssetsInput, MarketAssetsItem, MarketAssetsMeta>;
    /** List the protocols that have strategies: GET /market/protocols */
    readonly protocols: Collection<MarketProtocolsInput, MarketProtocolsItem, MarketProtocolsMeta>;
  };
  readonly investments: {
    /** List your investments: GET /investments */
    readonly list: Collection<InvestmentsListInput, InvestmentsListItem, InvestmentsListMeta>;
    /** Find better strategies for the balances and positions of a wallet: GET /wallet/opportunities */
    readonly opportunities: Operation<InvestmentsOpportunitiesInput, InvestmentsOpportunitiesData, InvestmentsOpportunitiesMeta>;
    /** Get an investment: GET /investments/{id} */
    readonly get: Operation<InvestmentsGetInput, InvestmentsGetData, InvestmentsGetMeta>;
    /** Get the totals of your investments: GET /investments/portfolio */
    readonly portfolio: Operation<InvestmentsPortfolioInput, InvestmentsPortfolioData, InvestmentsPortfolioMeta>;
    /** List the value and earnings of your investments by day: GET /investments/portfolio/daily */
    readonly daily: Collection<InvestmentsDailyInput, InvestmentsDailyItem, InvestmentsDailyMeta>;
    /** Get a statement of your investments with profit and loss: GET /investments/portfolio/statement */
    readonly statement: Collection<InvestmentsStatementInput, InvestmentsStatementItem, InvestmentsStatementMeta>;
    /** Deposit into a strategy: POST /investments/deposit */
    readonly deposit: Operation<InvestmentsDepositInput, InvestmentsDepositData, InvestmentsDepositMeta>;
    /** Withdraw from an investment: POST /investments/withdraw */
    readonly withdraw: Operation<InvestmentsWithdrawInput, InvestmentsWithdrawData, InvestmentsWithdrawMeta>;
    /** Move money from one strategy to another: POST /investments/move */
    readonly move: Operation<InvestmentsMoveInput, InvestmentsMoveData, InvestmentsMoveMeta>;
    /** List the vault shares in your wallets: GET /investments/holdings */
    readonly holdings: Collection<InvestmentsHoldingsInput, InvestmentsHoldingsItem, InvestmentsHoldingsMeta>;
    /** List your transactions: GET /investments/transactions */
    readonly listTransactions: Collection<InvestmentsListTransactionsInput, InvestmentsListTransactionsItem, InvestmentsListTransactionsMeta>;
    /** Get a transaction: GET /investments/transactions/{id} */
    readonly getTransaction: Operation<InvestmentsGetTransactionInput, InvestmentsGetTransactionData, InvestmentsGetTransactionMeta>;
    /** Report the hashes of the blockchain transactions that the wallet sent: POST /investments/transactions/{id}/submit */
    readonly submitTransaction: Operation<InvestmentsSubmitTransactionInput, InvestmentsSubmitTransactionData, InvestmentsSubmitTransactionMeta>;
    /** Submit the signature of a permit step: POST /investments/transactions/{id}/sign */
    readonly signTransaction: Operation<InvestmentsSignTransactionInput, InvestmentsSignTransactionData, InvestmentsSignTransactionMeta>;
    /** Cancel a transaction that the wallet has not sent: POST /investments/transactions/{id}/cancel */
    readonly cancelTransaction: Operation<InvestmentsCancelTransactionInput, InvestmentsCancelTransactionData, InvestmentsCancelTransactionMeta>;
    /** Advance the sandbox clock: POST /sandbox/clock */
    readonly advanceClock: Operation<InvestmentsAdvanceClockInput, InvestmentsAdvanceClockData, InvestmentsAdvanceClockMeta>;
    /** List your deposits and withdrawals: GET /investments/history */
    readonly history: Collection<InvestmentsHistoryInput, InvestmentsHistoryItem, InvestmentsHistoryMeta>;
  };
  readonly wallets: {
    /** List your wallet connections: GET /wallet/connections */
    readonly connections: Collection<WalletsConnectionsInput, WalletsConnectionsItem, WalletsConnectionsMeta>;
    /** Get a wallet connection: GET /wallet/connections/{id} */
    readonly get: Operation<WalletsGetInput, WalletsGetData, WalletsGetMeta>;
    /** Get the token balances of connected wallets: GET /wallet/balances */
    readonly balances: Collection<WalletsBalancesInput, WalletsBalancesItem, WalletsBalancesMeta>;
    /** Create a wallet connection: POST /api/walletprovider */
    readonly create: Operation<WalletsCreateInput, WalletsCreateData, WalletsCreateMeta>;
    /** List your wallet connections, as GET /wallet/connections does: GET /api/walletprovider */
    readonly list: Collection<WalletsListInput, WalletsListItem, WalletsListMeta>;
    /** Request the removal of a wallet connection: POST /api/walletprovider/removal-request */
    readonly removalRequest: Operation<WalletsRemovalRequestInput, WalletsRemovalRequestData, WalletsRemovalRequestMeta>;
    /** List wallet connections of all accounts: GET /admin/walletprovider */
    readonly adminList: Collection<WalletsAdminListInput, WalletsAdminListItem, WalletsAdminListMeta>;
    /** Change the status of a wallet connection: PUT /admin/walletprovider/{id} */
    readonly adminUpdate: Operation<WalletsAdminUpdateInput, WalletsAdminUpdateData, WalletsAdminUpdateMeta>;
    /** List the status changes of a wallet connection: GET /admin/walletprovider/{id}/history */
    readonly adminHistory: Collection<WalletsAdminHistoryInput, WalletsAdminHistoryItem, WalletsAdminHistoryMeta>;
  };
  readonly notifications: {
    /** List the events of your account: GET /events */
    readonly listEvents: Collection<NotificationsListEventsInput, NotificationsListEventsItem, NotificationsListEventsMeta>;
    /** List alerts: GET /alerts */
    readonly listAlerts: Collection<NotificationsListAlertsInput, NotificationsListAlertsItem, NotificationsListAlertsMeta>;
    /** Create an alert: POST /alerts */
    readonly createAlert: Operation<NotificationsCreateAlertInput, NotificationsCreateAlertData, NotificationsCreateAlertMeta>;
    /** Get an alert: GET /alerts/{id} */
    readonly getAlert: Operation<NotificationsGetAlertInput, NotificationsGetAlertData, NotificationsGetAlertMeta>;
    /** Change an alert: PATCH /alerts/{id} */
    readonly updateAlert: Operation<NotificationsUpdateAlertInput, NotificationsUpdateAlertData, NotificationsUpdateAlertMeta>;
    /** Delete an alert: DELETE /alerts/{id} */
    readonly deleteAlert: Operation<NotificationsDeleteAlertInput, NotificationsDeleteAlertData, NotificationsDeleteAlertMeta>;
    /** List webhook endpoints: GET /webhooks */
    readonly listWebhooks: Collection<NotificationsListWebhooksInput, NotificationsListWebhooksItem, NotificationsListWebhooksMeta>;
    /** Create a webhook endpoint: POST /webhooks */
    readonly createWebhook: Operation<NotificationsCreateWebhookInput, NotificationsCreateWebhookData, NotificationsCreateWebhookMeta>;
    /** Get a webhook endpoint: GET /webhooks/{id} */
    readonly getWebhook: Operation<NotificationsGetWebhookInput, NotificationsGetWebhookData, NotificationsGetWebhookMeta>;
    /** Change a webhook endpoint: PATCH /webhooks/{id} */
    readonly updateWebhook: Operation<NotificationsUpdateWebhookInput, NotificationsUpdateWebhookData, NotificationsUpdateWebhookMeta>;
    /** Delete a webhook endpoint: DELETE /webhooks/{id} */
    readonly deleteWebhook: Operation<NotificationsDeleteWebhookInput, NotificationsDeleteWebhookData, NotificationsDeleteWebhookMeta>;
    /** Rotate the secret of a webhook endpoint: POST /webhooks/{id}/secret */
    readonly rotateWebhookSecret: Operation<NotificationsRotateWebhookSecretInput, NotificationsRotateWebhookSecretData, NotificationsRotateWebhookSecretMeta>;
    /** Send a test event to a webhook endpoint: POST /webhooks/{id}/test */
    readonly testWebhook: Operation<NotificationsTestWebhookInput, NotificationsTestWebhookData, NotificationsTestWebhookMeta>;
    /** List deliveries of a webhook endpoint: GET /webhooks/{id}/deliveries */
    readonly listDeliveries: Collection<NotificationsListDeliveriesInput, NotificationsListDeliveriesItem, NotificationsListDeliveriesMeta>;
    /** Retry a delivery: POST /webhooks/{id}/deliveries/{deliveryId}/retry */
    readonly retryDelivery: Operation<NotificationsRetryDeliveryInput, NotificationsRetryDeliveryData, NotificationsRetryDeliveryMeta>;
  };
  readonly statistics: {
    /** Get statistics of the service: GET /admin/statistics */
    readonly get: Operation<StatisticsGetInput, StatisticsGetData, StatisticsGetMeta>;
  };
  readonly service: {
    /** Get the versions of the API: GET / */
    readonly about: Operation<ServiceAboutInput, ServiceAboutData, ServiceAboutMeta>;
    /** Get the health of the service: GET /health */
    readonly health: Operation<ServiceHealthInput, ServiceHealthData, ServiceHealthMeta>;
  };
}
