/** The only statuses that ever leave the service. */
export type Status = 200 | 201 | 400 | 401 | 403 | 404 | 422 | 429 | 500;

interface ErrorEntry {
  readonly status: Exclude<Status, 200 | 201>;
  /** What the caller reads when the thrower gives no better text. */
  readonly message: string;
}

/** Every error code of the service, its status and its default message. A code is part of the contract. */
export const ERRORS = {
  invalid_request: { status: 400, message: 'The request is invalid.' },
  invalid_chain: { status: 400, message: 'The chain is not supported.' },
  invalid_risk_level: { status: 400, message: 'The risk_level must be one of low, medium, high.' },
  unauthorized: { status: 401, message: 'Authentication is required.' },
  sign_in_refused: { status: 401, message: 'The sign-in message or its signature was refused.' },
  forbidden: { status: 403, message: 'The credential may not access this resource.' },
  not_found: { status: 404, message: 'There is no such resource.' },
  strategy_not_found: { status: 404, message: 'There is no strategy with this id.' },
  investment_not_found: { status: 404, message: 'There is no investment with this id.' },
  strategy_not_accepting_deposits: {
    status: 422,
    message: 'The strategy takes no deposits at the moment. Withdrawals from it are paid.',
  },
  below_minimum_deposit: { status: 422, message: "The amount is below the strategy's minimum deposit." },
  settlement_unavailable: {
    status: 422,
    message: 'Money cannot reach this strategy through this service: it has no vault here.',
  },
  transaction_not_found: { status: 404, message: 'There is no transaction with this id.' },
  transaction_not_open: {
    status: 422,
    message: 'The transaction has gone too far, or has ended, for this.',
  },
  simulation_failed: {
    status: 422,
    message: 'The vault would refuse this: its steps fail when they are simulated.',
  },
  signature_refused: {
    status: 422,
    message: 'The transaction cannot be carried out with this signature.',
  },
  unsafe_share_price: {
    status: 422,
    message: "The vault's share price is not one to deposit at: part of the deposit would be lost.",
  },
  chain_unavailable: { status: 422, message: 'The chain does not answer at the moment. Try again later.' },
  sub_account_limit_reached: {
    status: 422,
    message: 'The plan has no room for books of another of your users.',
  },
  deposit_cap_exceeded: {
    status: 422,
    message: 'The strategy holds less than what would be deposited into it.',
  },
  move_unavailable: {
    status: 422,
    message:
      'Nothing can be moved between these strategies. Withdraw from the one and deposit into the other.',
  },
  insufficient_balance: { status: 422, message: 'The investment is worth less than the amount.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another request body. Use a new key for a new request.',
  },
  wallet_connection_not_found: { status: 404, message: 'There is no wallet connection with this id.' },
  wallet_already_connected: {
    status: 422,
    message: 'This wallet is connected for this user already.',
  },
  proof_refused: { status: 422, message: 'The message or its signature does not prove the wallet.' },
  wallet_connection_limit_reached: {
    status: 422,
    message: 'The plan has no room for another wallet connection.',
  },
  invalid_transition: {
    status: 422,
    message: 'The wallet connection cannot change from its present status to the requested one.',
  },
  api_key_not_found: { status: 404, message: 'There is no API key with this id.' },
  user_not_found: { status: 404, message: 'There is no user with this id.' },
  session_not_found: { status: 404, message: 'There is no session with this id.' },
  api_key_limit_reached: { status: 422, message: 'The plan has no room for another API key.' },
  api_key_not_rotatable: { status: 422, message: 'Only an active API key can be rotated.' },
  webhook_not_found: { status: 404, message: 'There is no webhook endpoint with this id.' },
  delivery_not_found: {
    status: 404,
    message: 'There is no delivery with this id, or what it delivered is kept no longer.',
  },
  webhook_limit_reached: { status: 422, message: 'The plan has no room for another webhook endpoint.' },
  alert_not_found: { status: 404, message: 'There is no alert with this id.' },
  alert_limit_reached: { status: 422, message: 'The plan has no room for another alert.' },
  too_many_movements: {
    status: 429,
    message:
      'Too many movements of these books at once: this one was not booked. Send it again after the time in Retry-After.',
  },
  rate_limit_exceeded: { status: 429, message: 'Too many requests. Wait until the time in Retry-After.' },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side. Quote the request id to support.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** One broken rule of a request: where (`query.page`, `body.amount`) and what was expected. */
export interface RequestIssue {
  readonly path: string;
  readonly message: string;
}

/**
 * The one way to refuse a request. Throw it anywhere below the handler; the error middleware turns the code into
 * the status and the envelope. The message and details reach the caller: never put inner text or a secret in them.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Broken rules, those included that the details are too short to name; undefined where it is not about rules. */
  readonly issueCount: number | undefined;
  /** Whether this repeats the first answer to an idempotent request. */
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

/** The most issues that an answer names, and the most bytes that they take in it together. */
export const ISSUES_MAX = 20;
const ISSUES_MAX_BYTES = 2_800;
/** The most characters of a path: names in it may be the caller's own. */
const PATH_MAX = 64;

function shortened(path: string): string {
  return path.length <= PATH_MAX ? path : `${path.slice(0, PATH_MAX - 1)}…`.toWellFormed();
}

/** As many issues as an answer has room for, and the number of the others. */
function shownIssues(issues: readonly RequestIssue[]): RequestIssue[] {
  const shown: RequestIssue[] = [];
  let bytes = 0;
  for (const { path, message } of issues.slice(0, ISSUES_MAX)) {
    const issue = { path: shortened(path), message };
    bytes += Buffer.byteLength(JSON.stringify(issue));
    if (shown.length > 0 && bytes > ISSUES_MAX_BYTES) break;
    shown.push(issue);
  }
  const others = issues.length - shown.length;
  return others === 0 ? shown : [...shown, { path: 'request', message: `and ${others} more` }];
}

/**
 * A 400 whose details name the broken fields in the order in which they were found: the first 20, then "and N more".
 * However much was sent, the answer stays under 4 kB.
 */
export function invalidRequest(
  issues: readonly RequestIssue[],
  code: ErrorCode = 'invalid_request',
  options: { readonly cause?: unknown } = {},
): ApiError {
  const shown = shownIssues(issues);
  const first = shown[0];
  const message = first === undefined ? ERRORS[code].message : `${first.path}: ${first.message}`;
  return new ApiError(code, { ...options, message, details: { issues: shown }, issueCount: issues.length });
}
