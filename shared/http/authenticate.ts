import { createAddressLimiter } from '../access/address-limiter.ts';
import type { Caller } from '../access/callers.ts';
import { CredentialLimiter } from '../access/credential-limiter.ts';
import {
  type CredentialEnvironment,
  isEnvironmentAccepted,
  parseCredential,
} from '../access/domain/credential.ts';
import { rateLimitAddressOf } from '../access/domain/ip-addresses.ts';
import type { BucketRecord } from '../access/domain/limiter.ts';
import { NO_RATE_LIMIT } from '../access/domain/rate-limit.ts';
import { principalOf } from '../access/principal.ts';
import type { RequestAdmission, RequestLimiter } from '../access/request-limiter.ts';
import { config } from '../platform/config.ts';
import { ApiError } from '../platform/contract/errors.ts';
import { CREDENTIAL_HEADER, CREDENTIAL_MESSAGES } from '../platform/contract/headers.ts';
import { ANONYMOUS_REQUEST_LIMITS } from '../platform/contract/plans.ts';
import type { RouteAccess } from '../platform/contract/route.ts';
import { defaultTable, type Table } from '../platform/dynamodb/client.ts';
import type { Principal } from '../platform/request.ts';
import type { AdmittedCaller, Middleware, Request } from './middleware.ts';
import { isFromCloudFront } from './origin.ts';
import { RateLimitError } from './rate-limit-error.ts';
import { setRateLimitHeaders } from './rate-limit-headers.ts';

const CREDENTIAL_HEADER_LOWER_CASE = CREDENTIAL_HEADER.toLowerCase();

export interface Limiters {
  readonly credentials: RequestLimiter<Caller>;
  readonly addresses: RequestLimiter<BucketRecord>;
}

/** Returns the current time in epoch microseconds. */
const getCurrentTimeMicros = () => Date.now() * 1_000;

export function createLimiters(table: () => Table, clock: () => number = getCurrentTimeMicros): Limiters {
  return {
    credentials: new CredentialLimiter(table, clock),
    addresses: createAddressLimiter(table, ANONYMOUS_REQUEST_LIMITS, clock),
  };
}

/** All requests of a Lambda instance share these limiters, because the limiters cache credentials and buckets. */
const sharedLimiters = createLimiters(defaultTable);

/**
 * Authenticates the caller, checks the caller's access and takes a token from the caller's rate limit. A tool call
 * inside an MCP request takes no token, because the MCP request was already counted.
 */
export function authenticate(
  rateLimiters: Limiters = sharedLimiters,
  environment: CredentialEnvironment = config.STAGE_KIND,
): Middleware {
  return {
    name: 'authenticate',
    before: async (request) => {
      const { headers, route } = request.internal;
      const { admittedAs } = request.context;
      setRateLimitHeaders(headers, admittedAs?.rateLimit ?? NO_RATE_LIMIT, Date.now());
      if (admittedAs !== undefined) grantAccess(request, admittedAs);
      else if (!isFromCloudFront(request.event.headers)) throw directRequestError();
      else if (route.access === 'public') await admitSourceAddress(rateLimiters.addresses, request);
      else await admitCaller(rateLimiters, environment, request);
    },
  };
}

function sourceIpOf({ context, event }: Request): string {
  return context.sourceIp ?? event.requestContext.identity.sourceIp;
}

async function admitSourceAddress(limiter: RequestLimiter<BucketRecord>, request: Request): Promise<void> {
  const address = rateLimitAddressOf(sourceIpOf(request));
  requireAdmission(request, await admitByLimiter(limiter, address, request));
}

async function admitCaller(
  rateLimiters: Limiters,
  environment: CredentialEnvironment,
  request: Request,
): Promise<void> {
  const credentialText = request.event.headers?.[CREDENTIAL_HEADER_LOWER_CASE];
  if (credentialText === undefined || credentialText === '') {
    throw new ApiError('unauthorized', { message: CREDENTIAL_MESSAGES.missing });
  }
  const parsed = parseCredential(credentialText);
  if (parsed === undefined || !isEnvironmentAccepted(parsed.environment, environment))
    return rejectCredential(rateLimiters, request);
  const credentialAdmission = await admitByLimiter(
    rateLimiters.credentials,
    parsed.hash,
    request,
    sourceIpOf(request),
  );
  if (credentialAdmission.outcome === 'unusable') return rejectCredential(rateLimiters, request);
  const { record, status } = requireAdmission(request, credentialAdmission);
  const principal = principalOf(record.credential, record.account);
  const admission = { principal, presentedCredential: credentialText, rateLimit: status };
  request.context.admission = admission;
  grantAccess(request, admission);
}

/**
 * Rejects a request whose credential is unusable. If the gateway has no authorizer, the request also takes a
 * token from the rate limit of its IP address. This limits how fast a caller can guess credentials.
 */
async function rejectCredential({ addresses }: Limiters, request: Request): Promise<never> {
  if (!hasAuthorizer(request)) await admitSourceAddress(addresses, request);
  throw unusableCredentialError();
}

/** Returns whether the gateway has an authorizer. An authorizer always sets a context that is not empty. */
function hasAuthorizer({ event }: Request): boolean {
  return Object.keys(event.requestContext.authorizer ?? {}).length > 0;
}

function grantAccess(
  { context, internal }: Request,
  { principal, presentedCredential }: AdmittedCaller,
): void {
  context.principal = principal;
  context.presentedCredential = presentedCredential;
  requireAccess(internal.route.access, principal);
}

/** Returns the error for a request that bypasses the CloudFront distribution and therefore also its firewall. */
function directRequestError(): ApiError {
  return new ApiError('forbidden', {
    message:
      'This address does not accept direct requests. Send requests to the base URL that the operator of this API gave you.',
  });
}

/**
 * Returns the error for an unusable credential. It is the same for every reason, so that it does not reveal
 * whether a credential existed.
 */
function unusableCredentialError(): ApiError {
  return new ApiError('unauthorized', { message: CREDENTIAL_MESSAGES.unusable });
}

async function admitByLimiter<R>(
  limiter: RequestLimiter<R>,
  key: string,
  request: Request,
  sourceIp?: string,
): Promise<RequestAdmission<R>> {
  try {
    return await limiter.admit(key, sourceIp);
  } catch (error) {
    setRateLimitHeaders(request.internal.headers, limiter.lastStatus(key) ?? NO_RATE_LIMIT, Date.now());
    throw error;
  }
}

/** Throws an error if the request was rejected. Otherwise sets the rate-limit headers. */
function requireAdmission<R>(request: Request, admission: RequestAdmission<R>) {
  if (admission.outcome === 'unusable') throw unusableCredentialError();
  if (admission.outcome === 'wrong_source') {
    setRateLimitHeaders(request.internal.headers, admission.status, Date.now());
    const message = `${CREDENTIAL_MESSAGES.wrongSource}: ${sourceIpOf(request)}.`;
    throw new ApiError('forbidden', { message });
  }
  if (admission.outcome === 'refused') throw new RateLimitError(admission);
  setRateLimitHeaders(request.internal.headers, admission.status, Date.now());
  return admission;
}

function requireAccess(requiredAccess: RouteAccess, principal: Principal): void {
  if (requiredAccess === 'public' || requiredAccess === 'authenticated') return;
  if (requiredAccess === 'session') {
    if (principal.kind === 'session') return;
    throw new ApiError('session_required');
  }
  const requiredScope = requiredAccess;
  if (principal.scopes.includes(requiredScope)) return;
  throw new ApiError('forbidden', {
    message: `This credential does not have the scope ${requiredScope}. Use a credential with this scope.`,
    details: { required_scope: requiredScope },
  });
}
