import * as z from 'zod/mini';
import { ALLOWED_IPS_MAX, findRangeProblem, IP_RANGE_RULE } from '../../../access/domain/ip-addresses.ts';
import { textParam } from '../../../platform/contract/query.ts';

export const apiKeyParams = z.strictObject({ id: textParam(64) });

/** Expiry of a key. Null means that the key never expires. */
export const expiresAt = z.optional(
  z.nullable(
    z.iso.datetime({ error: 'must be null, or an ISO 8601 time in UTC such as 2027-01-31T12:00:00Z' }),
  ),
);

const IP_RANGES_RULE = `must be null, or a list of 1 to ${ALLOWED_IPS_MAX} IP addresses or ranges`;

/** IP addresses and ranges from which a key may be used. Null allows any address. */
export const allowedIps = z.optional(
  z.nullable(
    z
      .array(
        z.string(IP_RANGE_RULE).check(
          z.maxLength(64, IP_RANGE_RULE),
          z.refine((text) => findRangeProblem(text) === undefined, {
            error: ({ input }) => (typeof input === 'string' ? findRangeProblem(input) : IP_RANGE_RULE),
          }),
        ),
        IP_RANGES_RULE,
      )
      .check(z.minLength(1, IP_RANGES_RULE), z.maxLength(ALLOWED_IPS_MAX, IP_RANGES_RULE)),
  ),
);
