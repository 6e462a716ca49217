import type { Table } from '../platform/dynamodb/client.ts';
import { type CredentialEnvironment, parseCredential } from './domain/credential.ts';
import { bucketOf } from './domain/rate-limit.ts';
import { getCredential } from './store/credentials.ts';

/** What API Gateway is told of a credential. */
export interface GatewayAdmission {
  readonly isAllowed: boolean;
  /** For the gateway's log and cache; never the credential. */
  readonly principalId: string;
  /** The credential's own gateway key, if it has one. */
  readonly gatewayKey: string | undefined;
  /** Requests per minute; 0 for a credential that is refused. */
  readonly limit: number;
  /** UTC epoch seconds from which the whole limit is surely there again; 0 for a credential that is refused. */
  readonly reset: number;
}

const REFUSED: GatewayAdmission = {
  isAllowed: false,
  principalId: 'refused',
  gatewayKey: undefined,
  limit: 0,
  reset: 0,
};

/**
 * Whether the gateway lets requests with this credential through for the next `cacheSeconds`, and as whom. The exact
 * limiter behind it looks again at every request, so an answer that has grown old can only let through what is then
 * refused. A read that finds nothing costs one unit; a malformed credential costs none.
 */
export async function authorizeAtGateway(
  table: Table,
  environment: CredentialEnvironment,
  presented: string,
  now: Date,
  cacheSeconds: number,
): Promise<GatewayAdmission> {
  const parsed = parseCredential(presented);
  if (parsed === undefined || parsed.environment !== environment) return REFUSED;
  const item = await getCredential(table, parsed.hash);
  if (item === undefined || item.status !== 'active') return REFUSED;
  if (item.expires_micros !== undefined && item.expires_micros <= now.getTime() * 1_000) return REFUSED;
  const bucket = bucketOf({ requestsPerMinute: item.requests_per_minute, burst: item.burst });
  const refillSeconds = (bucket.burst * bucket.intervalMicros) / 1_000_000;
  return {
    isAllowed: true,
    principalId: item.id,
    gatewayKey: item.gateway_key,
    limit: bucket.requestsPerMinute,
    reset: Math.ceil(now.getTime() / 1_000 + cacheSeconds + refillSeconds),
  };
}
