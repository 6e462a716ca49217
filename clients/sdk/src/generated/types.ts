// Made of the OpenAPI document by `npm run generate`: change the contract, not this file.

import type { Collection, Operation } from '../operation.ts';

/** What answers at the base address. */
export interface About {
  /** What people call it; null where it has no name. */
  name: string;
  /** The version of this base address. */
  version: string;
  /** What the operators want every caller to know, such as maintenance; null most of the time. */
  notice: {
    /** For people to read. */
    text: string;
    /** When the operators wrote it. */
    since: string;
  } | null;
  /** Every version of the API that is served. */
  versions: VersionState[];
  /** Changes to come that may break clients; docs/api-changes.md says more. */
  changes: {
    /** What changes. */
    change: string;
    /** What clients should do. */
    advice: string;
    /** Day of the announcement, UTC. */
    announced_on: string;
    /** Day from which it is so, UTC. */
    effective_on: string;
  }[];
  /** Paths below the base address. */
  links: {
    /** Whether the service answers. */
    health: string;
    /** The documentation page. */
    docs: string;
    /** The description for programs. */
    openapi: string;
  };
}

/** Something that was done to an account, or by an operator. */
export interface AccountEvent {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** What kind of movement or step it is. */
  type: 'session.created' | 'session.ended' | 'sign_in.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'user.created' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'user.exported' | 'user.erased' | 'wallet_connection.decided' | 'webhook.created' | 'webhook.updated' | 'webhook.secret_rotated' | 'webhook.deleted' | 'sandbox.clock_moved' | 'operator.command';
  /** ISO 8601, UTC. */
  at: string;
  /** Id of the account that it is about; null for what is about none. */
  account: string | null;
  /** Who did it. */
  actor: {
    /** operator: of this service. anonymous: somebody who did not get in. */
    kind: 'api_key' | 'session' | 'operator' | 'anonymous';
    /** The credential. */
    id: string | null;
    /** Id of the credential's account. */
    account: string | null;
  };
  /** The address that it came from; null where none is known. */
  source_ip: string | null;
  /** Id of the request; null where there was none. */
  request_id: string | null;
  /** Id of what was made, changed or ended. */
  subject: string | null;
  /** What is to be known besides. */
  details: Readonly<Record<string, string | number | null>>;
}

/** A wallet connection as administrators see it. */
export interface AdministeredConnection {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** The wallet software that made the connection. */
  provider: 'walletprovider';
  /** Address in EIP-55 form. */
  walletAddress: string;
  /** The user, in the caller's own namespace. */
  userId: string;
  /** Where it stands. */
  status: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** The latest request to remove the connection; null when there never was one. */
  removalRequest: {
    /** Identifies it; the prefix says its kind. */
    id: string;
    /** Why; null where nothing was said. */
    reason: string | null;
    /** ISO 8601, UTC. */
    requestedAt: string;
  } | null;
  /** When the wallet was last proven by a signed message to be its own; null while it was not. */
  provenAt: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
  /** Id of the account that made the connection. */
  account: string;
  /** The latest administrator's note. */
  note: string | null;
  /** Entries of the audit trail. */
  changes: number;
}

/** A user as administrators see them. */
export interface AdminUser {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** The wallet that signs in; EIP-55 form. */
  wallet_address: string | null;
  /** The chain (EIP-155 id) of a wallet that is a contract; null for a wallet that is a key. */
  wallet_chain_id: number | null;
  /** What people call it; null where it has no name. */
  name: string | null;
  /** What the user may be asked to do. */
  role: 'user' | 'admin';
  /** The plan of the account: free, pro or enterprise. */
  plan: 'free' | 'pro' | 'enterprise';
  /** What limits its requests. */
  limits: {
    /** Requests per minute that are admitted for long. */
    requests_per_minute: number;
    /** Requests that may arrive at once. */
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

/** What an account wants to be told of. */
export interface Alert {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** What people call it; null where it has no name. */
  name: string | null;
  /** What it tells of. */
  kind: 'apy_above' | 'apy_below' | 'apy_rose' | 'apy_fell' | 'tvl_fell' | 'risk_level_changed' | 'flagged' | 'unlisted' | 'relisted' | 'paused' | 'stale' | 'deposit_confirmed' | 'deposit_failed';
  /** Which strategies it watches. */
  target: 'strategy' | 'positions' | 'filter';
  /** The one strategy that it watches; null for other targets. */
  strategy_id: string | null;
  /** What the strategies have in common that it watches; null for other targets. */
  filter: {
    /** Blockchain name, lower case; null for any. */
    chain: string | null;
    /** Asset symbol, upper case; null for any. */
    asset: string | null;
    /** Name of the protocol, lower case; null for any. */
    protocol: string | null;
    /** Kind of strategy; null for any. */
    strategy_type: string | null;
    /** Whether it is of stablecoins; null for any. */
    stablecoin: boolean | null;
  } | null;
  /** APY, percent; null where none is asked for. */
  level: number | null;
  /** Points of APY, or percent of the TVL; null where none is asked for. */
  by: number | null;
  /** The days before that are compared with; null where none are. */
  days: number | null;
  /** How far a figure has to go back, in points of APY or percent of the TVL, before it is told of again; null where none is asked for. */
  hysteresis: number | null;
  /** For so long nothing more is told of a strategy after it was. */
  cooldown_minutes: number;
  /** Whether it rests. */
  paused: boolean;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
}

/** What was asked for, and how the amount is divided. */
export interface AllocationPlan {
  /** USD. */
  amount: number;
  /** As asked for: several are separated by commas. */
  asset: string | null;
  /** As asked for: several are separated by commas. */
  chain: string | null;
  /** How risky it is. */
  risk_level: 'low' | 'medium' | 'high';
  /** The days ahead that it is about. */
  horizon_days: number;
  /** The most that one strategy may take of the amount, 0 to 1. */
  max_share: number;
  /** The most that one protocol may take of the amount, 0 to 1. */
  max_protocol_share: number;
  /** The most that one chain may take of the amount, 0 to 1. */
  max_chain_share: number;
  /** Strategies for the asset and chain. */
  considered: number;
  /** Strategies that passed every rule. */
  eligible: number;
  /** Strategies with a part of the amount. */
  positions: number;
  /** Part of the amount that has a place, 0 to 1. */
  allocated_share: number;
  /** USD. */
  allocated_amount: number;
  /** USD. */
  unallocated_amount: number;
  /** Null when the whole amount is placed. */
  unallocated_reason: Reason | null;
  /** Of the allocated part, as protocols would report it. Its interval is as wide as if all parts missed together. */
  expected_apy: ExpectedApy | null;
  /** Of getting in and out of all positions, USD. */
  costs: number;
  /** Days until the gain over the present position has paid all costs. */
  days_to_break_even: number | null;
  /** USD. */
  min_tvl: number;
  /** What was asked for. Null for any. */
  settlement: 'onchain' | 'sandbox' | 'none' | null;
  /** The present position, in which what is not allocated stays. Null for idle money. */
  from: {
    /** Id of the strategy. */
    strategy_id: string;
    expected_apy: ExpectedApy;
  } | null;
  /** Of the allocated part, percent. Null when there is none. */
  expected_net_apy: number | null;
  /** Over the horizon, USD. */
  expected_earnings: number;
}

/** An API key without its secret. */
export interface ApiKey {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** What people call it; null where it has no name. */
  name: string;
  /** The first characters of the key, to tell it from others. */
  hint: string;
  /** What the credential may do. */
  scopes: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  /** A replaced key was rotated and works until expires_at. */
  status: 'active' | 'replaced' | 'expired';
  /** ISO 8601, UTC. */
  created_at: string;
  /** null for a key that never expires. */
  expires_at: string | null;
  /** Beginning of the hour of its last request, or when it was made; null for a key that was never used. */
  last_used_at: string | null;
  /** Requests admitted with this key so far. */
  requests_used: number;
  /** Id of the key that a rotation put in its place. */
  replaced_by: string | null;
  /** A limit of the key's own, below the account's, which all that it makes shares; null for none. */
  limits: {
    /** Requests per minute that are admitted for long. */
    requests_per_minute: number;
    /** Requests that may arrive at once. */
    burst: number;
  } | null;
  /** Addresses and ranges that the key may be used from; null for everywhere. */
  allowed_ips: string[] | null;
  /** Id of the key or session that made it, or operator; null where that was not recorded. */
  made_by: string | null;
}

/** The account has a new API key. */
export interface ApiKeyCreatedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'api_key.created';
  /** What it was. */
  data: {
    /** Id of the API key. */
    api_key_id: string;
  };
}

/** In an hour, requests with an API key came from addresses from which it may not be used. */
export interface ApiKeyRefusedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'api_key.refused';
  /** What it was. */
  data: {
    /** Id of the API key. */
    api_key_id: string;
    /** Beginning of the hour that the count is of. */
    hour: string;
    /** Requests of the hour that were refused for their address. */
    refused: number;
  };
}

/** An API key works no more. */
export interface ApiKeyRevokedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'api_key.revoked';
  /** What it was. */
  data: {
    /** Id of the API key. */
    api_key_id: string;
  };
}

/** A new key has taken the place of an API key. */
export interface ApiKeyRotatedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'api_key.rotated';
  /** What it was. */
  data: {
    /** Id of the API key. */
    api_key_id: string;
  };
}

/** An API key of the account has other restrictions, another name or an earlier expiry. */
export interface ApiKeyUpdatedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'api_key.updated';
  /** What it was. */
  data: {
    /** Id of the API key. */
    api_key_id: string;
  };
}

/** APYs of the strategies of a chain, protocol or asset. */
export interface ApyComparison {
  /** The chain, protocol or asset. */
  key: string;
  /** Listed strategies. */
  strategies: number;
  /** USD. */
  tvl: number;
  /** The strategy with the highest APY. */
  best: {
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
    /** How risky it is. */
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

/** An asset that strategies hold. */
export interface Asset {
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

export interface BadRequestError {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** Why the request failed. */
  error: {
    code: ErrorCode;
    /** A sentence for people; it may change. */
    message: string;
    /** What the code says besides; each field may be absent. */
    details?: {
      /** Names the request in our logs, as X-Request-Id does: quote it to support. */
      request_id?: string;
      /** Every broken rule: the first 20, then how many more. */
      issues?: Issue[];
      /** The chains that are supported. */
      supported?: string[];
    };
  };
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
  /** Price of one unit in USD; null where none is known. */
  price_usd: number | null;
  /** null where there is no price. */
  value_usd: number | null;
}

/** A position in the books. Amounts are in units of its asset. */
export interface BookedInvestment {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** The caller's user to whom it belongs. Null for the caller's own. */
  user_id: string | null;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** What amounts are counted in: the asset of the strategy, the first one where it has several. */
  asset: string;
  /** sandbox: books without money, in test environments alone. onchain: a vault on its chain. */
  settlement: 'onchain' | 'sandbox' | 'none';
  /** closed when nothing is held any more; another deposit makes it active again. */
  status: 'active' | 'closed';
  /** Exact decimal string in units of the asset. */
  value: string;
  /** Cost of what is held (average cost): deposits less the part withdrawn. */
  principal: string;
  /** Exact decimal string in units of the asset. */
  earned: string;
  /** earned / principal; null without either. */
  earned_percent: number | null;
  /** Withdrawn beyond the cost of what was withdrawn. */
  realized_earnings: string;
  /** Exact decimal string in units of the asset. */
  total_deposited: string;
  /** Exact decimal string in units of the asset. */
  total_withdrawn: string;
  /** Ethereum address in EIP-55 form; null where no wallet is named. */
  wallet_address: string | null;
  /** Where it is on its chain. Null in the books. */
  onchain: InvestmentOnChain | null;
  /** When it was opened; in a vault, the time of the first block. */
  created_at: string;
  /** When something last happened to it. */
  updated_at: string;
  closed_at: string | null;
}

/** How often the published intervals of one kind and horizon held. */
export interface Calibration {
  /** stablecoin and single_asset hold one asset, stablecoin_pool and pool several; or all. */
  kind: string;
  /** The days ahead that it is about. */
  horizon_days: number;
  /** Published intervals that came due. */
  outcomes: number;
  /** Part of the outcomes inside the interval, 0 to 1; null where there are none. */
  within: number | null;
  /** Part of the outcomes below the interval, 0 to 1; null where there are none. */
  below: number | null;
  /** Part of the outcomes above the interval, 0 to 1; null where there are none. */
  above: number | null;
  /** The part of outcomes that is to fall into the intervals. */
  promised: number;
  /** Spreads that the interval reaches down today. Null for all kinds together. */
  reach_down: number | null;
  /** Spreads that the interval reaches up today. Null for all kinds together. */
  reach_up: number | null;
  /** Outcomes behind the reach: also of days before the service published intervals. */
  learned_from: number;
}

/** A chain that has strategies. */
export interface Chain {
  /** What the chain filter takes. */
  key: string;
  /** What people call it; null where it has no name. */
  name: string;
  /** EIP-155 id. Null for chains of other kinds. */
  chain_id: number | null;
  /** Listed strategies. */
  strategies: number;
  /** Their TVL, USD. */
  tvl: number;
}

/** A move between vaults: the withdrawal's steps are signed first, then the deposit's. */
export interface ChainMove {
  withdrawal: ChainTransaction;
  deposit: ChainTransaction;
}

/** What became of one chain: it may be missing without failing the rest. */
export interface ChainReport {
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** EIP-155 id of the chain; null for chains of other kinds. */
  chain_id: number;
  /** partial: some tokens could not be read. unavailable: none of the chain could. */
  status: 'ok' | 'partial' | 'unavailable';
  /** Why; null where nothing was said. */
  reason: 'timeout' | 'unreachable' | 'wrong_chain' | 'no_multicall' | 'bad_answer' | 'token_failed' | null;
  /** Symbols of the tokens that could not be read. */
  unread_assets: string[];
  /** The block at which the balances were read. */
  block_number: number | null;
}

/** A deposit or withdrawal on a chain. The caller signs and sends its steps. */
export interface ChainTransaction {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** What kind of movement or step it is. */
  type: 'deposit' | 'withdrawal';
  /** How money reaches the strategy. */
  settlement: 'onchain';
  /** What is pending is in no balance that can be spent. */
  status: 'pending' | 'confirmed' | 'failed';
  /** pending: waits for the steps to be sent. submitted: a hash is known. included: in a block, not deep enough yet. reversed: was confirmed, and its block is gone. */
  state: 'pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed';
  /** The caller's user to whom it belongs. Null for the caller's own. */
  user_id: string | null;
  /** The other half of a move between strategies. Null for what is no part of one. */
  counterpart_id: string | null;
  /** Why it failed, where it did. */
  failure: 'reverted' | 'replaced' | null;
  /** What it pays into or out of: in GET /investments once something is confirmed and the wallet is proven to be yours. */
  investment_id: string;
  /** Id of the strategy. */
  strategy_id: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** EIP-155 id of the chain; null for chains of other kinds. */
  chain_id: number;
  /** Address of the vault on its chain. */
  vault_address: string;
  /** Ethereum address in EIP-55 form; null where no wallet is named. */
  wallet_address: string;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** What was asked for; once included, what the vault's event says. Null for everything, until then. */
  amount: string | null;
  /** What the wallet signs and sends, in this order. */
  steps: TransactionStep[];
  /** Whether all steps were simulated on the state of the latest block. */
  simulated: boolean;
  /** Hashes as reported, the latest last. */
  hashes: string[];
  /** Of the transaction with the vault's event. */
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

/** One entry of the audit trail of a connection. */
export interface ConnectionChange {
  /** Number in its trail, from 1. */
  number: number;
  /** ISO 8601, UTC. */
  at: string;
  /** User id of who made the change; null once that user has been erased. */
  actorId: string | null;
  /** Role of who made the change. */
  actorRole: 'user' | 'admin';
  /** Id of the key or session that made the change; null once its user has been erased. */
  credentialId: string | null;
  /** Id of the request that made the change. */
  requestId: string;
  /** null: the connection was made. */
  from: 'active' | 'removal_requested' | 'suspended' | 'removed' | null;
  /** Where it goes. */
  to: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** The owner's reason or the administrator's note. */
  note: string | null;
}

/** A deposit that an alert watches is in the books for good. */
export interface DepositConfirmedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'deposit.confirmed';
  /** What it was. */
  data: {
    /** Id of the alert that made it. */
    alert_id: string;
    /** Id of the transaction. */
    transaction_id: string;
    /** What kind of movement it is. */
    transaction_type: 'deposit' | 'withdrawal' | 'adjustment';
    /** How money reaches the strategy. */
    settlement: 'onchain' | 'sandbox';
    /** Id of the investment; null where there is none. */
    investment_id: string | null;
    /** Id of the strategy. */
    strategy_id: string;
    /** The account's own user for whom it is; null for the account itself. */
    user_id: string | null;
    /** Asset symbol, upper case. */
    asset: string;
    /** In units of the asset; null for everything that is there. */
    amount: string | null;
    /** The transaction on its chain; null where there is none. */
    transaction_hash: string | null;
  };
}

/** A deposit that an alert watches has failed. */
export interface DepositFailedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'deposit.failed';
  /** What it was. */
  data: {
    /** Id of the alert that made it. */
    alert_id: string;
    /** Id of the transaction. */
    transaction_id: string;
    /** What kind of movement it is. */
    transaction_type: 'deposit' | 'withdrawal' | 'adjustment';
    /** How money reaches the strategy. */
    settlement: 'onchain' | 'sandbox';
    /** Id of the investment; null where there is none. */
    investment_id: string | null;
    /** Id of the strategy. */
    strategy_id: string;
    /** The account's own user for whom it is; null for the account itself. */
    user_id: string | null;
    /** Asset symbol, upper case. */
    asset: string;
    /** In units of the asset; null for everything that is there. */
    amount: string | null;
    /** The transaction on its chain; null where there is none. */
    transaction_hash: string | null;
  };
}

/** Machine-readable; branch on it. What each means stands in the documentation at #error-CODE. */
export type ErrorCode = 'invalid_request' | 'invalid_chain' | 'invalid_risk_level' | 'unauthorized' | 'sign_in_refused' | 'forbidden' | 'not_found' | 'strategy_not_found' | 'investment_not_found' | 'strategy_not_accepting_deposits' | 'below_minimum_deposit' | 'settlement_unavailable' | 'transaction_not_found' | 'transaction_not_open' | 'simulation_failed' | 'signature_refused' | 'unsafe_share_price' | 'chain_unavailable' | 'sub_account_limit_reached' | 'deposit_cap_exceeded' | 'move_unavailable' | 'insufficient_balance' | 'idempotency_key_reused' | 'wallet_connection_not_found' | 'wallet_already_connected' | 'proof_refused' | 'wallet_connection_limit_reached' | 'invalid_transition' | 'api_key_not_found' | 'user_not_found' | 'session_not_found' | 'api_key_limit_reached' | 'api_key_not_rotatable' | 'webhook_not_found' | 'delivery_not_found' | 'webhook_limit_reached' | 'alert_not_found' | 'alert_limit_reached' | 'too_many_movements' | 'rate_limit_exceeded' | 'internal_error';

/** Something that has happened. It can be read for 30 days. */
export interface EventEnvelope {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.disabled';
  /** What it was, by the type: its fields are those of the event of that type among the callbacks of `POST /webhooks`. */
  data: Readonly<Record<string, string | number | boolean | null>>;
}

/** What may be expected of the mean APY over a horizon. */
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
  /** Why the request failed. */
  error: {
    code: ErrorCode;
    /** A sentence for people; it may change. */
    message: string;
    /** What the code says besides; each field may be absent. */
    details?: {
      /** Names the request in our logs, as X-Request-Id does: quote it to support. */
      request_id?: string;
      /** The scope that the credential lacks. */
      required_scope?: 'strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin';
      /** Scopes that a new key cannot be given. */
      missing_scopes?: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
    };
  };
}

/** Whether the service answers, and how old its catalog is. */
export interface Health {
  /** degraded: there is no catalog, or it is older than 10800 seconds. */
  status: 'ok' | 'degraded';
  /** The version of this base address. */
  version: string;
  /** Every version of the API that is served. */
  versions: VersionState[];
  /** What the operators want every caller to know, such as maintenance; null most of the time. */
  notice: {
    /** For people to read. */
    text: string;
    /** When the operators wrote it. */
    since: string;
  } | null;
  /** The catalog of strategies. */
  catalog: {
    /** The moment that the figures are of; null where there are none. */
    as_of: string | null;
    /** Seconds since it was made; null where there is none. */
    age_seconds: number | null;
  };
  /** The time of the answer, UTC. */
  time: string;
}

export interface InternalError {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** Why the request failed. */
  error: {
    code: ErrorCode;
    /** A sentence for people; it may change. */
    message: string;
    /** What the code says besides; each field may be absent. */
    details?: {
      /** Names the request in our logs, as X-Request-Id does: quote it to support. */
      request_id?: string;
    };
  };
}

/** A position in a strategy. Amounts are in units of its asset. */
export interface Investment {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** The caller's user to whom it belongs. Null for the caller's own. */
  user_id: string | null;
  /** Id of the strategy. */
  strategy_id: string;
  /** Name of the strategy. */
  strategy_name: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** What amounts are counted in: the asset of the strategy, the first one where it has several. */
  asset: string;
  /** sandbox: books without money, in test environments alone. onchain: a vault on its chain. */
  settlement: 'onchain' | 'sandbox' | 'none';
  /** closed when nothing is held any more; another deposit makes it active again. */
  status: 'active' | 'closed';
  /** What a withdrawal of everything would pay now, rounded down; of a vault at the share price observed last, and null before the first. */
  value: string | null;
  /** Cost of what is held (average cost): deposits less the part withdrawn. */
  principal: string;
  /** value - principal; negative for a loss. */
  earned: string | null;
  /** earned / principal; null without either. */
  earned_percent: number | null;
  /** Withdrawn beyond the cost of what was withdrawn. */
  realized_earnings: string;
  /** Exact decimal string in units of the asset. */
  total_deposited: string;
  /** Exact decimal string in units of the asset. */
  total_withdrawn: string;
  /** Ethereum address in EIP-55 form; null where no wallet is named. */
  wallet_address: string | null;
  /** Where it is on its chain. Null in the books. */
  onchain: InvestmentOnChain | null;
  /** When it was opened; in a vault, the time of the first block. */
  created_at: string;
  /** When something last happened to it. */
  updated_at: string;
  closed_at: string | null;
}

/** An operator has corrected an investment. */
export interface InvestmentAdjustedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'investment.adjusted';
  /** What it was. */
  data: {
    /** Id of the transaction. */
    transaction_id: string;
    /** What kind of movement it is. */
    transaction_type: 'deposit' | 'withdrawal' | 'adjustment';
    /** How money reaches the strategy. */
    settlement: 'onchain' | 'sandbox';
    /** Id of the investment; null where there is none. */
    investment_id: string | null;
    /** Id of the strategy. */
    strategy_id: string;
    /** The account's own user for whom it is; null for the account itself. */
    user_id: string | null;
    /** Asset symbol, upper case. */
    asset: string;
    /** In units of the asset; null for everything that is there. */
    amount: string | null;
    /** The transaction on its chain; null where there is none. */
    transaction_hash: string | null;
    /** What the operator said. */
    reason: string | null;
  };
}

/** A movement was given up before anything was sent. */
export interface InvestmentCancelledEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'investment.cancelled';
  /** What it was. */
  data: {
    /** Id of the transaction. */
    transaction_id: string;
    /** What kind of movement it is. */
    transaction_type: 'deposit' | 'withdrawal' | 'adjustment';
    /** How money reaches the strategy. */
    settlement: 'onchain' | 'sandbox';
    /** Id of the investment; null where there is none. */
    investment_id: string | null;
    /** Id of the strategy. */
    strategy_id: string;
    /** The account's own user for whom it is; null for the account itself. */
    user_id: string | null;
    /** Asset symbol, upper case. */
    asset: string;
    /** In units of the asset; null for everything that is there. */
    amount: string | null;
    /** The transaction on its chain; null where there is none. */
    transaction_hash: string | null;
  };
}

/** A movement is in the books for good. */
export interface InvestmentConfirmedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'investment.confirmed';
  /** What it was. */
  data: {
    /** Id of the transaction. */
    transaction_id: string;
    /** What kind of movement it is. */
    transaction_type: 'deposit' | 'withdrawal' | 'adjustment';
    /** How money reaches the strategy. */
    settlement: 'onchain' | 'sandbox';
    /** Id of the investment; null where there is none. */
    investment_id: string | null;
    /** Id of the strategy. */
    strategy_id: string;
    /** The account's own user for whom it is; null for the account itself. */
    user_id: string | null;
    /** Asset symbol, upper case. */
    asset: string;
    /** In units of the asset; null for everything that is there. */
    amount: string | null;
    /** The transaction on its chain; null where there is none. */
    transaction_hash: string | null;
  };
}

/** No transaction came for a movement in time. */
export interface InvestmentExpiredEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'investment.expired';
  /** What it was. */
  data: {
    /** Id of the transaction. */
    transaction_id: string;
    /** What kind of movement it is. */
    transaction_type: 'deposit' | 'withdrawal' | 'adjustment';
    /** How money reaches the strategy. */
    settlement: 'onchain' | 'sandbox';
    /** Id of the investment; null where there is none. */
    investment_id: string | null;
    /** Id of the strategy. */
    strategy_id: string;
    /** The account's own user for whom it is; null for the account itself. */
    user_id: string | null;
    /** Asset symbol, upper case. */
    asset: string;
    /** In units of the asset; null for everything that is there. */
    amount: string | null;
    /** The transaction on its chain; null where there is none. */
    transaction_hash: string | null;
  };
}

/** A movement has failed on the chain. */
export interface InvestmentFailedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'investment.failed';
  /** What it was. */
  data: {
    /** Id of the transaction. */
    transaction_id: string;
    /** What kind of movement it is. */
    transaction_type: 'deposit' | 'withdrawal' | 'adjustment';
    /** How money reaches the strategy. */
    settlement: 'onchain' | 'sandbox';
    /** Id of the investment; null where there is none. */
    investment_id: string | null;
    /** Id of the strategy. */
    strategy_id: string;
    /** The account's own user for whom it is; null for the account itself. */
    user_id: string | null;
    /** Asset symbol, upper case. */
    asset: string;
    /** In units of the asset; null for everything that is there. */
    amount: string | null;
    /** The transaction on its chain; null where there is none. */
    transaction_hash: string | null;
    /** How; null where it is not known. */
    failure: 'reverted' | 'replaced' | null;
  };
}

/** Where a position in a vault is, and what of the vault it holds. */
export interface InvestmentOnChain {
  /** EIP-155 id of the chain; null of what was begun before it was kept. */
  chain_id: number | null;
  /** Address of the vault on its chain. */
  vault_address: string;
  /** Whether the wallet has been shown to be yours. What others hold is in GET /investments/holdings alone. */
  wallet_proven: boolean;
  /** Of the vault, as its confirmed events say since the wallet's first steps were asked for. */
  shares: string;
  /** In blocks that are not deep enough yet; below 0 on their way out. */
  pending_shares: string;
  /** When the share price of the value was observed. */
  priced_at: string | null;
}

/** A movement waits for its transaction on the chain. */
export interface InvestmentPendingEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'investment.pending';
  /** What it was. */
  data: {
    /** Id of the transaction. */
    transaction_id: string;
    /** What kind of movement it is. */
    transaction_type: 'deposit' | 'withdrawal' | 'adjustment';
    /** How money reaches the strategy. */
    settlement: 'onchain' | 'sandbox';
    /** Id of the investment; null where there is none. */
    investment_id: string | null;
    /** Id of the strategy. */
    strategy_id: string;
    /** The account's own user for whom it is; null for the account itself. */
    user_id: string | null;
    /** Asset symbol, upper case. */
    asset: string;
    /** In units of the asset; null for everything that is there. */
    amount: string | null;
    /** The transaction on its chain; null where there is none. */
    transaction_hash: string | null;
  };
}

/** The chain took back a movement that had been confirmed. */
export interface InvestmentReversedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'investment.reversed';
  /** What it was. */
  data: {
    /** Id of the transaction. */
    transaction_id: string;
    /** What kind of movement it is. */
    transaction_type: 'deposit' | 'withdrawal' | 'adjustment';
    /** How money reaches the strategy. */
    settlement: 'onchain' | 'sandbox';
    /** Id of the investment; null where there is none. */
    investment_id: string | null;
    /** Id of the strategy. */
    strategy_id: string;
    /** The account's own user for whom it is; null for the account itself. */
    user_id: string | null;
    /** Asset symbol, upper case. */
    asset: string;
    /** In units of the asset; null for everything that is there. */
    amount: string | null;
    /** The transaction on its chain; null where there is none. */
    transaction_hash: string | null;
  };
}

/** One broken rule of a request. */
export interface Issue {
  /** Where: query.page, body.amount. */
  path: string;
  /** The rule that is broken. */
  message: string;
}

/** A deposit or withdrawal on a chain, without its steps: those are in GET /investments/transactions/{id}. */
export interface ListedTransaction {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** What kind of movement or step it is. */
  type: 'deposit' | 'withdrawal';
  /** How money reaches the strategy. */
  settlement: 'onchain';
  /** What is pending is in no balance that can be spent. */
  status: 'pending' | 'confirmed' | 'failed';
  /** pending: waits for the steps to be sent. submitted: a hash is known. included: in a block, not deep enough yet. reversed: was confirmed, and its block is gone. */
  state: 'pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed';
  /** The caller's user to whom it belongs. Null for the caller's own. */
  user_id: string | null;
  /** The other half of a move between strategies. Null for what is no part of one. */
  counterpart_id: string | null;
  /** Why it failed, where it did. */
  failure: 'reverted' | 'replaced' | null;
  /** What it pays into or out of: in GET /investments once something is confirmed and the wallet is proven to be yours. */
  investment_id: string;
  /** Id of the strategy. */
  strategy_id: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** EIP-155 id of the chain; null for chains of other kinds. */
  chain_id: number;
  /** Address of the vault on its chain. */
  vault_address: string;
  /** Ethereum address in EIP-55 form; null where no wallet is named. */
  wallet_address: string;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** What was asked for; once included, what the vault's event says. Null for everything, until then. */
  amount: string | null;
  /** Whether all steps were simulated on the state of the latest block. */
  simulated: boolean;
  /** Hashes as reported, the latest last. */
  hashes: string[];
  /** Of the transaction with the vault's event. */
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

/** A move in the books: what was taken out of one strategy was paid into the other. */
export interface Move {
  withdrawal: Movement;
  deposit: Movement;
}

/** What a move from one strategy to another costs and gains. */
export interface MoveEstimate {
  /** USD. */
  amount: number;
  /** The days ahead that it is about. */
  horizon_days: number;
  /** Where the money is. */
  from: {
    /** Id of the strategy. */
    strategy_id: string;
    /** The mean APY over the horizon as the protocol would report it. */
    expected_apy: ExpectedApy;
    /** Of the strategy's vault. Fees on earnings are in the APY already. */
    fees: {
      /** The vault's own, percent; null without a vault or where it does not say. */
      entry_percent: number | null;
      /** The vault's own, percent; null without a vault or where it does not say. */
      exit_percent: number | null;
      /** The vault's own, percent; null without a vault or where it does not say. */
      performance_percent: number | null;
    };
  };
  /** Where it would go. */
  to: {
    /** Id of the strategy. */
    strategy_id: string;
    /** The mean APY over the horizon as the protocol would report it. */
    expected_apy: ExpectedApy;
    /** Of the strategy's vault. Fees on earnings are in the APY already. */
    fees: {
      /** The vault's own, percent; null without a vault or where it does not say. */
      entry_percent: number | null;
      /** The vault's own, percent; null without a vault or where it does not say. */
      exit_percent: number | null;
      /** The vault's own, percent; null without a vault or where it does not say. */
      performance_percent: number | null;
    };
  };
  /** Of the other strategy after dilution and impermanent loss, percent. */
  expected_net_apy: number;
  /** Out of the one, into the other and out of that one day, USD. */
  gas: number;
  /** Swaps on the way and the vaults' fees on entry and exit, USD. */
  entry_and_exit: number;
  /** Both together, USD. */
  costs: number;
  /** What the other is expected to earn more than the present one, USD a day. */
  gain_per_day: number;
  /** Days until the gain has paid the costs; null when it never does. */
  days_to_break_even: number | null;
  /** Gain over the horizon less the costs, USD. */
  net_gain: number;
}

/** A movement in the books, and the investment as it left it. */
export interface Movement {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** adjustment: an operator's correction of the value, up or down; its reason is given. transfer_in and transfer_out: shares of a vault that were sent to the wallet or away. rebase: shares that the chain has given or taken without an event. */
  type: 'deposit' | 'withdrawal' | 'adjustment' | 'transfer_in' | 'transfer_out' | 'rebase';
  /** sandbox: books without money, in test environments alone. onchain: a vault on its chain. */
  settlement: 'onchain' | 'sandbox' | 'none';
  /** transaction: made through this API, and in GET /investments/transactions/{id} under the same id. external: found on its chain, made past it. */
  source: 'transaction' | 'external';
  /** pending: in a block of its chain that is not deep enough yet. failed: that block was replaced. */
  status: 'pending' | 'confirmed' | 'failed';
  /** The caller's user to whom it belongs. Null for the caller's own. */
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
  amount: string;
  /** Price of one unit of the asset in USD at that moment; null when not known. */
  price_usd: number | null;
  /** The other half of a move between strategies. Null for what is no part of one. */
  counterpart_id: string | null;
  /** Why an operator has adjusted the investment. */
  reason: string | null;
  /** Exact decimal string in units of the asset. */
  realized_earnings: string;
  /** Exact decimal string in units of the asset. */
  value_after: string;
  /** Ethereum address in EIP-55 form; null where no wallet is named. */
  wallet_address: string | null;
  /** What happened on its chain. Null in the books. */
  onchain: TransactionOnChain | null;
  /** On a chain the time of the block. */
  created_at: string;
  investment: BookedInvestment;
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
  /** How risky it is. */
  risk_level: 'low' | 'medium' | 'high';
  /** APY in percent: 5.0 means 5%. */
  current_apy: number;
  /** Total value locked in USD. */
  tvl: number;
  apy_change: number | null;
  tvl_change: number | null;
}

export interface NotFoundError {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** Why the request failed. */
  error: {
    code: ErrorCode;
    /** A sentence for people; it may change. */
    message: string;
    /** What the code says besides; each field may be absent. */
    details?: {
      /** Names the request in our logs, as X-Request-Id does: quote it to support. */
      request_id?: string;
      /** The version of the catalog that is current. */
      version?: string;
    };
  };
}

/** Where a page stands in its collection. */
export interface Pagination {
  /** Items in all pages. */
  total: number;
  /** Items in this page. */
  count: number;
  /** Items that a page has at most. */
  per_page: number;
  /** Number of this page, from 1. */
  current_page: number;
  /** 0 where there are no items. */
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
  /** How risky it is. */
  risk_level: 'low' | 'medium' | 'high';
  /** APY in percent: 5.0 means 5%. */
  current_apy: number;
  /** Total value locked in USD. */
  tvl: number;
  /** The days that the figures are of. */
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
    /** Day, UTC. */
    date: string;
    apy: number | null;
    tvl: number | null;
  }[];
}

/** Totals over investments in the books and what proven wallets hold in vaults. */
export interface Portfolio {
  /** At the latest prices. */
  value_usd: number;
  /** Cost of what is held, at the latest prices too. */
  principal_usd: number;
  /** value_usd - principal_usd: what was earned, not what prices did. */
  earned_usd: number;
  /** Withdrawn beyond its cost, at the latest prices, USD. */
  realized_earnings_usd: number;
  /** Percent, weighted by value; null without a value. */
  weighted_apy: number | null;
  /** With a value. */
  investments: number;
  /** The same for each chain. */
  by_chain: {
    /** What people call it; null where it has no name. */
    name: string;
    /** At the latest prices. */
    value_usd: number;
    /** Cost of what is held, at the latest prices too. */
    principal_usd: number;
    /** value_usd - principal_usd: what was earned, not what prices did. */
    earned_usd: number;
    /** Withdrawn beyond its cost, at the latest prices, USD. */
    realized_earnings_usd: number;
    /** Percent, weighted by value; null without a value. */
    weighted_apy: number | null;
    /** With a value. */
    investments: number;
  }[];
  /** The same for each protocol. */
  by_protocol: {
    /** What people call it; null where it has no name. */
    name: string;
    /** At the latest prices. */
    value_usd: number;
    /** Cost of what is held, at the latest prices too. */
    principal_usd: number;
    /** value_usd - principal_usd: what was earned, not what prices did. */
    earned_usd: number;
    /** Withdrawn beyond its cost, at the latest prices, USD. */
    realized_earnings_usd: number;
    /** Percent, weighted by value; null without a value. */
    weighted_apy: number | null;
    /** With a value. */
    investments: number;
  }[];
  /** The same for each asset. */
  by_asset: {
    /** What people call it; null where it has no name. */
    name: string;
    /** At the latest prices. */
    value_usd: number;
    /** Cost of what is held, at the latest prices too. */
    principal_usd: number;
    /** value_usd - principal_usd: what was earned, not what prices did. */
    earned_usd: number;
    /** Withdrawn beyond its cost, at the latest prices, USD. */
    realized_earnings_usd: number;
    /** Percent, weighted by value; null without a value. */
    weighted_apy: number | null;
    /** With a value. */
    investments: number;
  }[];
  /** The same for each way of settlement. */
  by_settlement: {
    /** What people call it; null where it has no name. */
    name: string;
    /** At the latest prices. */
    value_usd: number;
    /** Cost of what is held, at the latest prices too. */
    principal_usd: number;
    /** value_usd - principal_usd: what was earned, not what prices did. */
    earned_usd: number;
    /** Withdrawn beyond its cost, at the latest prices, USD. */
    realized_earnings_usd: number;
    /** Percent, weighted by value; null without a value. */
    weighted_apy: number | null;
    /** With a value. */
    investments: number;
  }[];
  /** In no total, as no price of it, or of the shares of its vault, is known. */
  unpriced_assets: string[];
}

/** What a day brought. */
export interface PortfolioDay {
  /** Day, UTC. */
  date: string;
  /** At the end of the day, or by now; at the prices of the day. */
  value_usd: number;
  /** Paid in on the day. */
  deposited_usd: number;
  /** Paid out on the day. */
  withdrawn_usd: number;
  /** What the assets earned on the day, at its prices: not what those prices did meanwhile. */
  earned_usd: number;
  /** In no figure of the day, as no price of it is known. */
  unpriced_assets: string[];
}

/** The price of an asset and how it changed. */
export interface Price {
  /** Asset symbol, upper case. */
  asset: string;
  /** USD for one whole token. */
  price: number;
  /** What prices are in. */
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

/** A protocol that has strategies. */
export interface Protocol {
  /** What the protocol filter takes. */
  key: string;
  /** What people call it; null where it has no name. */
  name: string;
  /** Its site. Null where none is known. */
  url: string | null;
  /** By chain. */
  chains: string[];
  /** Listed strategies. */
  strategies: number;
  /** Their TVL, USD. */
  tvl: number;
}

/** The plan has no room for more; told once a day at most. */
export interface QuotaReachedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'quota.reached';
  /** What it was. */
  data: {
    /** What there is so much of. */
    quota: 'api_keys' | 'sessions' | 'wallet_connections' | 'sub_accounts' | 'alerts' | 'webhooks';
    /** How much of it is used. */
    used: number;
    /** The most that there may be. */
    max: number;
    /** The plan of the account: free, pro or enterprise. */
    plan: 'free' | 'pro' | 'enterprise';
  };
}

/** 80% of what the plan has room for is used; told once a day at most. */
export interface QuotaWarningEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'quota.warning';
  /** What it was. */
  data: {
    /** What there is so much of. */
    quota: 'api_keys' | 'sessions' | 'wallet_connections' | 'sub_accounts' | 'alerts' | 'webhooks';
    /** How much of it is used. */
    used: number;
    /** The most that there may be. */
    max: number;
    /** The plan of the account: free, pro or enterprise. */
    plan: 'free' | 'pro' | 'enterprise';
  };
}

/** A code for programs, a sentence for people. */
export interface Reason {
  /** Machine-readable: branch on this. */
  code: 'expected_yield' | 'risk' | 'liquidity' | 'tvl_cap' | 'share_cap' | 'protocol_cap' | 'chain_cap' | 'position_too_small' | 'outranked' | 'paused' | 'stuck_rate' | 'low_tvl' | 'not_worth_moving' | 'several_assets' | 'risk_above_limit' | 'outlier' | 'short_history' | 'stale' | 'too_small' | 'below_minimum_deposit' | 'no_candidates' | 'none_eligible' | 'none_better' | 'caps_reached';
  /** A sentence for people; it may change. */
  message: string;
}

/** A strategy that may be worth an amount, and the part of the amount for it. */
export interface Recommendation {
  /** Place in the ranking, from 1. */
  rank: number;
  strategy: Strategy;
  /** 0 is the safest, 100 the riskiest. */
  risk_score: number;
  /** Rises with what the ranking goes by: 50 at 10%. Independent of the other strategies. */
  score: number;
  /** The mean APY over the horizon as the protocol would report it: the same for every caller. */
  expected_apy: ExpectedApy;
  /** Expected over the horizon after the deductions of the breakdown, percent. */
  expected_net_apy: number;
  /** How the expected net APY comes about. */
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
  /** Why it stands where it does. */
  reasons: Reason[];
}

/** A strategy that broke one rule alone. */
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
  /** How risky it is. */
  risk_level: 'low' | 'medium' | 'high';
  /** APY in percent: 5.0 means 5%. */
  current_apy: number;
  /** Total value locked in USD. */
  tvl: number;
  expected_apy: ExpectedApy;
  /** Percent. */
  expected_net_apy: number;
  reason: Reason;
}

/** In an hour, requests were refused by the limit. */
export interface RequestLimitReachedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'request_limit.reached';
  /** What it was. */
  data: {
    /** Beginning of the hour that the counts are of. */
    hour: string;
    /** Requests of the hour that were admitted. */
    admitted: number;
    /** Requests of the hour that the limit refused. */
    refused: number;
    /** Requests per minute that are admitted for long. */
    requests_per_minute: number;
  };
}

/** In an hour, 80% of what the limit admits was used. */
export interface RequestLimitWarningEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'request_limit.warning';
  /** What it was. */
  data: {
    /** Beginning of the hour that the counts are of. */
    hour: string;
    /** Requests of the hour that were admitted. */
    admitted: number;
    /** Requests of the hour that the limit refused. */
    refused: number;
    /** Requests per minute that are admitted for long. */
    requests_per_minute: number;
  };
}

/** How the risk level came about. */
export interface Risk {
  /** 0 is the safest, 100 the riskiest. */
  score: number;
  /** What the score is made of. */
  factors: RiskFactor[];
  /** What keeps the level from being lower than they say. */
  floors: {
    /** For example short_history, tiny_tvl or stuck_rate. */
    name: string;
    /** The level that it sets at least. */
    level: 'low' | 'medium' | 'high';
    /** Why; null where nothing was said. */
    reason: string;
  }[];
}

/** One factor of the risk score: points = value x weight, and the score is the sum of the points. */
export interface RiskFactor {
  /** What people call it; null where it has no name. */
  name: string;
  /** 0 is the safest, 1 the riskiest. */
  value: number;
  /** Points that the factor adds at most. */
  weight: number;
  /** What it adds to the score, 0 to 100. */
  points: number;
}

/** The time in the sandbox's books. */
export interface SandboxClock {
  /** What time it is there. */
  now: string;
  /** How far that is ahead. */
  ahead_seconds: number;
}

/** A session that has not ended. */
export interface Session {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  expires_at: string;
  /** Beginning of the hour of its last request, or when it began; null for a session that was never used. */
  last_used_at: string | null;
  /** The address that it began from. */
  source_ip: string | null;
  /** What the browser or program that it began in calls itself; null where it said nothing. */
  user_agent: string | null;
  /** The wallet that signed, as the client named it at the login; null where it named none. */
  wallet_app: string | null;
  /** Whether it is the session that asks. */
  current: boolean;
}

/** Somebody has signed in to the account. */
export interface SessionCreatedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'session.created';
  /** What it was. */
  data: {
    /** Id of the session; null where several ended at once. */
    session_id: string | null;
  };
}

/** A session of the account has ended before its time. */
export interface SessionEndedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'session.ended';
  /** What it was. */
  data: {
    /** Id of the session; null where several ended at once. */
    session_id: string | null;
  };
}

/** A position as it stood at a moment, with its profit and loss. */
export interface StatementLine {
  /** How money reaches the strategy. */
  settlement: 'onchain' | 'sandbox' | 'none';
  /** The caller's user to whom it belongs. Null for the caller's own. */
  user_id: string | null;
  /** Id of the investment. */
  investment_id: string;
  /** Id of the strategy. */
  strategy_id: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** Ethereum address in EIP-55 form; null where no wallet is named. */
  wallet_address: string | null;
  /** Null before the first price of the vault’s shares. */
  value: string | null;
  /** Cost of what was held: average cost, in units of the asset. */
  principal: string;
  /** value - principal. */
  earned: string | null;
  /** Withdrawn beyond the cost of what was withdrawn. */
  realized_earnings: string;
  /** Exact decimal string in units of the asset. */
  total_deposited: string;
  /** Exact decimal string in units of the asset. */
  total_withdrawn: string;
  /** Of one unit of the asset, on that day; null when not known. */
  price_usd: number | null;
  /** At that price. */
  value_usd: number | null;
  /** Average cost of what was held, each deposit at the price of its moment; null where one of them had none. */
  cost_usd: number | null;
  /** value_usd - cost_usd. */
  unrealized_profit_usd: number | null;
  /** What withdrawals paid, at the prices of their moments, less the cost of what left. */
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
  /** Lines of which a figure is not known, and in none of the sums. */
  incomplete: number;
}

/** Figures of the whole service. */
export interface Statistics {
  /** Accounts. */
  users: {
    /** All together. */
    total: number;
    /** How many are on each plan. */
    by_plan: {
      /** The value for free. */
      free: number;
      /** The value for pro. */
      pro: number;
      /** The value for enterprise. */
      enterprise: number;
    };
    /** How many have each role. */
    by_role: {
      /** The value for user. */
      user: number;
      /** The value for admin. */
      admin: number;
    };
  };
  /** API keys. */
  api_keys: {
    /** Not revoked, and not expired before today (UTC). */
    active: number;
  };
  /** Requests of the last 24 hours. */
  requests_24h: {
    /** Start of the window: a full hour, UTC. */
    from: string;
    /** When requests were last counted, once an hour; null before the first time. */
    until: string | null;
    /** Requests with a credential. */
    admitted: number;
    /** Refused by the rate limit, or for the address that they came from. */
    refused: number;
  };
  /** Wallet connections. */
  wallet_connections: {
    /** All together. */
    total: number;
    /** How many are in each state. */
    by_status: {
      /** The value for active. */
      active: number;
      /** The value for removal_requested. */
      removal_requested: number;
      /** The value for suspended. */
      suspended: number;
      /** The value for removed. */
      removed: number;
    };
  };
  /** Positions in strategies. */
  positions: {
    /** How many are active. */
    active: number;
    /** Sum of what has a price. */
    value_usd: number;
    /** The same for each chain. */
    by_chain: {
      /** Blockchain name, lower case; null for any. */
      chain: string;
      /** Active ones. */
      positions: number;
      /** Sum of what has a price. */
      value_usd: number;
    }[];
    /** The same for each asset. */
    by_asset: {
      /** Asset symbol, upper case; null for any. */
      asset: string;
      /** Positions in strategies. */
      positions: number;
      /** Exact decimal string in units of the asset. */
      principal: string;
      /** As of now, in units of the asset. */
      value: string;
      /** At the latest prices; null where none is known. */
      value_usd: number | null;
    }[];
  };
  /** What the books owe, beside what the strategies hold. */
  solvency: {
    /** Strategies whose books owe anything. */
    strategies: number;
    /** Of those, such as have no price, or are listed no more. */
    unknown: number;
    /** Of those, such as owe more than their source says that they hold. */
    uncovered: number;
    /** At most 20, those that lack the most first. */
    largest_uncovered: {
      /** Id of the strategy. */
      strategy_id: string;
      /** Asset symbol, upper case; null for any. */
      asset: string;
      /** What the books owe as of now, in units of the asset. */
      owed: string;
      /** The same at the latest price. */
      owed_usd: number;
      /** What the strategy holds by its source. */
      tvl_usd: number;
    }[];
    /** What the books owe to wallets in vaults, beside what the chains give them: compared every hour. */
    vaults: {
      /** Strategies in whose vaults wallets are followed. */
      strategies: number;
      /** Of those, such as were not compared with their chain within three hours, or whose balances move by themselves and are less. */
      unknown: number;
      /** Of those, such as give wallets less than the books say. */
      uncovered: number;
      /** At most 20, those that lack the most first. */
      largest_uncovered: {
        /** Id of the strategy. */
        strategy_id: string;
        /** Asset symbol, upper case; null for any. */
        asset: string;
        /** What the books say that the wallets have, in units of the asset at the share price observed last; null without one. */
        owed: string | null;
        /** At the latest prices; null where none is known. */
        owed_usd: number | null;
        /** What wallets have less than that, in units of the asset at the share price observed last; null without one. */
        lacking: string | null;
        /** At the latest prices; null where none is known. */
        lacking_usd: number | null;
        /** Wallets that have less than the books say. */
        lacking_wallets: number;
        /** The block at which books and chain were compared. */
        block_number: number;
        /** ISO 8601, UTC. */
        compared_at: string;
      }[];
    };
  };
  /** Movements of the last 24 hours. */
  movements_24h: {
    /** Start of the window: a full hour (24h) or day (30d), UTC. */
    from: string;
    /** Deposits of the window. */
    deposits: {
      /** How many there are. */
      count: number;
      /** Sum of what has a price. */
      value_usd: number;
      /** The same for each asset. */
      by_asset: {
        /** Asset symbol, upper case; null for any. */
        asset: string;
        /** Exact decimal string in units of the asset. */
        amount: string;
        /** At the latest prices; null where none is known. */
        value_usd: number | null;
      }[];
    };
    /** Withdrawals of the window. */
    withdrawals: {
      /** How many there are. */
      count: number;
      /** Sum of what has a price. */
      value_usd: number;
      /** The same for each asset. */
      by_asset: {
        /** Asset symbol, upper case; null for any. */
        asset: string;
        /** Exact decimal string in units of the asset. */
        amount: string;
        /** At the latest prices; null where none is known. */
        value_usd: number | null;
      }[];
    };
  };
  /** Movements of the last 30 days. */
  movements_30d: {
    /** Start of the window: a full hour (24h) or day (30d), UTC. */
    from: string;
    /** Deposits of the window. */
    deposits: {
      /** How many there are. */
      count: number;
      /** Sum of what has a price. */
      value_usd: number;
      /** The same for each asset. */
      by_asset: {
        /** Asset symbol, upper case; null for any. */
        asset: string;
        /** Exact decimal string in units of the asset. */
        amount: string;
        /** At the latest prices; null where none is known. */
        value_usd: number | null;
      }[];
    };
    /** Withdrawals of the window. */
    withdrawals: {
      /** How many there are. */
      count: number;
      /** Sum of what has a price. */
      value_usd: number;
      /** The same for each asset. */
      by_asset: {
        /** Asset symbol, upper case; null for any. */
        asset: string;
        /** Exact decimal string in units of the asset. */
        amount: string;
        /** At the latest prices; null where none is known. */
        value_usd: number | null;
      }[];
    };
  };
  /** The catalog of strategies. */
  catalog: {
    /** Listed ones; null while there is no catalog. */
    strategies: number | null;
    as_of: string | null;
    /** Seconds since it was made; null where there is none. */
    age_seconds: number | null;
  };
}

/** One strategy as the list shows it. */
export interface Strategy {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** What people call it; null where it has no name. */
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
  /** Mean APY in percent over each window. */
  historical_apy: {
    /** APY in percent: 5.0 means 5%. */
    '7d': number;
    /** APY in percent: 5.0 means 5%. */
    '30d': number;
    /** APY in percent: 5.0 means 5%. */
    '90d': number;
  };
  /** How risky it is. */
  risk_level: 'low' | 'medium' | 'high';
  /** Total value locked in USD. */
  tvl: number;
  /** Minimum deposit in USD. */
  min_deposit: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** How deposits are settled. onchain: in the vault. sandbox: in books without money. none: not through this service, as where the vault is closed. Lists tell of a vault that operators register or close with the next ingestion. */
  settlement: 'onchain' | 'sandbox' | 'none';
}

/** The APY of a watched strategy has risen above a level. */
export interface StrategyApyAboveEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'strategy.apy_above';
  /** What it was. */
  data: {
    /** Id of the alert that made it. */
    alert_id: string;
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
  };
}

/** The APY of a watched strategy has fallen below a level. */
export interface StrategyApyBelowEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'strategy.apy_below';
  /** What it was. */
  data: {
    /** Id of the alert that made it. */
    alert_id: string;
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
  };
}

/** The APY of a watched strategy has fallen by so much. */
export interface StrategyApyFellEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'strategy.apy_fell';
  /** What it was. */
  data: {
    /** Id of the alert that made it. */
    alert_id: string;
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
    /** What it is compared with, percent: the extreme of the days before. */
    reference_apy: number;
    /** Percentage points. */
    change: number;
    /** The days before that it is compared with. */
    days: number;
  };
}

/** The APY of a watched strategy has risen by so much. */
export interface StrategyApyRoseEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'strategy.apy_rose';
  /** What it was. */
  data: {
    /** Id of the alert that made it. */
    alert_id: string;
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
    /** What it is compared with, percent: the extreme of the days before. */
    reference_apy: number;
    /** Percentage points. */
    change: number;
    /** The days before that it is compared with. */
    days: number;
  };
}

/** A strategy with all that is known of it. */
export interface StrategyDetail {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** What people call it; null where it has no name. */
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
  /** Mean APY in percent over each window. */
  historical_apy: {
    /** APY in percent: 5.0 means 5%. */
    '7d': number;
    /** APY in percent: 5.0 means 5%. */
    '30d': number;
    /** APY in percent: 5.0 means 5%. */
    '90d': number;
  };
  /** How risky it is. */
  risk_level: 'low' | 'medium' | 'high';
  /** Total value locked in USD. */
  tvl: number;
  /** Minimum deposit in USD. */
  min_deposit: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** How deposits are settled. onchain: in the vault. sandbox: in books without money. none: not through this service, as where the vault is closed. Lists tell of a vault that operators register or close with the next ingestion. */
  settlement: 'onchain' | 'sandbox' | 'none';
  /** listed: open for deposits. paused: operators have stopped deposits. unlisted: its source tells nothing of it any more, so it takes no deposits and does not grow. Withdrawals are paid in every state. */
  status: 'listed' | 'unlisted' | 'paused';
  /** APY from the protocol itself, in percent. */
  apy_base: number | null;
  /** APY from reward tokens, in percent. */
  apy_reward: number | null;
  /** Symbols of the assets that it holds. */
  underlying_assets: string[];
  /** Whether it holds one asset or several. */
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
    '7d': ExpectedApy;
    '30d': ExpectedApy;
    '90d': ExpectedApy;
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
  risk: Risk;
  /** Warnings such as outlier or short_history. */
  flags: string[];
  /** Where its figures come from. */
  source: string;
  /** When the source observed the figures. */
  as_of: string;
  /** EIP-155 id of the chain. Null for chains of other kinds. */
  chain_id: number | null;
  /** The underlying tokens, in the order of the source. Empty where it does not say. */
  tokens: {
    /** Symbol of the token; null where it is not known. */
    symbol: string | null;
    /** Address of the contract on its chain. */
    address: string;
    /** After CAIP-19, such as eip155:1/erc20:0xa0b8... */
    id: string | null;
  }[];
  /** The pool as its source names it. */
  source_pool: {
    /** The source's own id. */
    id: string;
    /** Where the source shows it. */
    url: string | null;
  };
  /** What deposits are made and counted in. */
  deposit_asset: {
    /** Symbol of the token; null where it is not known. */
    symbol: string;
    /** Decimals of the token. */
    decimals: number;
    /** On its chain. Null where the source does not say. */
    address: string | null;
  };
  /** The ERC-4626 vault with what its own share price says. Null without one. */
  vault: {
    /** Address of the contract on its chain. */
    address: string;
    /** Decimals of the vault’s shares. */
    share_decimals: number;
    /** Units of the asset for one share. */
    share_price: string | null;
    /** What it holds, in units of the asset. */
    assets: string | null;
    /** What a share has made over 7 days, as a year at that pace, percent. */
    apy_7d: number | null;
    /** The same over 30 days. */
    apy_30d: number | null;
    /** Time of the block that it was read at. */
    observed_at: string | null;
    /** The vault's own. They are in its share price or in what it pays out; this service takes none. */
    fees: {
      /** What entering costs, percent of the amount; null where it is not known. */
      entry_percent: number;
      /** What leaving costs, percent of the amount; null where it is not known. */
      exit_percent: number;
      /** Of what it earns. Null where it does not say. */
      performance_percent: number | null;
    };
  } | null;
  /** The protocol behind it. */
  protocol_info: {
    /** What people call it; null where it has no name. */
    name: string;
    /** Its site. Null where none is known. */
    url: string | null;
  };
}

/** A warning flag was raised on a watched strategy. */
export interface StrategyFlaggedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'strategy.flagged';
  /** What it was. */
  data: {
    /** Id of the alert that made it. */
    alert_id: string;
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
  };
}

/** A watched strategy takes no deposits until operators resume it. */
export interface StrategyPausedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'strategy.paused';
  /** What it was. */
  data: {
    /** Id of the alert that made it. */
    alert_id: string;
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
    /** Where it stands. */
    status: 'listed' | 'unlisted' | 'paused';
  };
}

/** A watched strategy is in the catalog again. */
export interface StrategyRelistedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'strategy.relisted';
  /** What it was. */
  data: {
    /** Id of the alert that made it. */
    alert_id: string;
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
    /** Where it stands. */
    status: 'listed' | 'unlisted' | 'paused';
  };
}

/** A watched strategy has another risk level. */
export interface StrategyRiskLevelChangedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'strategy.risk_level_changed';
  /** What it was. */
  data: {
    /** Id of the alert that made it. */
    alert_id: string;
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
    /** How risky it is. */
    risk_level: 'low' | 'medium' | 'high';
    /** What it was. */
    previous_risk_level: 'low' | 'medium' | 'high';
  };
}

/** The source of a watched strategy has said nothing new for a day. */
export interface StrategyStaleEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'strategy.stale';
  /** What it was. */
  data: {
    /** Id of the alert that made it. */
    alert_id: string;
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
  };
}

/** The TVL of a watched strategy has fallen by so much. */
export interface StrategyTvlFellEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'strategy.tvl_fell';
  /** What it was. */
  data: {
    /** Id of the alert that made it. */
    alert_id: string;
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
    /** Percent of it. */
    change: number;
    /** The days before that it is compared with. */
    days: number;
  };
}

/** A watched strategy is in the catalog no more. */
export interface StrategyUnlistedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'strategy.unlisted';
  /** What it was. */
  data: {
    /** Id of the alert that made it. */
    alert_id: string;
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
    /** Where it stands. */
    status: 'listed' | 'unlisted' | 'paused';
  };
}

export interface TooManyRequestsError {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** Why the request failed. */
  error: {
    code: ErrorCode;
    /** A sentence for people; it may change. */
    message: string;
    /** What the code says besides; each field may be absent. */
    details?: {
      /** Names the request in our logs, as X-Request-Id does: quote it to support. */
      request_id?: string;
      /** Seconds until a request is admitted again, as in Retry-After. */
      retry_after_seconds?: number;
    };
  };
}

/** A movement of money. Confirmed ones never change. */
export interface Transaction {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** adjustment: an operator's correction of the value, up or down; its reason is given. transfer_in and transfer_out: shares of a vault that were sent to the wallet or away. rebase: shares that the chain has given or taken without an event. */
  type: 'deposit' | 'withdrawal' | 'adjustment' | 'transfer_in' | 'transfer_out' | 'rebase';
  /** sandbox: books without money, in test environments alone. onchain: a vault on its chain. */
  settlement: 'onchain' | 'sandbox' | 'none';
  /** transaction: made through this API, and in GET /investments/transactions/{id} under the same id. external: found on its chain, made past it. */
  source: 'transaction' | 'external';
  /** pending: in a block of its chain that is not deep enough yet. failed: that block was replaced. */
  status: 'pending' | 'confirmed' | 'failed';
  /** The caller's user to whom it belongs. Null for the caller's own. */
  user_id: string | null;
  /** Id of the investment. */
  investment_id: string;
  /** Id of the strategy. */
  strategy_id: string;
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** Below 0 only for an adjustment that takes something off. Null where shares alone moved. */
  amount: string | null;
  /** Price of one unit of the asset in USD at that moment; null when not known. */
  price_usd: number | null;
  /** The other half of a move between strategies. Null for what is no part of one. */
  counterpart_id: string | null;
  /** Why an operator has adjusted the investment. */
  reason: string | null;
  /** Part of a withdrawal beyond its cost; 0 for a deposit. Null on a chain, where the investment has the sum. */
  realized_earnings: string | null;
  /** Value of the investment right after; null on a chain. */
  value_after: string | null;
  /** Ethereum address in EIP-55 form; null where no wallet is named. */
  wallet_address: string | null;
  /** What happened on its chain. Null in the books. */
  onchain: TransactionOnChain | null;
  /** On a chain the time of the block. */
  created_at: string;
}

/** What a vault's event says of a movement. */
export interface TransactionOnChain {
  /** EIP-155 id of the chain; null of what was begun before it was kept. */
  chain_id: number | null;
  /** Address of the vault on its chain. */
  vault_address: string;
  /** Of the vault that came or went; below 0 only for a rebase that takes some. */
  shares: string;
  /** Of the transaction with the vault's event; null for a rebase. */
  transaction_hash: string | null;
  /** Of that event. */
  block_number: number | null;
}

/** What the wallet signs, and sends where it is a call; steps go in their order. */
export interface TransactionStep {
  /** approve lets the vault or router take the asset. permit does so by a signature: sign typed_data and give the signature to POST /investments/transactions/{id}/sign. The others move money. */
  type: 'approve' | 'permit' | 'deposit' | 'withdraw' | 'redeem';
  /** EIP-155 id of the chain; null for chains of other kinds. */
  chain_id: number;
  /** Where it goes. */
  to: string;
  /** Call data, hexadecimal. Null in a permit, which is not sent, and in what waits for its signature. */
  data: string | null;
  /** Of a permit, otherwise null: what to sign, as the JSON that eth_signTypedData_v4 takes (EIP-712, EIP-2612). */
  typed_data: string | null;
  /** Native currency to send with it, in its base unit. */
  value: string;
  /** Limit of gas to send it with: half more than it used when it was simulated a minute after the latest block, for refunds and for what changes meanwhile. Null where it was not tried. */
  gas_estimate: number | null;
}

/** How a market moved over the window. */
export interface Trend {
  /** Listed strategies. */
  strategies: number;
  /** USD. */
  tvl: number;
  tvl_change: number | null;
  /** TVL-weighted mean of the current APYs, percent. */
  apy: number | null;
  apy_change: number | null;
}

/** The greatest changes over a window. */
export interface Trends {
  /** The days that the figures are of. */
  window: '7d' | '30d' | '90d' | '365d';
  total: Trend;
  /** The strategies that changed most. */
  movers: {
    /** APY, percent. */
    apy: {
      /** Those that rose, the highest rise first. */
      up: Mover[];
      /** Those that fell, the deepest fall first. */
      down: Mover[];
    };
    /** Total value locked, USD. */
    tvl: {
      /** Those that rose, the highest rise first. */
      up: Mover[];
      /** Those that fell, the deepest fall first. */
      down: Mover[];
    };
  };
  /** By chain. */
  chains: {
    /** The chain, protocol or asset. */
    key: string;
    /** Listed strategies. */
    strategies: number;
    /** USD. */
    tvl: number;
    tvl_change: number | null;
    /** TVL-weighted mean of the current APYs, percent. */
    apy: number | null;
    apy_change: number | null;
  }[];
  /** By protocol. */
  protocols: {
    /** The chain, protocol or asset. */
    key: string;
    /** Listed strategies. */
    strategies: number;
    /** USD. */
    tvl: number;
    tvl_change: number | null;
    /** TVL-weighted mean of the current APYs, percent. */
    apy: number | null;
    apy_change: number | null;
  }[];
  /** By asset. */
  assets: {
    /** The chain, protocol or asset. */
    key: string;
    /** Listed strategies. */
    strategies: number;
    /** USD. */
    tvl: number;
    tvl_change: number | null;
    /** TVL-weighted mean of the current APYs, percent. */
    apy: number | null;
    apy_change: number | null;
  }[];
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
    /** Day, UTC. */
    date: string;
    /** USD. */
    tvl: number;
  }[];
  /** Daily TVL of the whole chain, oldest first; unknown days left out. */
  network_history: {
    /** Day, UTC. */
    date: string;
    /** USD. */
    tvl: number;
  }[];
}

export interface UnauthorizedError {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** Why the request failed. */
  error: {
    code: ErrorCode;
    /** A sentence for people; it may change. */
    message: string;
    /** What the code says besides; each field may be absent. */
    details?: {
      /** Names the request in our logs, as X-Request-Id does: quote it to support. */
      request_id?: string;
      /** What was wrong with the message, such as nonce. */
      reason?: string;
    };
  };
}

export interface UnprocessableError {
  /** Whether the request succeeded: true in every answer with data, false in every error. */
  success: boolean;
  /** Why the request failed. */
  error: {
    code: ErrorCode;
    /** A sentence for people; it may change. */
    message: string;
    /** What the code says besides; each field may be absent. */
    details?: {
      /** Names the request in our logs, as X-Request-Id does: quote it to support. */
      request_id?: string;
      /** The least amount: a decimal string in units of the asset. */
      minimum?: string;
      /** What the amounts are in: an asset symbol. */
      asset?: string;
      /** The same in USD. */
      min_deposit_usd?: number;
      /** Number of the step that fails, from 0. */
      step?: number;
      /** What the strategies differ in: asset, chain or settlement; strategy where they are one and the same. */
      reason?: string;
      /** Users with books of their own that the plan has room for. */
      max_sub_accounts?: number;
      /** What there is: an exact decimal string in units of the asset. */
      available?: string;
      /** TVL of the strategy, USD. */
      tvl_usd?: number;
      /** Wallet connections that the plan has room for. */
      max_wallet_connections?: number;
      /** The present status. */
      from?: string;
      /** The status that was asked for. */
      to?: string;
      /** The statuses that can follow the present one. */
      allowed?: string[];
      /** Keys that the plan has room for. */
      max_api_keys?: number;
      /** The status of the key. */
      status?: string;
      /** The id of the key that a rotation put in its place. */
      replaced_by?: string | null;
    };
  };
}

/** A user as they see themselves. */
export interface User {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** The wallet that the user signs in with; null for users whom an operator made. */
  wallet_address: string | null;
  /** The chain (EIP-155 id) of a wallet that is a contract; null for a wallet that is a key. */
  wallet_chain_id: number | null;
  /** What people call it; null where it has no name. */
  name: string | null;
  /** What the user may be asked to do. */
  role: 'user' | 'admin';
  /** The plan of the account: free, pro or enterprise. */
  plan: 'free' | 'pro' | 'enterprise';
  /** What limits its requests. */
  limits: {
    /** Requests per minute that are admitted for long. */
    requests_per_minute: number;
    /** Requests that may arrive at once. */
    burst: number;
  };
  /** ISO 8601, UTC. */
  created_at: string;
}

/** The account has other limits. */
export interface UserLimitsChangedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'user.limits_changed';
  /** What it was. */
  data: {
    /** What it was; null for none. */
    before: string | null;
    /** What it is now; null for none. */
    after: string | null;
  };
}

/** The account is on another plan. */
export interface UserPlanChangedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'user.plan_changed';
  /** What it was. */
  data: {
    /** What it was; null for none. */
    before: string | null;
    /** What it is now; null for none. */
    after: string | null;
  };
}

/** The account works again. */
export interface UserReinstatedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'user.reinstated';
  /** What it was. */
  data: {
    /** ISO 8601, UTC. */
    at: string;
  };
}

/** The user has another role. */
export interface UserRoleChangedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'user.role_changed';
  /** What it was. */
  data: {
    /** What it was; null for none. */
    before: string | null;
    /** What it is now; null for none. */
    after: string | null;
  };
}

/** The account is suspended: nothing of it works. */
export interface UserSuspendedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'user.suspended';
  /** What it was. */
  data: {
    /** ISO 8601, UTC. */
    at: string;
  };
}

/** What a wallet holds in a vault. */
export interface VaultHolding {
  /** Id of the strategy. */
  strategy_id: string;
  /** The caller's user to whom it belongs. Null for the caller's own. */
  user_id: string | null;
  /** How money reaches the strategy. */
  settlement: 'onchain';
  /** Blockchain name, lower case; null for any. */
  chain: string;
  /** Address of the vault on its chain. */
  vault_address: string;
  /** Ethereum address in EIP-55 form; null where no wallet is named. */
  wallet_address: string;
  /** Whether the wallet has been shown to be yours: only then does it count in the portfolio. */
  wallet_proven: boolean;
  /** Asset symbol, upper case; null for any. */
  asset: string;
  /** Of the vault, as its confirmed events say since the wallet's first steps were asked for. */
  shares: string;
  /** In blocks that are not deep enough yet; below 0 on their way out. */
  pending_shares: string;
  /** Paid into the vault less paid out of it, over the same time. */
  net_deposited: string;
  /** Of the shares, at the share price observed last; of those bought after it, what was paid for them. */
  value: string | null;
  /** value - net_deposited: shares that were sent to the wallet count as earned. */
  earned: string | null;
  /** When the share price was observed. */
  priced_at: string | null;
}

/** The end of a version of the API is announced. */
export interface VersionDeprecatedEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'version.deprecated';
  /** What it was. */
  data: {
    /** The version. */
    version: string;
    /** Day from which on it is deprecated, UTC. */
    deprecated_on: string;
    /** Day after which it may be switched off; null while open. */
    sunset_on: string | null;
    /** The version that takes its place. */
    successor: string | null;
  };
}

/** One version of the API with its dates. */
export interface VersionState {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** Where it stands. */
  state: 'Active' | 'Maintenance' | 'Deprecated';
  /** Day of its release, UTC. */
  released_on: string;
  /** Day since which it is deprecated; null while it is not. */
  deprecated_on: string | null;
  /** Day after which it may be switched off; null while that is not decided. */
  sunset_on: string | null;
  /** The version that supersedes it, or null. */
  successor: string | null;
}

/** What a connected wallet holds. */
export interface WalletBalances {
  /** Id of the wallet connection. */
  connection_id: string;
  /** The user, in the caller's own namespace. */
  user_id: string;
  /** Address in EIP-55 form. */
  wallet_address: string;
  /** Sum of the balances that have a price. */
  total_usd: number;
  /** Whether every asked chain and token answered and every balance has a price. */
  complete: boolean;
  /** One element a token and chain. */
  balances: Balance[];
}

/** A wallet connection as its owner sees it. */
export interface WalletConnection {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** The wallet software that made the connection. */
  provider: 'walletprovider';
  /** Address in EIP-55 form. */
  walletAddress: string;
  /** The user, in the caller's own namespace. */
  userId: string;
  /** Where it stands. */
  status: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** The latest request to remove the connection; null when there never was one. */
  removalRequest: {
    /** Identifies it; the prefix says its kind. */
    id: string;
    /** Why; null where nothing was said. */
    reason: string | null;
    /** ISO 8601, UTC. */
    requestedAt: string;
  } | null;
  /** When the wallet was last proven by a signed message to be its own; null while it was not. */
  provenAt: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

/** An endpoint that events are sent to, without its secret. */
export interface Webhook {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** Where events are sent. */
  url: string;
  /** What you know it by; null where it has none. */
  description: string | null;
  /** The types that it is sent; null for all of them. */
  types: ('investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.disabled')[] | null;
  /** A disabled endpoint is sent nothing. */
  status: 'enabled' | 'disabled';
  /** owner: you have disabled it. gone: it answered 410. failing: nothing arrived for three days. null while enabled. */
  disabled_reason: 'owner' | 'gone' | 'failing' | null;
  /** Until then deliveries are signed with the secret before the last rotation too; null where there is none. */
  previous_secret_until: string | null;
  /** When an event last arrived; null before the first. */
  last_delivered_at: string | null;
  /** The first attempt that failed with none after it that arrived; null while all is well. */
  failing_since: string | null;
  /** Events that have failed and are tried again. */
  waiting_events: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
}

/** One attempt to deliver that was asked for. */
export interface WebhookAttempt {
  /** Whether the answer was a 2xx. */
  delivered: boolean;
  /** HTTP status of the answer; null where none came. */
  response_status: number | null;
  /** Why no answer came: the name is unknown (host_unknown), an address of it is not one on the internet (address_refused), no connection (connection_failed), no trusted certificate (tls_failed), over ten seconds (timed_out), no HTTP (answer_malformed). null where one came. */
  failure: 'host_unknown' | 'address_refused' | 'connection_failed' | 'tls_failed' | 'timed_out' | 'answer_malformed' | null;
  /** Milliseconds that it took. */
  duration_ms: number;
}

/** What was sent of one event. It is kept for 30 days at most. */
export interface WebhookDelivery {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** Id of the event, which every attempt carries as its webhook-id. */
  event_id: string;
  /** Type of the event. */
  type: string;
  /** Sequence of the event. */
  sequence: number;
  /** pending: it is tried again. failed: it is tried no more. */
  status: 'pending' | 'delivered' | 'failed';
  /** ISO 8601, UTC. */
  created_at: string;
  /** Oldest first, 20 at most. */
  attempts: {
    /** ISO 8601, UTC. */
    at: string;
    /** HTTP status of the answer; null where none came. */
    response_status: number | null;
    /** Why no answer came: the name is unknown (host_unknown), an address of it is not one on the internet (address_refused), no connection (connection_failed), no trusted certificate (tls_failed), over ten seconds (timed_out), no HTTP (answer_malformed). null where one came. */
    failure: 'host_unknown' | 'address_refused' | 'connection_failed' | 'tls_failed' | 'timed_out' | 'answer_malformed' | null;
    /** Milliseconds that it took. */
    duration_ms: number;
    /** Whether it was asked for. */
    by_hand: boolean;
  }[];
  /** When it is tried next; null where it is not. */
  next_attempt_at: string | null;
}

/** A webhook endpoint is sent nothing more: nothing arrived for three days, or it answered 410. */
export interface WebhookDisabledEvent {
  /** The same wherever the event is read or sent: by it, one that comes twice is told. */
  id: string;
  /** The event's number in its account, from 1 without a gap. */
  sequence: number;
  /** When it was given its number, UTC. It never falls from one event to the next. */
  created_at: string;
  /** Id of the user whose account it is. */
  account: string;
  /** What has happened. */
  type: 'webhook.disabled';
  /** What it was. */
  data: {
    /** Id of the webhook endpoint. */
    webhook_id: string;
    /** Where it is. */
    url: string;
    /** gone: it answered 410. failing: nothing arrived. */
    reason: 'gone' | 'failing';
    /** Since when nothing arrives; null where something had. */
    failing_since: string | null;
  };
}

/** What is sent to webhook endpoints, told apart by its type. */
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
  | WebhookDisabledEvent
;

export interface AccountsChallengeInput {
  /** The wallet that will sign: its Ethereum address. */
  wallet_address: string;
  /** EIP-155 chain id, one of those that the deployment supports. */
  chain_id?: number;
}

/** What was asked for. */
export interface AccountsChallengeData {
  /** To be signed as it stands (personal_sign). */
  message: string;
  /** Serves one login of this wallet. */
  nonce: string;
  /** ISO 8601, UTC. */
  issued_at: string;
  /** ISO 8601, UTC. */
  expires_at: string;
}

/** What is to be known beside the data. */
export type AccountsChallengeMeta = Record<never, never>;

export interface AccountsLoginInput {
  /** The message that the wallet signed, as it stands. */
  message: string;
  /** The wallet's signature of the message (personal_sign). */
  signature: string;
  /** The wallet that signed, by the name that it announces (EIP-6963), for the list of sessions. Blanks around it are left out; nobody checks that it is true. */
  wallet_app?: string;
}

/** What was asked for. */
export interface AccountsLoginData {
  /** Send it in X-API-KEY. Shown this once. */
  token: string;
  /** ISO 8601, UTC. */
  expires_at: string;
  user: User;
}

/** What is to be known beside the data. */
export type AccountsLoginMeta = Record<never, never>;

export interface AccountsProveWalletInput {
  /** Id of the wallet connection. */
  id: string;
  /** The message of POST /auth/challenge for this wallet, as it stands. */
  message: string;
  /** The wallet's signature of the message (personal_sign). */
  signature: string;
}

export type AccountsProveWalletData = WalletConnection;

/** What is to be known beside the data. */
export type AccountsProveWalletMeta = Record<never, never>;

export type AccountsLogoutInput = Record<never, never>;

/** What was asked for. */
export interface AccountsLogoutData {
  /** Sessions that this request has ended. */
  sessions_ended: number;
}

/** What is to be known beside the data. */
export type AccountsLogoutMeta = Record<never, never>;

export interface AccountsListSessionsInput {
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type AccountsListSessionsItem = Session;

/** What is to be known beside the data. */
export interface AccountsListSessionsMeta {
  pagination: Pagination;
}

export interface AccountsRevokeOtherSessionsInput {
  /** A day (UTC) or a moment: keys that sessions made from then on are revoked too. */
  keys_since?: string;
}

/** What was asked for. */
export interface AccountsRevokeOtherSessionsData {
  /** Sessions that this request has ended. */
  sessions_ended: number;
  /** Keys that this request has revoked. */
  keys_revoked: number;
}

/** What is to be known beside the data. */
export type AccountsRevokeOtherSessionsMeta = Record<never, never>;

export interface AccountsRevokeSessionInput {
  /** Id of the session. */
  id: string;
}

/** What was asked for. */
export interface AccountsRevokeSessionData {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** Where it stands. */
  status: 'ended';
}

/** What is to be known beside the data. */
export type AccountsRevokeSessionMeta = Record<never, never>;

export type AccountsProfileInput = Record<never, never>;

/** What was asked for. */
export interface AccountsProfileData {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** The wallet that the user signs in with; null for users whom an operator made. */
  wallet_address: string | null;
  /** The chain (EIP-155 id) of a wallet that is a contract; null for a wallet that is a key. */
  wallet_chain_id: number | null;
  /** What people call it; null where it has no name. */
  name: string | null;
  /** What the user may be asked to do. */
  role: 'user' | 'admin';
  /** The plan of the account: free, pro or enterprise. */
  plan: 'free' | 'pro' | 'enterprise';
  /** What limits its requests. */
  limits: {
    /** Requests per minute that are admitted for long. */
    requests_per_minute: number;
    /** Requests that may arrive at once. */
    burst: number;
  };
  /** ISO 8601, UTC. */
  created_at: string;
  /** How much of each kind is used, and how much there may be. */
  quotas: {
    /** Expired ones count until they are deleted. */
    api_keys: {
      /** How much of it is used. */
      used: number;
      /** The most that there may be. */
      max: number;
    };
    /** A further login ends the oldest. */
    sessions: {
      /** How much of it is used. */
      used: number;
      /** The most that there may be. */
      max: number;
    };
    /** Those that have not been removed. */
    wallet_connections: {
      /** How much of it is used. */
      used: number;
      /** The most that there may be. */
      max: number;
    };
    /** Users that have books of their own; such books are never removed. */
    sub_accounts: {
      /** How much of it is used. */
      used: number;
      /** The most that there may be. */
      max: number;
    };
    /** Those that have not been deleted. */
    alerts: {
      /** How much of it is used. */
      used: number;
      /** The most that there may be. */
      max: number;
    };
    /** Endpoints that have not been deleted, disabled ones included. */
    webhooks: {
      /** How much of it is used. */
      used: number;
      /** The most that there may be. */
      max: number;
    };
  };
  /** How many the user has of each kind. */
  counts: {
    /** Investments that are not closed. */
    active_investments: number;
    /** Wallet connections in the state active. */
    active_wallet_connections: number;
  };
  /** The credential that the request carried. */
  credential: {
    /** Identifies it; the prefix says its kind. */
    id: string;
    /** What kind of thing it is. */
    kind: 'api_key' | 'session';
    /** What the credential may do. */
    scopes: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  };
}

/** What is to be known beside the data. */
export type AccountsProfileMeta = Record<never, never>;

export type AccountsLimitsInput = Record<never, never>;

/** What was asked for. */
export interface AccountsLimitsData {
  /** The plan of the account: free, pro or enterprise. */
  plan: 'free' | 'pro' | 'enterprise';
  /** The account as a whole. */
  account: {
    /** Requests per minute that are admitted for long. */
    requests_per_minute: number;
    /** Requests that may arrive at once. */
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
    /** Requests per minute that are admitted for long. */
    requests_per_minute: number;
    /** Requests that may arrive at once. */
    burst: number;
    /** What X-RateLimit-Remaining says. */
    remaining: number;
    /** Requests that would be admitted at once, what the burst allows beyond included. */
    available: number;
    /** From then on all of it is there. */
    full_at: string;
  } | null;
  /** How much of each kind is used, and how much there may be. */
  quotas: {
    /** Expired ones count until they are deleted. */
    api_keys: {
      /** How much of it is used. */
      used: number;
      /** The most that there may be. */
      max: number;
    };
    /** A further login ends the oldest. */
    sessions: {
      /** How much of it is used. */
      used: number;
      /** The most that there may be. */
      max: number;
    };
    /** Those that have not been removed. */
    wallet_connections: {
      /** How much of it is used. */
      used: number;
      /** The most that there may be. */
      max: number;
    };
    /** Users that have books of their own; such books are never removed. */
    sub_accounts: {
      /** How much of it is used. */
      used: number;
      /** The most that there may be. */
      max: number;
    };
    /** Those that have not been deleted. */
    alerts: {
      /** How much of it is used. */
      used: number;
      /** The most that there may be. */
      max: number;
    };
    /** Endpoints that have not been deleted, disabled ones included. */
    webhooks: {
      /** How much of it is used. */
      used: number;
      /** The most that there may be. */
      max: number;
    };
  };
}

/** What is to be known beside the data. */
export type AccountsLimitsMeta = Record<never, never>;

export type AccountsUsageInput = Record<never, never>;

/** What was asked for. */
export interface AccountsUsageData {
  /** The last 48 hours, the present one included. */
  hours: {
    /** ISO 8601, UTC. */
    from: string;
    /** Requests that were admitted. */
    admitted: number;
    /** Refused by the rate limit, or for the address that they came from. */
    refused: number;
  }[];
  /** The last 90 days (UTC), today included. */
  days: {
    /** Day, UTC. */
    date: string;
    /** Requests that were admitted. */
    admitted: number;
    /** Refused by the rate limit, or for the address that they came from. */
    refused: number;
  }[];
}

/** What is to be known beside the data. */
export type AccountsUsageMeta = Record<never, never>;

export interface AccountsListEventsInput {
  /** Keep only events of this type. */
  type?: 'session.created' | 'session.ended' | 'sign_in.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'user.created' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'user.exported' | 'user.erased' | 'wallet_connection.decided' | 'webhook.created' | 'webhook.updated' | 'webhook.secret_rotated' | 'webhook.deleted' | 'sandbox.clock_moved' | 'operator.command';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type AccountsListEventsItem = AccountEvent;

/** What is to be known beside the data. */
export interface AccountsListEventsMeta {
  pagination: Pagination;
}

export interface AccountsListApiKeysInput {
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type AccountsListApiKeysItem = ApiKey;

/** What is to be known beside the data. */
export interface AccountsListApiKeysMeta {
  pagination: Pagination;
}

export interface AccountsCreateApiKeyInput {
  /** What you know the key by. */
  name: string;
  /** What the key may do; never more than the credential that makes it. Each once. */
  scopes: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  /** When the key ends, UTC; never when null or left out. */
  expires_at?: string | null;
  /** A limit of the key's own, at most the account's, which it draws from as well; none when null. A key gives no other more than it has itself, and passes its restrictions on. Left out where the key presented has a limit: all that it makes shares it. */
  limits?: {
    /** Requests per minute that are admitted for long. */
    requests_per_minute: number;
    /** Requests that may arrive at once. */
    burst: number;
  } | null;
  /** IPv4 and IPv6 addresses and ranges that the key may be used from; everywhere when null. */
  allowed_ips?: string[] | null;
}

/** What was asked for. */
export interface AccountsCreateApiKeyData {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** What people call it; null where it has no name. */
  name: string;
  /** The first characters of the key, to tell it from others. */
  hint: string;
  /** What the credential may do. */
  scopes: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  /** A replaced key was rotated and works until expires_at. */
  status: 'active' | 'replaced' | 'expired';
  /** ISO 8601, UTC. */
  created_at: string;
  /** null for a key that never expires. */
  expires_at: string | null;
  /** Beginning of the hour of its last request, or when it was made; null for a key that was never used. */
  last_used_at: string | null;
  /** Requests admitted with this key so far. */
  requests_used: number;
  /** Id of the key that a rotation put in its place. */
  replaced_by: string | null;
  /** A limit of the key's own, below the account's, which all that it makes shares; null for none. */
  limits: {
    /** Requests per minute that are admitted for long. */
    requests_per_minute: number;
    /** Requests that may arrive at once. */
    burst: number;
  } | null;
  /** Addresses and ranges that the key may be used from; null for everywhere. */
  allowed_ips: string[] | null;
  /** Id of the key or session that made it, or operator; null where that was not recorded. */
  made_by: string | null;
  /** The key itself. It is shown this once and stored nowhere. */
  key: string;
}

/** What is to be known beside the data. */
export type AccountsCreateApiKeyMeta = Record<never, never>;

export interface AccountsGetApiKeyInput {
  /** Id of the API key. */
  id: string;
}

export type AccountsGetApiKeyData = ApiKey;

/** What is to be known beside the data. */
export type AccountsGetApiKeyMeta = Record<never, never>;

export interface AccountsUpdateApiKeyInput {
  /** Id of the API key. */
  id: string;
  /** What you know the key by. */
  name?: string;
  /** A limit of the key's own, at most the account's, which it draws from as well; none when null. A key gives no other more than it has itself, and passes its restrictions on. Left out where the key presented has a limit: all that it makes shares it. */
  limits?: {
    /** Requests per minute that are admitted for long. */
    requests_per_minute: number;
    /** Requests that may arrive at once. */
    burst: number;
  } | null;
  /** IPv4 and IPv6 addresses and ranges that the key may be used from; everywhere when null. */
  allowed_ips?: string[] | null;
}

export type AccountsUpdateApiKeyData = ApiKey;

/** What is to be known beside the data. */
export type AccountsUpdateApiKeyMeta = Record<never, never>;

export interface AccountsRevokeApiKeyInput {
  /** Id of the API key. */
  id: string;
}

/** What was asked for. */
export interface AccountsRevokeApiKeyData {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** Where it stands. */
  status: 'revoked';
}

/** What is to be known beside the data. */
export type AccountsRevokeApiKeyMeta = Record<never, never>;

export interface AccountsApiKeyUsageInput {
  /** Id of the API key. */
  id: string;
}

/** What was asked for. */
export interface AccountsApiKeyUsageData {
  /** The last 48 hours, the present one included. */
  hours: {
    /** ISO 8601, UTC. */
    from: string;
    /** Requests that were admitted. */
    admitted: number;
    /** Refused by the rate limit, or for the address that they came from. */
    refused: number;
  }[];
  /** The last 90 days (UTC), today included. */
  days: {
    /** Day, UTC. */
    date: string;
    /** Requests that were admitted. */
    admitted: number;
    /** Refused by the rate limit, or for the address that they came from. */
    refused: number;
  }[];
}

/** What is to be known beside the data. */
export type AccountsApiKeyUsageMeta = Record<never, never>;

export interface AccountsRotateApiKeyInput {
  /** Id of the API key. */
  id: string;
  /** How long the old key works on. */
  overlap_seconds?: number;
  /** The new key's expiry; the old key's own when left out. */
  expires_at?: string | null;
  /** Whether all that the key has made, directly or through others, ends at once, save for the key presented; when left out, true where overlap_seconds is 0, as after a leak. */
  end_descendants?: boolean;
}

/** What was asked for. */
export interface AccountsRotateApiKeyData {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** What people call it; null where it has no name. */
  name: string;
  /** The first characters of the key, to tell it from others. */
  hint: string;
  /** What the credential may do. */
  scopes: ('strategies:read' | 'market:read' | 'investments:read' | 'investments:write' | 'wallet:read' | 'wallet:write' | 'account:read' | 'account:write' | 'admin')[];
  /** A replaced key was rotated and works until expires_at. */
  status: 'active' | 'replaced' | 'expired';
  /** ISO 8601, UTC. */
  created_at: string;
  /** null for a key that never expires. */
  expires_at: string | null;
  /** Beginning of the hour of its last request, or when it was made; null for a key that was never used. */
  last_used_at: string | null;
  /** Requests admitted with this key so far. */
  requests_used: number;
  /** Id of the key that a rotation put in its place. */
  replaced_by: string | null;
  /** A limit of the key's own, below the account's, which all that it makes shares; null for none. */
  limits: {
    /** Requests per minute that are admitted for long. */
    requests_per_minute: number;
    /** Requests that may arrive at once. */
    burst: number;
  } | null;
  /** Addresses and ranges that the key may be used from; null for everywhere. */
  allowed_ips: string[] | null;
  /** Id of the key or session that made it, or operator; null where that was not recorded. */
  made_by: string | null;
  /** The key itself. It is shown this once and stored nowhere. */
  key: string;
  /** The key that was replaced. */
  previous: {
    /** Identifies it; the prefix says its kind. */
    id: string;
    /** ISO 8601, UTC. */
    expires_at: string;
  };
}

/** What is to be known beside the data. */
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
  /** Keep only strategies whose deposits are settled this way: onchain in a vault, sandbox in books without money, none not through this service. */
  settlement?: 'onchain' | 'sandbox' | 'none';
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

export type StrategiesListItem = Strategy;

/** What is to be known beside the data. */
export interface StrategiesListMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  pagination: Pagination;
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
  /** Keep only strategies whose deposits are settled this way: onchain in a vault, sandbox in books without money, none not through this service. */
  settlement?: 'onchain' | 'sandbox' | 'none';
  /** Keep strategies whose name, asset, protocol or chain contains every word, in any order, letter case and with or without accents. */
  search?: string;
  /** Only of this version, as an answer before named it: another one now is 404 not_found. */
  version?: string;
}

/** What was asked for. */
export type StrategiesExportData = Strategy[];

/** What is to be known beside the data. */
export interface StrategiesExportMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  /** Of the catalog: it changes with every ingestion. */
  version: string;
  /** All together. */
  total: number;
}

export interface StrategiesCompareInput {
  /** Ids of the strategies. */
  ids: string | string[];
}

/** What was asked for. */
export type StrategiesCompareData = StrategyDetail[];

/** What is to be known beside the data. */
export interface StrategiesCompareMeta {
  /** Those of ids that are no strategies. */
  not_found: string[];
}

export interface StrategiesGetInput {
  /** Id of the strategy. */
  id: string;
}

export type StrategiesGetData = StrategyDetail;

/** What is to be known beside the data. */
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
  /** Keep only strategies whose deposits are settled this way: onchain in a vault, sandbox in books without money, none not through this service. */
  settlement?: 'onchain' | 'sandbox' | 'none';
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

export type MarketPerformanceItem = Performance;

/** What is to be known beside the data. */
export interface MarketPerformanceMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  /** Those of strategy_id that are not listed strategies. */
  not_found?: string[];
  pagination: Pagination;
}

export interface MarketMoveEstimateInput {
  /** Id of the strategy in which the money is. */
  from_strategy_id: string;
  /** Id of the strategy to which it would go. */
  to_strategy_id: string;
  /** How much is moved, USD. */
  amount?: number;
  /** The days ahead over which the gain is counted. */
  horizon_days?: number;
}

export type MarketMoveEstimateData = MoveEstimate;

/** What is to be known beside the data. */
export interface MarketMoveEstimateMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
}

export interface MarketRecommendedInput {
  /** What is to be placed, in USD. */
  amount?: number;
  /** Only strategies of this asset, or of these, alone; pools that hold others too are rejected. */
  asset?: string | string[];
  /** Only strategies on this chain or one of these, in any letter case. */
  chain?: string | string[];
  /** The most risk that is accepted. */
  risk_level?: 'low' | 'medium' | 'high';
  /** How long the amount stays, in days. */
  horizon_days?: number;
  /** The most that one strategy may take of the amount: 0.4 by default. */
  max_share?: number;
  /** The most that one protocol may take of the amount: 0.6 by default. */
  max_protocol_share?: number;
  /** The most that one chain may take of the amount: 0.8 by default, 1 when one chain is given. */
  max_chain_share?: number;
  /** The least TVL in USD that a strategy must have: 1,000,000 by default. */
  min_tvl?: number;
  /** Keep only strategies whose deposits are settled this way: onchain in a vault, sandbox in books without money, none not through this service. */
  settlement?: 'onchain' | 'sandbox' | 'none';
  /** Where the amount is now: costs and gains are then those of moving it from there. */
  from_strategy_id?: string;
  /** Name the near misses too. */
  include_rejected?: boolean;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type MarketRecommendedItem = Recommendation;

/** What is to be known beside the data. */
export interface MarketRecommendedMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  allocation: AllocationPlan;
  /** Strategies that broke one rule alone, the highest expectation first; with include_rejected. */
  rejected?: Rejection[];
  pagination: Pagination;
}

export interface InvestmentsListInput {
  /** Keep only investments in this state. */
  status?: 'active' | 'closed';
  /** Keep only what is in this strategy. */
  strategy_id?: string;
  /** Keep only what is settled in this way. */
  settlement?: 'onchain' | 'sandbox' | 'none';
  /** Keep only what belongs to this user of the caller's, or, when empty, to the caller. Without it: the caller's own first, then each user's. */
  user_id?: string;
  /** What to sort by, created_at when absent. Any other order is one of all, whosever they are. */
  sort?: 'created_at' | 'updated_at' | 'earned_percent' | 'strategy_name';
  /** Names ascending and all else descending when absent. */
  order?: 'asc' | 'desc';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type InvestmentsListItem = Investment;

/** What is to be known beside the data. */
export interface InvestmentsListMeta {
  /** The moment for which values are stated. */
  as_of: string;
  pagination: Pagination;
}

export interface InvestmentsGetInput {
  /** Id of the investment. */
  id: string;
}

export type InvestmentsGetData = Investment;

/** What is to be known beside the data. */
export interface InvestmentsGetMeta {
  /** The moment for which values are stated. */
  as_of: string;
}

export interface InvestmentsPortfolioInput {
  /** Keep only what belongs to this user of the caller's, or, when empty, to the caller. Without it: the caller's own first, then each user's. */
  user_id?: string;
}

export type InvestmentsPortfolioData = Portfolio;

/** What is to be known beside the data. */
export interface InvestmentsPortfolioMeta {
  /** The moment for which values are stated. */
  as_of: string;
  /** When the prices were observed; null when there are none. */
  prices_as_of: string | null;
}

export interface InvestmentsDailyInput {
  /** How many days, today included. */
  days?: number;
  /** Keep only what belongs to this user of the caller's, or, when empty, to the caller. Without it: the caller's own first, then each user's. */
  user_id?: string;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type InvestmentsDailyItem = PortfolioDay;

/** What is to be known beside the data. */
export interface InvestmentsDailyMeta {
  /** The moment up to which the last day goes. */
  as_of: string;
  /** When the latest prices were observed; null when there are none. */
  prices_as_of: string | null;
  pagination: Pagination;
}

export interface InvestmentsStatementInput {
  /** The moment (ISO 8601), or the day (UTC) whose end is meant. Now, when it is left out. */
  at?: string;
  /** Keep only what belongs to this user of the caller's, or, when empty, to the caller. Without it: the caller's own first, then each user's. */
  user_id?: string;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type InvestmentsStatementItem = StatementLine;

/** What is to be known beside the data. */
export interface InvestmentsStatementMeta {
  /** The moment for which the statement is. */
  as_of: string;
  /** When the latest prices were observed; null when there are none. */
  prices_as_of: string | null;
  /** Over all lines, whatever the page. */
  totals: StatementTotals;
  pagination: Pagination;
}

export interface InvestmentsDepositInput {
  /** Id of the strategy to deposit into. */
  strategy_id: string;
  /** Decimal string in units of the asset, with at most as many decimals as the asset has. A JSON number of at most 15 significant digits is understood too. */
  amount: string;
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  wallet_address?: string;
  /** What the amount is meant in. Refused where it is not deposit_asset of the strategy. */
  asset?: string;
  /** Deposit for this user of the caller's, in books of their own. Give an opaque id that says nothing by itself, and no name or e-mail address: the books keep it, also when the account is erased. */
  user_id?: string;
}

export type InvestmentsDepositData = Movement | ChainTransaction;

/** What is to be known beside the data. */
export type InvestmentsDepositMeta = Record<never, never>;

export interface InvestmentsWithdrawInput {
  /** Id of the investment to withdraw from, in the books or in a vault. */
  investment_id?: string;
  /** In its place: the strategy whose vault to withdraw from, with wallet_address. */
  strategy_id?: string;
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  wallet_address?: string;
  /** With strategy_id: the caller's user for whom it is. */
  user_id?: string;
  /** Decimal string in units of the asset, with at most as many decimals as the asset has. A JSON number of at most 15 significant digits is understood too. */
  amount?: string;
  /** Everything: either this or an amount is given. */
  all?: boolean;
}

export type InvestmentsWithdrawData = Movement | ChainTransaction;

/** What is to be known beside the data. */
export type InvestmentsWithdrawMeta = Record<never, never>;

export interface InvestmentsMoveInput {
  /** Id of the investment to move from, in the books or in a vault. */
  investment_id?: string;
  /** In its place: the strategy whose vault to move from, with wallet_address. */
  from_strategy_id?: string;
  /** Id of the strategy to move to. */
  to_strategy_id: string;
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  wallet_address?: string;
  /** With from_strategy_id: the caller's user for whom it is. */
  user_id?: string;
  /** Decimal string in units of the asset, with at most as many decimals as the asset has. A JSON number of at most 15 significant digits is understood too. */
  amount?: string;
  /** Everything: either this or an amount is given. */
  all?: boolean;
}

export type InvestmentsMoveData = Move | ChainMove;

/** What is to be known beside the data. */
export type InvestmentsMoveMeta = Record<never, never>;

export interface InvestmentsHoldingsInput {
  /** Keep only what belongs to this user of the caller's, or, when empty, to the caller. Without it: the caller's own first, then each user's. */
  user_id?: string;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type InvestmentsHoldingsItem = VaultHolding;

/** What is to be known beside the data. */
export interface InvestmentsHoldingsMeta {
  pagination: Pagination;
}

export interface InvestmentsListTransactionsInput {
  /** Keep only transactions in one of these states, separated by commas: pending,submitted,included is what is not settled yet. */
  state?: 'pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed' | ('pending' | 'submitted' | 'expired' | 'cancelled' | 'failed' | 'included' | 'confirmed' | 'reversed')[];
  /** Keep only transactions of this kind. */
  type?: 'deposit' | 'withdrawal';
  /** Keep only transactions of this strategy. */
  strategy_id?: string;
  /** Keep only what is for this user of the caller's, or, when empty, for the caller. Without it: all of them. */
  user_id?: string;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type InvestmentsListTransactionsItem = ListedTransaction;

/** What is to be known beside the data. */
export interface InvestmentsListTransactionsMeta {
  pagination: Pagination;
}

export interface InvestmentsGetTransactionInput {
  /** Id of the transaction, as the deposit or withdrawal was answered with. */
  id: string;
}

export type InvestmentsGetTransactionData = Transaction | ChainTransaction;

/** What is to be known beside the data. */
export type InvestmentsGetTransactionMeta = Record<never, never>;

export interface InvestmentsSubmitTransactionInput {
  /** Id of the transaction, as the deposit or withdrawal was answered with. */
  id: string;
  /** Hashes of the steps’ transactions; the last is that of the vault. */
  hashes: string[];
}

export type InvestmentsSubmitTransactionData = ChainTransaction;

/** What is to be known beside the data. */
export type InvestmentsSubmitTransactionMeta = Record<never, never>;

export interface InvestmentsSignTransactionInput {
  /** Id of the transaction, as the deposit or withdrawal was answered with. */
  id: string;
  /** What the wallet has made of typed_data (eth_signTypedData_v4): 65 bytes. */
  signature: string;
}

export type InvestmentsSignTransactionData = ChainTransaction;

/** What is to be known beside the data. */
export type InvestmentsSignTransactionMeta = Record<never, never>;

export interface InvestmentsCancelTransactionInput {
  /** Id of the transaction, as the deposit or withdrawal was answered with. */
  id: string;
}

export type InvestmentsCancelTransactionData = ChainTransaction;

/** What is to be known beside the data. */
export type InvestmentsCancelTransactionMeta = Record<never, never>;

export interface InvestmentsAdvanceClockInput {
  /** How far: seconds, minutes, hours or days, 90 days at most. */
  advance: string;
}

export type InvestmentsAdvanceClockData = SandboxClock;

/** What is to be known beside the data. */
export type InvestmentsAdvanceClockMeta = Record<never, never>;

export interface InvestmentsHistoryInput {
  /** Keep only movements of this kind. */
  type?: 'deposit' | 'withdrawal' | 'adjustment' | 'transfer_in' | 'transfer_out' | 'rebase';
  /** Keep only movements of this strategy. */
  strategy_id?: string;
  /** Keep only what belongs to this user of the caller's, or, when empty, to the caller. Without it: the caller's own first, then each user's. */
  user_id?: string;
  /** Keep transactions at or after this time (ISO 8601) or day (UTC). */
  from?: string;
  /** Keep transactions up to this time (ISO 8601) or day (UTC), inclusive. */
  to?: string;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type InvestmentsHistoryItem = Transaction;

/** What is to be known beside the data. */
export interface InvestmentsHistoryMeta {
  pagination: Pagination;
}

export interface WalletsConnectionsInput {
  /** User identifier in the caller's own namespace. Give an opaque id that says nothing by itself, and no name or e-mail address. */
  userId?: string;
  /** Keep only connections in this state. */
  status?: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type WalletsConnectionsItem = WalletConnection;

/** What is to be known beside the data. */
export interface WalletsConnectionsMeta {
  pagination: Pagination;
}

export interface WalletsGetInput {
  /** Id of the wallet connection. */
  id: string;
}

export type WalletsGetData = WalletConnection;

/** What is to be known beside the data. */
export type WalletsGetMeta = Record<never, never>;

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

export type WalletsBalancesItem = WalletBalances;

/** What is to be known beside the data. */
export interface WalletsBalancesMeta {
  /** By chain. */
  chains: ChainReport[];
  prices_as_of: string | null;
  pagination: Pagination;
}

export interface WalletsCreateInput {
  /** Ethereum address; the EIP-55 checksum is checked when the case is mixed. */
  walletAddress: string;
  /** User identifier in the caller's own namespace. Give an opaque id that says nothing by itself, and no name or e-mail address. */
  userId: string;
}

export type WalletsCreateData = WalletConnection;

/** What is to be known beside the data. */
export type WalletsCreateMeta = Record<never, never>;

export interface WalletsListInput {
  /** User identifier in the caller's own namespace. Give an opaque id that says nothing by itself, and no name or e-mail address. */
  userId?: string;
  /** Keep only connections in this state. */
  status?: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type WalletsListItem = WalletConnection;

/** What is to be known beside the data. */
export interface WalletsListMeta {
  pagination: Pagination;
}

export interface WalletsRemovalRequestInput {
  /** Id of the wallet connection. */
  connectionId: string;
  /** Why, for the administrator who decides. */
  reason?: string;
}

export type WalletsRemovalRequestData = WalletConnection;

/** What is to be known beside the data. */
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
  /** The chains with the highest TVL, the highest first. */
  largest_chains: {
    /** The chain. */
    key: string;
    /** Listed strategies. */
    strategies: number;
    /** USD. */
    tvl: number;
    /** Part of the TVL of all chains, 0 to 1. */
    share: number;
  }[];
  /** Strategies of low risk with at least 10 million USD of TVL, the highest APY first. */
  highlights: {
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
  /** Only these symbols. Those without a price are named in meta.not_found. */
  assets?: string | string[];
  /** The field to sort by; tvl is that of the strategies of the asset. */
  sort?: 'tvl' | 'asset' | 'price' | 'change_1d' | 'change_7d' | 'change_30d';
  /** Direction of the sort: desc by default, asc for sort=asset. Assets without the figure come last either way. */
  order?: 'asc' | 'desc';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type MarketPricesItem = Price;

/** What is to be known beside the data. */
export interface MarketPricesMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  /** Those of assets that have no price. */
  not_found: string[];
  pagination: Pagination;
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

export type MarketTrendsData = Trends;

/** What is to be known beside the data. */
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

export type MarketTvlItem = Tvl;

/** What is to be known beside the data. */
export interface MarketTvlMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  /** What a row stands for. */
  group_by: 'chain' | 'protocol' | 'asset';
  /** The days that the figures are of. */
  window: '7d' | '30d' | '90d' | '365d';
  /** TVL of all listed strategies, USD. */
  total_tvl: number;
  pagination: Pagination;
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

export type MarketApyComparisonItem = ApyComparison;

/** What is to be known beside the data. */
export interface MarketApyComparisonMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  /** What a row stands for. */
  group_by: 'chain' | 'protocol' | 'asset';
  pagination: Pagination;
}

export type MarketCalibrationInput = Record<never, never>;

/** What was asked for. */
export type MarketCalibrationData = Calibration[];

/** What is to be known beside the data. */
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

export type MarketChainsItem = Chain;

/** What is to be known beside the data. */
export interface MarketChainsMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  pagination: Pagination;
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

export type MarketAssetsItem = Asset;

/** What is to be known beside the data. */
export interface MarketAssetsMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  pagination: Pagination;
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

export type MarketProtocolsItem = Protocol;

/** What is to be known beside the data. */
export interface MarketProtocolsMeta {
  /** Age of the catalog behind the answer. */
  as_of: string | null;
  pagination: Pagination;
}

export interface NotificationsListEventsInput {
  /** Keep only events with a higher sequence. */
  after?: number;
  /** Keep only events of these types. */
  types?: 'investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.disabled' | ('investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.disabled')[];
  /** Keep only events from this day or moment on. */
  since?: string;
  /** By sequence: the oldest or the latest first. */
  order?: 'asc' | 'desc';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type NotificationsListEventsItem = EventEnvelope;

/** What is to be known beside the data. */
export interface NotificationsListEventsMeta {
  /** The highest sequence of all events of the account; 0 before the first. */
  last_sequence: number;
  pagination: Pagination;
}

export interface NotificationsListAlertsInput {
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type NotificationsListAlertsItem = Alert;

/** What is to be known beside the data. */
export interface NotificationsListAlertsMeta {
  /** Alerts that there are, and may be. */
  quota: {
    /** How much of it is used. */
    used: number;
    /** The most that there may be. */
    max: number;
  };
  pagination: Pagination;
}

export interface NotificationsCreateAlertInput {
  /** What it tells of. */
  kind: 'apy_above' | 'apy_below' | 'apy_rose' | 'apy_fell' | 'tvl_fell' | 'risk_level_changed' | 'flagged' | 'unlisted' | 'relisted' | 'paused' | 'stale' | 'deposit_confirmed' | 'deposit_failed';
  /** Which strategies it watches: one, all that you hold something in, or those that a filter lets pass. */
  target: 'strategy' | 'positions' | 'filter';
  /** The one strategy, for the target strategy. */
  strategy_id?: string;
  /** What the strategies have in common, for the target filter: a chain, an asset or a protocol at least. */
  filter?: {
    /** Blockchain name. */
    chain?: string;
    /** Asset symbol. */
    asset?: string;
    /** Name of the protocol. */
    protocol?: string;
    /** Kind of strategy, such as lending. */
    strategy_type?: string;
    /** Whether it is of stablecoins. */
    stablecoin?: boolean;
  };
  /** What you know it by. */
  name?: string | null;
  /** APY, percent: for apy_above and apy_below, which need it. */
  level?: number;
  /** How far a figure moves: points of APY for apy_rose and apy_fell, percent for tvl_fell; these need it. */
  by?: number;
  /** The days before, with whose extremes a move is compared; 7 when left out. */
  days?: number;
  /** How far a figure has to go back, in points of APY or percent of the TVL, before it is told of again; 0.25 when left out, or half of by where that is less. */
  hysteresis?: number;
  /** For so long nothing more is told of a strategy after it was; 60 when left out. */
  cooldown_minutes?: number;
  /** Whether it rests. */
  paused?: boolean;
}

export type NotificationsCreateAlertData = Alert;

/** What is to be known beside the data. */
export type NotificationsCreateAlertMeta = Record<never, never>;

export interface NotificationsGetAlertInput {
  /** Id of the alert. */
  id: string;
}

export type NotificationsGetAlertData = Alert;

/** What is to be known beside the data. */
export type NotificationsGetAlertMeta = Record<never, never>;

export interface NotificationsUpdateAlertInput {
  /** Id of the alert. */
  id: string;
  /** What you know it by. */
  name?: string | null;
  /** APY, percent: for apy_above and apy_below, which need it. */
  level?: number;
  /** How far a figure moves: points of APY for apy_rose and apy_fell, percent for tvl_fell; these need it. */
  by?: number;
  /** The days before, with whose extremes a move is compared; 7 when left out. */
  days?: number;
  /** How far a figure has to go back, in points of APY or percent of the TVL, before it is told of again; 0.25 when left out, or half of by where that is less. */
  hysteresis?: number;
  /** For so long nothing more is told of a strategy after it was; 60 when left out. */
  cooldown_minutes?: number;
  /** Whether it rests. */
  paused?: boolean;
}

export type NotificationsUpdateAlertData = Alert;

/** What is to be known beside the data. */
export type NotificationsUpdateAlertMeta = Record<never, never>;

export interface NotificationsDeleteAlertInput {
  /** Id of the alert. */
  id: string;
}

/** What was asked for. */
export interface NotificationsDeleteAlertData {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** Where it stands. */
  status: 'deleted';
}

/** What is to be known beside the data. */
export type NotificationsDeleteAlertMeta = Record<never, never>;

export interface NotificationsListWebhooksInput {
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type NotificationsListWebhooksItem = Webhook;

/** What is to be known beside the data. */
export interface NotificationsListWebhooksMeta {
  /** Webhook endpoints that there are, and may be. */
  quota: {
    /** How much of it is used. */
    used: number;
    /** The most that there may be. */
    max: number;
  };
  pagination: Pagination;
}

export interface NotificationsCreateWebhookInput {
  /** Where events are sent by POST: https, on port 443 or from 1024 on, at an address that the whole internet reaches. A server that runs on your machine also sends to http on that machine. */
  url: string;
  /** The types of events that are sent; all of them when null. */
  types?: ('investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.disabled')[] | null;
  /** What you know the endpoint by. */
  description?: string | null;
}

/** What was asked for. */
export interface NotificationsCreateWebhookData {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** Where events are sent. */
  url: string;
  /** What you know it by; null where it has none. */
  description: string | null;
  /** The types that it is sent; null for all of them. */
  types: ('investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.disabled')[] | null;
  /** A disabled endpoint is sent nothing. */
  status: 'enabled' | 'disabled';
  /** owner: you have disabled it. gone: it answered 410. failing: nothing arrived for three days. null while enabled. */
  disabled_reason: 'owner' | 'gone' | 'failing' | null;
  /** Until then deliveries are signed with the secret before the last rotation too; null where there is none. */
  previous_secret_until: string | null;
  /** When an event last arrived; null before the first. */
  last_delivered_at: string | null;
  /** The first attempt that failed with none after it that arrived; null while all is well. */
  failing_since: string | null;
  /** Events that have failed and are tried again. */
  waiting_events: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** What you check signatures by. It is shown this once. */
  secret: string;
}

/** What is to be known beside the data. */
export type NotificationsCreateWebhookMeta = Record<never, never>;

export interface NotificationsGetWebhookInput {
  /** Id of the webhook endpoint. */
  id: string;
}

export type NotificationsGetWebhookData = Webhook;

/** What is to be known beside the data. */
export type NotificationsGetWebhookMeta = Record<never, never>;

export interface NotificationsUpdateWebhookInput {
  /** Id of the webhook endpoint. */
  id: string;
  /** Where events are sent by POST: https, on port 443 or from 1024 on, at an address that the whole internet reaches. A server that runs on your machine also sends to http on that machine. */
  url?: string;
  /** The types of events that are sent; all of them when null. */
  types?: ('investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.disabled')[] | null;
  /** What you know the endpoint by. */
  description?: string | null;
  /** Whether events are sent. */
  status?: 'enabled' | 'disabled';
}

export type NotificationsUpdateWebhookData = Webhook;

/** What is to be known beside the data. */
export type NotificationsUpdateWebhookMeta = Record<never, never>;

export interface NotificationsDeleteWebhookInput {
  /** Id of the webhook endpoint. */
  id: string;
}

/** What was asked for. */
export interface NotificationsDeleteWebhookData {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** Where it stands. */
  status: 'deleted';
}

/** What is to be known beside the data. */
export type NotificationsDeleteWebhookMeta = Record<never, never>;

export interface NotificationsRotateWebhookSecretInput {
  /** Id of the webhook endpoint. */
  id: string;
}

/** What was asked for. */
export interface NotificationsRotateWebhookSecretData {
  /** Identifies it; the prefix says its kind. */
  id: string;
  /** Where events are sent. */
  url: string;
  /** What you know it by; null where it has none. */
  description: string | null;
  /** The types that it is sent; null for all of them. */
  types: ('investment.pending' | 'investment.confirmed' | 'investment.failed' | 'investment.expired' | 'investment.cancelled' | 'investment.reversed' | 'investment.adjusted' | 'strategy.apy_above' | 'strategy.apy_below' | 'strategy.apy_rose' | 'strategy.apy_fell' | 'strategy.tvl_fell' | 'strategy.risk_level_changed' | 'strategy.flagged' | 'strategy.unlisted' | 'strategy.relisted' | 'strategy.paused' | 'strategy.stale' | 'deposit.confirmed' | 'deposit.failed' | 'session.created' | 'session.ended' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'api_key.refused' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'quota.warning' | 'quota.reached' | 'request_limit.warning' | 'request_limit.reached' | 'version.deprecated' | 'webhook.disabled')[] | null;
  /** A disabled endpoint is sent nothing. */
  status: 'enabled' | 'disabled';
  /** owner: you have disabled it. gone: it answered 410. failing: nothing arrived for three days. null while enabled. */
  disabled_reason: 'owner' | 'gone' | 'failing' | null;
  /** Until then deliveries are signed with the secret before the last rotation too; null where there is none. */
  previous_secret_until: string | null;
  /** When an event last arrived; null before the first. */
  last_delivered_at: string | null;
  /** The first attempt that failed with none after it that arrived; null while all is well. */
  failing_since: string | null;
  /** Events that have failed and are tried again. */
  waiting_events: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** What you check signatures by. It is shown this once. */
  secret: string;
}

/** What is to be known beside the data. */
export type NotificationsRotateWebhookSecretMeta = Record<never, never>;

export interface NotificationsTestWebhookInput {
  /** Id of the webhook endpoint. */
  id: string;
}

export type NotificationsTestWebhookData = WebhookAttempt;

/** What is to be known beside the data. */
export type NotificationsTestWebhookMeta = Record<never, never>;

export interface NotificationsListDeliveriesInput {
  /** Id of the webhook endpoint. */
  id: string;
  /** Keep only deliveries in this state. */
  status?: 'pending' | 'delivered' | 'failed';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type NotificationsListDeliveriesItem = WebhookDelivery;

/** What is to be known beside the data. */
export interface NotificationsListDeliveriesMeta {
  pagination: Pagination;
}

export interface NotificationsRetryDeliveryInput {
  /** Id of the webhook endpoint. */
  id: string;
  /** Id of the delivery. */
  deliveryId: string;
}

export type NotificationsRetryDeliveryData = WebhookDelivery;

/** What is to be known beside the data. */
export type NotificationsRetryDeliveryMeta = Record<never, never>;

export interface AccountsListUsersInput {
  /** Keep only users on this plan. */
  plan?: 'free' | 'pro' | 'enterprise';
  /** Keep only users of this role. */
  role?: 'user' | 'admin';
  /** The beginning of a user id (usr_...) or of a sign-in wallet address (0x...), with at least four characters after the prefix. */
  search?: string;
  /** What to sort by: when the user was created. */
  sort?: 'created_at';
  /** Newest first (desc) when absent. */
  order?: 'asc' | 'desc';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type AccountsListUsersItem = AdminUser;

/** What is to be known beside the data. */
export interface AccountsListUsersMeta {
  pagination: Pagination;
}

export interface AccountsAdminUpdateUserInput {
  /** Id of the user. */
  id: string;
  /** What the user shall be. */
  status: 'active' | 'suspended';
  /** Why, for other operators and for the user. */
  reason?: string;
}

export type AccountsAdminUpdateUserData = AdminUser;

/** What is to be known beside the data. */
export type AccountsAdminUpdateUserMeta = Record<never, never>;

export interface AccountsAdminListEventsInput {
  /** Keep only events about this account: the id of its user. */
  account?: string;
  /** Keep only events of this type. */
  type?: 'session.created' | 'session.ended' | 'sign_in.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'user.created' | 'user.plan_changed' | 'user.limits_changed' | 'user.role_changed' | 'user.suspended' | 'user.reinstated' | 'user.exported' | 'user.erased' | 'wallet_connection.decided' | 'webhook.created' | 'webhook.updated' | 'webhook.secret_rotated' | 'webhook.deleted' | 'sandbox.clock_moved' | 'operator.command';
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type AccountsAdminListEventsItem = AccountEvent;

/** What is to be known beside the data. */
export interface AccountsAdminListEventsMeta {
  pagination: Pagination;
}

export type StatisticsGetInput = Record<never, never>;

export type StatisticsGetData = Statistics;

/** What is to be known beside the data. */
export interface StatisticsGetMeta {
  /** ISO 8601, UTC. */
  as_of: string;
  /** Age of the prices; null without any. */
  prices_as_of: string | null;
}

export interface WalletsAdminListInput {
  /** User identifier in the caller's own namespace. Give an opaque id that says nothing by itself, and no name or e-mail address. */
  userId?: string;
  /** Keep only connections in this state. */
  status?: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** Id of the account that made them. */
  account?: string;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type WalletsAdminListItem = AdministeredConnection;

/** What is to be known beside the data. */
export interface WalletsAdminListMeta {
  pagination: Pagination;
}

export interface WalletsAdminUpdateInput {
  /** Id of the wallet connection. */
  id: string;
  /** The state that the connection is put in. */
  status: 'active' | 'removal_requested' | 'suspended' | 'removed';
  /** Why, for the audit trail. */
  note?: string;
}

export type WalletsAdminUpdateData = AdministeredConnection;

/** What is to be known beside the data. */
export type WalletsAdminUpdateMeta = Record<never, never>;

export interface WalletsAdminHistoryInput {
  /** Id of the wallet connection. */
  id: string;
  /** Page number. A page past the end is empty, with the true totals. */
  page?: number;
  /** Items per page. */
  per_page?: number;
}

export type WalletsAdminHistoryItem = ConnectionChange;

/** What is to be known beside the data. */
export interface WalletsAdminHistoryMeta {
  pagination: Pagination;
}

export type ServiceAboutInput = Record<never, never>;

export type ServiceAboutData = About;

/** What is to be known beside the data. */
export type ServiceAboutMeta = Record<never, never>;

export type ServiceHealthInput = Record<never, never>;

export type ServiceHealthData = Health;

/** What is to be known beside the data. */
export type ServiceHealthMeta = Record<never, never>;

/** Every operation of the API, by capability. */
export interface Client {
  readonly accounts: {
    /** Begin a login: POST /auth/challenge */
    readonly challenge: Operation<AccountsChallengeInput, AccountsChallengeData, AccountsChallengeMeta>;
    /** Log in with a signed message: POST /auth/login */
    readonly login: Operation<AccountsLoginInput, AccountsLoginData, AccountsLoginMeta>;
    /** Prove the ownership of a connected wallet: POST /wallet/connections/{id}/proof */
    readonly proveWallet: Operation<AccountsProveWalletInput, AccountsProveWalletData, AccountsProveWalletMeta>;
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
    /** What moving between two strategies costs and gains: GET /strategies/move-estimate */
    readonly moveEstimate: Operation<MarketMoveEstimateInput, MarketMoveEstimateData, MarketMoveEstimateMeta>;
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
    /** Value and earnings by day: GET /investments/portfolio/daily */
    readonly daily: Collection<InvestmentsDailyInput, InvestmentsDailyItem, InvestmentsDailyMeta>;
    /** Positions at a date, with profit and loss: GET /investments/portfolio/statement */
    readonly statement: Collection<InvestmentsStatementInput, InvestmentsStatementItem, InvestmentsStatementMeta>;
    /** Deposit into a strategy: POST /investments/deposit */
    readonly deposit: Operation<InvestmentsDepositInput, InvestmentsDepositData, InvestmentsDepositMeta>;
    /** Withdraw from an investment: POST /investments/withdraw */
    readonly withdraw: Operation<InvestmentsWithdrawInput, InvestmentsWithdrawData, InvestmentsWithdrawMeta>;
    /** Move money from one strategy to another: POST /investments/move */
    readonly move: Operation<InvestmentsMoveInput, InvestmentsMoveData, InvestmentsMoveMeta>;
    /** List what the caller's wallets hold in vaults: GET /investments/holdings */
    readonly holdings: Collection<InvestmentsHoldingsInput, InvestmentsHoldingsItem, InvestmentsHoldingsMeta>;
    /** List the caller's transactions on chains: GET /investments/transactions */
    readonly listTransactions: Collection<InvestmentsListTransactionsInput, InvestmentsListTransactionsItem, InvestmentsListTransactionsMeta>;
    /** Get a transaction: GET /investments/transactions/{id} */
    readonly getTransaction: Operation<InvestmentsGetTransactionInput, InvestmentsGetTransactionData, InvestmentsGetTransactionMeta>;
    /** Report the hashes of a transaction: POST /investments/transactions/{id}/submit */
    readonly submitTransaction: Operation<InvestmentsSubmitTransactionInput, InvestmentsSubmitTransactionData, InvestmentsSubmitTransactionMeta>;
    /** Give the signature of a transaction's permit: POST /investments/transactions/{id}/sign */
    readonly signTransaction: Operation<InvestmentsSignTransactionInput, InvestmentsSignTransactionData, InvestmentsSignTransactionMeta>;
    /** Give up a transaction for which nothing was sent: POST /investments/transactions/{id}/cancel */
    readonly cancelTransaction: Operation<InvestmentsCancelTransactionInput, InvestmentsCancelTransactionData, InvestmentsCancelTransactionMeta>;
    /** Move the sandbox's time on: POST /sandbox/clock */
    readonly advanceClock: Operation<InvestmentsAdvanceClockInput, InvestmentsAdvanceClockData, InvestmentsAdvanceClockMeta>;
    /** List the caller's deposits and withdrawals: GET /investments/history */
    readonly history: Collection<InvestmentsHistoryInput, InvestmentsHistoryItem, InvestmentsHistoryMeta>;
  };
  readonly wallets: {
    /** List wallet connections: GET /wallet/connections */
    readonly connections: Collection<WalletsConnectionsInput, WalletsConnectionsItem, WalletsConnectionsMeta>;
    /** Get a wallet connection: GET /wallet/connections/{id} */
    readonly get: Operation<WalletsGetInput, WalletsGetData, WalletsGetMeta>;
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
  readonly notifications: {
    /** List what has happened: GET /events */
    readonly listEvents: Collection<NotificationsListEventsInput, NotificationsListEventsItem, NotificationsListEventsMeta>;
    /** List alerts: GET /alerts */
    readonly listAlerts: Collection<NotificationsListAlertsInput, NotificationsListAlertsItem, NotificationsListAlertsMeta>;
    /** Make an alert: POST /alerts */
    readonly createAlert: Operation<NotificationsCreateAlertInput, NotificationsCreateAlertData, NotificationsCreateAlertMeta>;
    /** Get an alert: GET /alerts/{id} */
    readonly getAlert: Operation<NotificationsGetAlertInput, NotificationsGetAlertData, NotificationsGetAlertMeta>;
    /** Change an alert: PUT /alerts/{id} */
    readonly updateAlert: Operation<NotificationsUpdateAlertInput, NotificationsUpdateAlertData, NotificationsUpdateAlertMeta>;
    /** Delete an alert: DELETE /alerts/{id} */
    readonly deleteAlert: Operation<NotificationsDeleteAlertInput, NotificationsDeleteAlertData, NotificationsDeleteAlertMeta>;
    /** List webhook endpoints: GET /webhooks */
    readonly listWebhooks: Collection<NotificationsListWebhooksInput, NotificationsListWebhooksItem, NotificationsListWebhooksMeta>;
    /** Create a webhook endpoint: POST /webhooks */
    readonly createWebhook: Operation<NotificationsCreateWebhookInput, NotificationsCreateWebhookData, NotificationsCreateWebhookMeta>;
    /** Get a webhook endpoint: GET /webhooks/{id} */
    readonly getWebhook: Operation<NotificationsGetWebhookInput, NotificationsGetWebhookData, NotificationsGetWebhookMeta>;
    /** Change a webhook endpoint: PUT /webhooks/{id} */
    readonly updateWebhook: Operation<NotificationsUpdateWebhookInput, NotificationsUpdateWebhookData, NotificationsUpdateWebhookMeta>;
    /** Delete a webhook endpoint: DELETE /webhooks/{id} */
    readonly deleteWebhook: Operation<NotificationsDeleteWebhookInput, NotificationsDeleteWebhookData, NotificationsDeleteWebhookMeta>;
    /** Rotate the secret of a webhook endpoint: POST /webhooks/{id}/secret */
    readonly rotateWebhookSecret: Operation<NotificationsRotateWebhookSecretInput, NotificationsRotateWebhookSecretData, NotificationsRotateWebhookSecretMeta>;
    /** Send a test event to a webhook endpoint: POST /webhooks/{id}/test */
    readonly testWebhook: Operation<NotificationsTestWebhookInput, NotificationsTestWebhookData, NotificationsTestWebhookMeta>;
    /** List what was sent to a webhook endpoint: GET /webhooks/{id}/deliveries */
    readonly listDeliveries: Collection<NotificationsListDeliveriesInput, NotificationsListDeliveriesItem, NotificationsListDeliveriesMeta>;
    /** Send a delivery once more: POST /webhooks/{id}/deliveries/{deliveryId}/retry */
    readonly retryDelivery: Operation<NotificationsRetryDeliveryInput, NotificationsRetryDeliveryData, NotificationsRetryDeliveryMeta>;
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
