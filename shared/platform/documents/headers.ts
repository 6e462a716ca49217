import {
  IDEMPOTENT_REPLAYED_HEADER,
  LOCATION_HEADER,
  RATE_LIMIT_FIELDS,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
  WWW_AUTHENTICATE_HEADER,
} from '../contract/headers.ts';
import { PLAN_LIMITS } from '../contract/plans.ts';
import { formatRateLimitPolicy, formatRateLimitState } from '../domain/rate-limit-fields.ts';
import type { Json } from './json-schema.ts';

const INTEGER_SCHEMA = { type: 'integer', format: 'int64', minimum: 0 } as const;

// The examples are the headers of the first request of an account with the Pro plan.
const { requestsPerMinute, burst } = PLAN_LIMITS.pro;

const COMMON_HEADERS = {
  [RATE_LIMIT_HEADERS.limit]: {
    description: 'Requests per minute of the plan.',
    schema: INTEGER_SCHEMA,
    example: requestsPerMinute,
  },
  [RATE_LIMIT_HEADERS.remaining]: {
    description: 'Requests left in the current window.',
    schema: INTEGER_SCHEMA,
    example: requestsPerMinute - 1,
  },
  [RATE_LIMIT_HEADERS.reset]: {
    description: 'Time (UTC epoch seconds) at which the full limit is available again.',
    schema: INTEGER_SCHEMA,
    example: 1_795_176_000,
  },
  [RATE_LIMIT_FIELDS.policy]: {
    description:
      'The limits in the format of the IETF draft: q requests in w seconds. "burst" is the burst limit, with the seconds until it is full again. Absent if unknown.',
    schema: { type: 'string' },
    example: formatRateLimitPolicy(requestsPerMinute, burst),
  },
  [RATE_LIMIT_FIELDS.state]: {
    description: 'Remaining requests r, and seconds t until the full limit is available. Absent if unknown.',
    schema: { type: 'string' },
    example: formatRateLimitState(requestsPerMinute - 1, 1),
  },
  [REQUEST_ID_HEADER]: {
    description: 'Id of this request in our logs. Send it to support.',
    schema: { type: 'string' },
    example: '8c5b1a52-6d0e-4a36-9a2f-3f6f0c1d2e4b',
  },
} as const;

const RATE_LIMITED_HEADERS = {
  [RETRY_AFTER_HEADER]: {
    description: 'Seconds to wait before the next request.',
    schema: INTEGER_SCHEMA,
    example: 7,
  },
} as const;

const UNAUTHORIZED_HEADERS = {
  [WWW_AUTHENTICATE_HEADER]: { description: 'How to authenticate.', schema: { type: 'string' } },
} as const;

const IDEMPOTENCY_HEADERS = {
  [IDEMPOTENT_REPLAYED_HEADER]: {
    description:
      'true if this is the first answer of the same Idempotency-Key, returned again. Otherwise absent.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const;

const CREATED_HEADERS = {
  [LOCATION_HEADER]: {
    description: 'Path of the created resource.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/investments/transactions/txn_0000000000',
  },
} as const;

export const HEADER_COMPONENTS: Json = {
  ...COMMON_HEADERS,
  ...UNAUTHORIZED_HEADERS,
  ...RATE_LIMITED_HEADERS,
  ...IDEMPOTENCY_HEADERS,
  ...CREATED_HEADERS,
};

function toHeaderReferences(headers: Json): Json {
  return Object.fromEntries(
    Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

const COMMON_HEADER_REFERENCES = toHeaderReferences(COMMON_HEADERS);
const ERROR_HEADER_REFERENCES: Readonly<Record<number, Json>> = {
  401: toHeaderReferences({ ...COMMON_HEADERS, ...UNAUTHORIZED_HEADERS }),
  429: toHeaderReferences({ ...COMMON_HEADERS, ...RATE_LIMITED_HEADERS }),
};

export function buildResponseHeaderReferences(status: number, { isIdempotent = false } = {}): Json {
  if (status !== 201 && !isIdempotent) return ERROR_HEADER_REFERENCES[status] ?? COMMON_HEADER_REFERENCES;
  return toHeaderReferences({
    ...COMMON_HEADERS,
    ...(isIdempotent ? IDEMPOTENCY_HEADERS : {}),
    ...(status === 201 ? CREATED_HEADERS : {}),
  });
}
