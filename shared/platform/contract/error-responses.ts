import * as z from 'zod/mini';
import { ERRORS, type ErrorCode } from './errors.ts';
import { described, nameSchemas } from './responses.ts';
import { SCOPES } from './scopes.ts';

const CODES = Object.keys(ERRORS).filter((code): code is ErrorCode => code in ERRORS);

/** Every code, for clients that branch on it. */
const errorCode = z.enum(CODES);

const issue = z.object({
  path: described(z.string(), 'Where: query.page, body.amount.'),
  message: described(z.string(), 'The rule that is broken.'),
});
nameSchemas({
  ErrorCode: [
    errorCode,
    'Machine-readable; branch on it. What each means stands in the documentation at #error-CODE.',
  ],
  Issue: [issue, 'One broken rule of a request.'],
});

const issues = described(z.array(issue), 'Every broken rule: the first 20, then how many more.');
const available = described(z.string(), 'What there is: an exact decimal string in units of the asset.');
const asset = described(z.string(), 'What the amounts are in: an asset symbol.');

const retryAfterSeconds = described(z.int(), 'Seconds until a request is admitted again, as in Retry-After.');

/** What the details of a code hold besides what those of every code may. */
const DETAILS: { readonly [Code in ErrorCode]?: Readonly<Record<string, z.ZodMiniType>> } = {
  invalid_request: { issues },
  invalid_chain: { issues, supported: described(z.array(z.string()), 'The chains that are supported.') },
  invalid_risk_level: { issues },
  sign_in_refused: { reason: described(z.string(), 'What was wrong with the message, such as nonce.') },
  forbidden: {
    required_scope: described(z.enum(SCOPES), 'The scope that the credential lacks.'),
    missing_scopes: described(z.array(z.enum(SCOPES)), 'Scopes that a new key cannot be given.'),
  },
  not_found: { version: described(z.string(), 'The version of the catalog that is current.') },
  below_minimum_deposit: {
    minimum: described(z.string(), 'The least amount: a decimal string in units of the asset.'),
    asset,
    min_deposit_usd: described(z.number(), 'The same in USD.'),
  },
  sub_account_limit_reached: {
    max_sub_accounts: described(z.int(), 'Users with books of their own that the plan has room for.'),
  },
  deposit_cap_exceeded: {
    available,
    asset,
    tvl_usd: described(z.number(), 'TVL of the strategy, USD.'),
  },
  insufficient_balance: { available, asset },
  move_unavailable: {
    reason: described(
      z.string(),
      'What the strategies differ in: asset, chain or settlement; strategy where they are one and the same.',
    ),
  },
  simulation_failed: { step: described(z.int(), 'Number of the step that fails, from 0.') },
  invalid_transition: {
    from: described(z.string(), 'The present status.'),
    to: described(z.string(), 'The status that was asked for.'),
    allowed: described(z.array(z.string()), 'The statuses that can follow the present one.'),
  },
  signature_refused: {
    reason: described(
      z.string(),
      'expired: it was to be given before the permit ended. wrong: another key signed, or something else was signed. used: the wallet has used the permit or another one meanwhile. none_expected: no step is a permit.',
    ),
  },
  unsafe_share_price: {
    reason: described(z.string(), 'Why the share price is not trusted, such as moved.'),
  },
  api_key_limit_reached: { max_api_keys: described(z.int(), 'Keys that the plan has room for.') },
  wallet_connection_limit_reached: {
    max_wallet_connections: described(z.int(), 'Wallet connections that the plan has room for.'),
  },
  api_key_not_rotatable: {
    status: described(z.string(), 'The status of the key.'),
    replaced_by: described(z.nullable(z.string()), 'The id of the key that a rotation put in its place.'),
  },
  too_many_movements: { retry_after_seconds: retryAfterSeconds },
  rate_limit_exceeded: { retry_after_seconds: retryAfterSeconds },
};

/** What the details of any error may hold. */
const COMMON_DETAILS = {
  request_id: z.optional(
    described(z.string(), 'Names the request in our logs, as X-Request-Id does: quote it to support.'),
  ),
};

/** The fields of a code's details. Any may be absent. */
function errorDetails(code: ErrorCode) {
  const fields = Object.entries(DETAILS[code] ?? {}).map(
    ([name, schema]) => [name, z.optional(schema)] as const,
  );
  return z.object({ ...COMMON_DETAILS, ...Object.fromEntries(fields) });
}

/** Every code in the order of the table. */
export const ERROR_CODES: readonly ErrorCode[] = CODES;

/** The envelope of errors with some codes; of all when none are given. */
export function errorBody(codes: readonly ErrorCode[] = CODES) {
  const details = Object.fromEntries(codes.flatMap((code) => Object.entries(errorDetails(code).shape)));
  return z.strictObject({
    success: z.literal(false),
    error: z.strictObject({
      code: errorCode,
      message: described(z.string(), 'A sentence for people; it may change.'),
      details: z.optional(
        described(z.object(details), 'What the code says besides; each field may be absent.'),
      ),
    }),
  });
}
