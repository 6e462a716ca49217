import * as z from 'zod/mini';
import { ERRORS, type ErrorCode } from './errors.ts';
import { registerSchemaNames, withDescription } from './responses.ts';
import { SCOPES } from './scopes.ts';

const ALL_ERROR_CODES = Object.keys(ERRORS).filter((code): code is ErrorCode => code in ERRORS);

/** All error codes. Clients choose their reaction to an error by its code. */
const errorCode = z.enum(ALL_ERROR_CODES);

const issue = z.object({
  path: withDescription(z.string(), 'Where: query.page, body.amount.'),
  message: withDescription(z.string(), 'The rule that is broken.'),
});
registerSchemaNames({
  ErrorCode: [
    errorCode,
    'Machine-readable code. Its meaning is in the documentation at /docs/errors#error-CODE.',
  ],
  Issue: [issue, 'One broken rule of a request.'],
});

const issues = withDescription(
  z.array(issue),
  'The broken rules. After the first 20, the last item says how many more there are.',
);
const availableAmount = withDescription(
  z.string(),
  'The available amount: an exact decimal string in units of the asset.',
);
const asset = withDescription(z.string(), 'Unit of the amounts: an asset symbol.');

/** The field `reason` of all error codes with status 422. They share one schema in the OpenAPI document. */
const unprocessableReason = withDescription(
  z.string(),
  'For move_unavailable: how the strategies differ (asset, chain or settlement), or strategy if both are the same. ' +
    'For simulation_failed: the text or the name of the error with which the contract reverts. ' +
    'For signature_refused: expired, wrong (another key or message was signed), used (the wallet used this permit or ' +
    'another one) or none_expected (no step is a permit). ' +
    'For unsafe_share_price: moved, unobserved, rounding, fee, empty_vault or unprotected.',
);
const currentStatus = withDescription(z.string(), 'Current status of the transaction or of the API key.');

const retryAfterSeconds = withDescription(
  z.int(),
  'Seconds to wait before the next request, as in Retry-After.',
);

/** The fields of `details` for each error code. Fields that every error may have are in COMMON_ERROR_DETAILS. */
const ERROR_DETAILS: { readonly [Code in ErrorCode]?: Readonly<Record<string, z.ZodMiniType>> } = {
  invalid_request: { issues },
  invalid_chain: {
    issues,
    supported: withDescription(z.array(z.string()), 'The chains that are supported.'),
  },
  invalid_risk_level: { issues },
  sign_in_refused: {
    reason: withDescription(
      z.string(),
      'Why: message (not the one of the challenge), expired, nonce (used already), signature, suspended, counterfactual_wallet or wallet_unreachable.',
    ),
  },
  forbidden: {
    required_scope: withDescription(z.enum(SCOPES), 'The scope that the credential lacks.'),
    missing_scopes: withDescription(z.array(z.enum(SCOPES)), 'Scopes that the new key cannot have.'),
  },
  not_found: { version: withDescription(z.string(), 'The version of the catalog that is current.') },
  below_minimum_deposit: {
    minimum: withDescription(z.string(), 'The minimum deposit: a decimal string in units of the asset.'),
    asset,
    min_deposit_usd: withDescription(z.number(), 'The same in USD.'),
  },
  sub_account_limit_reached: {
    max_sub_accounts: withDescription(z.int(), 'Number of sub-accounts that the plan allows.'),
  },
  deposit_cap_exceeded: {
    available: availableAmount,
    asset,
    tvl_usd: withDescription(z.number(), 'TVL of the strategy, USD.'),
  },
  insufficient_balance: { available: availableAmount, asset },
  native_asset: { asset },
  move_unavailable: { reason: unprocessableReason },
  simulation_failed: {
    step: withDescription(z.int(), 'Number of the step that fails, from 0.'),
    reason: unprocessableReason,
  },
  transaction_not_open: { status: currentStatus },
  invalid_transition: {
    from: withDescription(z.string(), 'The current status.'),
    to: withDescription(z.string(), 'The requested status.'),
    allowed: withDescription(z.array(z.string()), 'The statuses that can follow the current one.'),
  },
  signature_refused: { reason: unprocessableReason },
  unsafe_share_price: { reason: unprocessableReason },
  api_key_limit_reached: {
    max_api_keys: withDescription(z.int(), 'Number of API keys that the plan allows.'),
  },
  wallet_connection_limit_reached: {
    max_wallet_connections: withDescription(z.int(), 'Number of wallet connections that the plan allows.'),
  },
  api_key_not_rotatable: {
    status: currentStatus,
    replaced_by: withDescription(z.nullable(z.string()), 'The id of the successor that a rotation created.'),
  },
  open_transaction_limit_reached: {
    max_open_transactions: withDescription(
      z.int(),
      'Open transactions that an account may have on one chain.',
    ),
  },
  too_many_transactions: { retry_after_seconds: retryAfterSeconds },
  new_account_limit_reached: {
    max_per_day: withDescription(
      z.int(),
      'New accounts that the network, or the service, may create per day.',
    ),
    retry_after_seconds: retryAfterSeconds,
  },
  too_many_webhook_tests: {
    max_at_once: withDescription(
      z.int(),
      'Number of tests and retries that may run at the same time for an account.',
    ),
    retry_after_seconds: retryAfterSeconds,
  },
  rate_limit_exceeded: { retry_after_seconds: retryAfterSeconds },
};

const COMMON_ERROR_DETAILS = {
  request_id: z.optional(
    withDescription(z.string(), 'Id of the request, as in X-Request-Id. Send it to support.'),
  ),
};

/** Returns the schema of an error code's details. Every field is optional. */
function buildErrorDetailsSchema(code: ErrorCode) {
  const fields = Object.entries(ERROR_DETAILS[code] ?? {}).map(
    ([name, schema]) => [name, z.optional(schema)] as const,
  );
  return z.object({ ...COMMON_ERROR_DETAILS, ...Object.fromEntries(fields) });
}

export const ERROR_CODES: readonly ErrorCode[] = ALL_ERROR_CODES;

/** Returns the schema of an error response with one of the given codes. By default, all codes are allowed. */
export function buildErrorBodySchema(codes: readonly ErrorCode[] = ALL_ERROR_CODES) {
  const detailSchemas = Object.fromEntries(
    codes.flatMap((code) => Object.entries(buildErrorDetailsSchema(code).shape)),
  );
  return z.strictObject({
    success: z.literal(false),
    error: z.strictObject({
      code: errorCode,
      message: withDescription(z.string(), 'A sentence for people; it may change.'),
      details: z.optional(
        withDescription(z.object(detailSchemas), 'Details of the error. Each field can be absent.'),
      ),
    }),
  });
}
