export type Status = 200 | 201 | 400 | 401 | 403 | 404 | 422 | 429 | 500;

interface ErrorEntry {
  readonly status: Exclude<Status, 200 | 201>;
  /** The default message. The code that throws the error can replace it. */
  readonly message: string;
}

/**
 * All error codes of the service, with status and default message. Clients rely on the codes, so they must
 * not change.
 */
export const ERRORS = {
  invalid_request: {
    status: 400,
    message:
      'The request is invalid. error.details.issues lists each invalid field and the rule that it breaks.',
  },
  invalid_chain: {
    status: 400,
    message: 'This chain is not supported. GET /market/chains lists the supported chains.',
  },
  invalid_risk_level: { status: 400, message: 'The value of risk_level must be low, medium or high.' },
  unauthorized: {
    status: 401,
    message: 'Authentication is required. Send an API key or a session token in X-API-KEY.',
  },
  sign_in_refused: {
    status: 401,
    message:
      'Sign-in failed: the message or its signature is invalid. Request a new message with POST /auth/challenge, then sign it.',
  },
  forbidden: {
    status: 403,
    message:
      'Your API key or session lacks the scope for this operation. Use a credential with the scope that the API reference lists for the operation.',
  },
  session_required: {
    status: 403,
    message:
      'This operation does not accept API keys. Sign in with a wallet, and send the session token in X-API-KEY instead.',
  },
  recent_sign_in_required: {
    status: 403,
    message:
      'This operation requires a sign-in within the last 15 minutes. Sign in again, then send the request again.',
  },
  not_found: {
    status: 404,
    message: 'No endpoint has this path and method. Compare both with the API reference.',
  },
  strategy_not_found: {
    status: 404,
    message: 'No strategy with this id exists. GET /strategies lists all ids.',
  },
  investment_not_found: {
    status: 404,
    message: 'No investment with this id exists in your account. GET /investments lists all ids.',
  },
  asset_not_priced: {
    status: 422,
    message:
      'The service has no price for this asset. Choose an asset from GET /market/prices, or send the amount in USD.',
  },
  strategy_not_accepting_deposits: {
    status: 422,
    message:
      'This strategy does not accept deposits now. Choose another strategy, or retry later. You can still withdraw from it.',
  },
  below_minimum_deposit: {
    status: 422,
    message:
      'The amount is below the minimum deposit of this strategy. The field min_deposit of the strategy shows the minimum in USD. Increase the amount.',
  },
  settlement_unavailable: {
    status: 422,
    message:
      'This strategy has no vault, so it does not accept deposits. Choose a strategy from GET /strategies?settlement=onchain.',
  },
  native_asset: {
    status: 422,
    message:
      'Vaults accept tokens, but not the native coin of a chain. Wrap the coin first, for example ETH to WETH. Then use the wrapped token.',
  },
  transaction_not_found: {
    status: 404,
    message:
      'This endpoint found no transaction with this id in your account. GET /investments/transactions lists your on-chain transactions. Add settlement=sandbox to list your sandbox transactions. GET /investments/transactions/{id} also accepts the id of an entry in GET /investments/history. You can sign, submit or cancel only on-chain transactions that you requested from this service.',
  },
  transaction_not_open: {
    status: 422,
    message:
      'This transaction can no longer be changed. Its status is in error.details.status. GET /investments/transactions/{id} shows the transaction.',
  },
  open_transaction_limit_reached: {
    status: 422,
    message:
      'You have reached the limit of open transactions on this chain. The limit is in error.details.max_open_transactions. Cancel an open transaction, or wait until one is confirmed.',
  },
  simulation_failed: {
    status: 422,
    message: 'The transaction failed in a simulation. Check the amount and the balance of the wallet.',
  },
  signature_refused: {
    status: 422,
    message:
      'The signature is not valid for this transaction. The reason is in error.details.reason. Sign the typed_data of the permit step again, or request a new deposit.',
  },
  unsafe_share_price: {
    status: 422,
    message:
      'At the current share price of the vault, you could lose part of the amount. If error.details.reason is "moved" or "unobserved", retry in ten minutes with a new Idempotency-Key. Otherwise, change the amount or choose another strategy.',
  },
  chain_unavailable: {
    status: 422,
    message: 'The blockchain node of this chain does not respond. Retry later with the same Idempotency-Key.',
  },
  sub_account_limit_reached: {
    status: 422,
    message:
      'You have reached the sub-account limit of your plan (see GET /user/limits). Each new user_id creates a sub-account. Use an existing user_id, or change to a larger plan.',
  },
  deposit_cap_exceeded: {
    status: 422,
    message:
      'The amount is above the deposit cap of this strategy. Deposit at most the amount in error.details.available.',
  },
  move_unavailable: {
    status: 422,
    message:
      'You cannot move money between these strategies. Withdraw from one, then deposit into the other.',
  },
  insufficient_balance: {
    status: 422,
    message:
      'The amount is above the value of the investment. Send a smaller amount. To withdraw everything, send all: true instead of an amount.',
  },
  idempotency_key_reused: {
    status: 422,
    message:
      'You already sent this Idempotency-Key with another body. To retry that request, send the same body. For a new request, use a new key.',
  },
  wallet_connection_not_found: {
    status: 404,
    message:
      'No wallet connection with this id exists in your account. GET /wallet/connections lists all ids.',
  },
  wallet_already_connected: {
    status: 422,
    message:
      'This wallet is already connected for this userId. Use the existing connection, which GET /wallet/connections lists.',
  },
  proof_refused: {
    status: 422,
    message:
      'The message or its signature does not prove that you control the wallet. Send connection_id to POST /auth/challenge, then sign the new message with the wallet.',
  },
  wallet_connection_limit_reached: {
    status: 422,
    message:
      'You have reached the wallet connection limit of your plan (see GET /user/limits). Request the removal of a connection with POST /api/walletprovider/removal-request.',
  },
  invalid_transition: {
    status: 422,
    message:
      'The wallet connection cannot change from its current status to the requested status. Choose one of the statuses in error.details.allowed.',
  },
  api_key_not_found: {
    status: 404,
    message: 'No API key with this id exists in your account. GET /user/api-keys lists all ids.',
  },
  user_not_found: { status: 404, message: 'No user with this id exists. GET /admin/users lists all ids.' },
  session_not_found: {
    status: 404,
    message: 'No session with this id exists in your account. GET /user/sessions lists all ids.',
  },
  api_key_limit_reached: {
    status: 422,
    message: 'You have reached the API key limit of your plan (see GET /user/limits). Revoke a key first.',
  },
  api_key_not_rotatable: {
    status: 422,
    message: 'This API key is not active, so it cannot be rotated. Create a new key.',
  },
  webhook_not_found: {
    status: 404,
    message: 'No webhook endpoint with this id exists in your account. GET /webhooks lists all ids.',
  },
  webhook_not_verified: {
    status: 422,
    message:
      'This webhook endpoint is not verified. Call POST /webhooks/{id}/test. The service then sends a test event with a challenge. Your endpoint must answer with a 2xx status and the body {"challenge": "…"}, which contains this challenge.',
  },
  delivery_not_found: {
    status: 404,
    message:
      'No delivery with this id exists. Deliveries of events older than 30 days are deleted. GET /webhooks/{id}/deliveries lists all ids.',
  },
  webhook_limit_reached: {
    status: 422,
    message:
      'You have reached the webhook endpoint limit of your plan (see GET /user/limits). Delete an endpoint first.',
  },
  alert_not_found: {
    status: 404,
    message: 'No alert with this id exists in your account. GET /alerts lists all ids.',
  },
  alert_limit_reached: {
    status: 422,
    message: 'You have reached the alert limit of your plan (see GET /user/limits). Delete an alert first.',
  },
  too_many_transactions: {
    status: 429,
    message:
      'Your account has too many deposits, withdrawals or moves in progress. This request changed nothing. Retry after the number of seconds in the Retry-After header.',
  },
  new_account_limit_reached: {
    status: 429,
    message:
      'Too many accounts were created from this network today. Retry after the number of seconds in the Retry-After header. Wallets that already have an account can still sign in.',
  },
  too_many_webhook_tests: {
    status: 429,
    message:
      'Your account has too many webhook tests and retries in progress. Retry after the number of seconds in the Retry-After header.',
  },
  rate_limit_exceeded: {
    status: 429,
    message: 'Rate limit exceeded. Retry after the number of seconds in the Retry-After header.',
  },
  internal_error: {
    status: 500,
    message:
      'An internal error occurred. Retry the request. For a POST, use the same Idempotency-Key. If the error persists, send the value of the X-Request-Id header to support.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * A rule that a request breaks. `path` is the field, such as `query.page` or `body.amount`. `message` is the
 * rule.
 */
export interface RequestIssue {
  readonly path: string;
  readonly message: string;
}

/**
 * Error that rejects a request. The caller sees its message and details, so they must contain no internal text and
 * no secret.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /**
   * Number of all broken rules of the request. `details` may list fewer of them. Undefined if the error is not
   * about the request's fields.
   */
  readonly issueCount: number | undefined;
  /** Whether this error is a replay of the first response to a request with the same idempotency key. */
  readonly replayed: boolean;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      details?: Readonly<Record<string, unknown>>;
      issueCount?: number;
      replayed?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.details = options.details;
    this.replayed = options.replayed ?? false;
    const issues = options.details?.issues;
    this.issueCount = options.issueCount ?? (Array.isArray(issues) ? issues.length : undefined);
  }

  get status(): Status {
    return ERRORS[this.code].status;
  }
}

/** Maximum number of issues in one response, and the maximum of their total size in bytes. */
export const ISSUES_MAX = 20;
const ISSUES_MAX_BYTES = 2_800;
/**
 * Maximum number of characters of an issue's path. A limit is needed because a path may contain names that
 * the caller chose.
 */
const PATH_LENGTH_MAX = 64;

function shortenPath(path: string): string {
  return path.length <= PATH_LENGTH_MAX ? path : `${path.slice(0, PATH_LENGTH_MAX - 1)}…`.toWellFormed();
}

/**
 * Returns the issues that fit into a response. If some do not fit, the last issue states how many were left
 * out.
 */
function truncateIssues(issues: readonly RequestIssue[]): RequestIssue[] {
  const listedIssues: RequestIssue[] = [];
  let bytes = 0;
  for (const { path, message } of issues.slice(0, ISSUES_MAX)) {
    const issue = { path: shortenPath(path), message };
    bytes += Buffer.byteLength(JSON.stringify(issue));
    if (listedIssues.length > 0 && bytes > ISSUES_MAX_BYTES) break;
    listedIssues.push(issue);
  }
  const omittedIssueCount = issues.length - listedIssues.length;
  return omittedIssueCount === 0
    ? listedIssues
    : [...listedIssues, { path: 'request', message: `and ${omittedIssueCount} more` }];
}

/**
 * Returns an error with status 400. Its details list the first broken rules, at most 20. If there are more, an
 * additional item states "and N more". The response is smaller than 4 kB for any input.
 */
export function invalidRequestError(
  issues: readonly RequestIssue[],
  code: ErrorCode = 'invalid_request',
  options: { readonly cause?: unknown } = {},
): ApiError {
  const listedIssues = truncateIssues(issues);
  const first = listedIssues[0];
  const message = first === undefined ? ERRORS[code].message : `${first.path}: ${first.message}`;
  return new ApiError(code, {
    ...options,
    message,
    details: { issues: listedIssues },
    issueCount: issues.length,
  });
}
