import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { authorizeAtGateway, type GatewayAdmission } from '../../shared/access/authorize.ts';
import { AUTHORIZER_CACHE_SECONDS, AUTHORIZER_CONTEXT } from '../../shared/access/gateway.ts';
import { setRateLimitHeaders } from '../../shared/http/rate-limit-headers.ts';
import { config } from '../../shared/platform/config.ts';
import { CREDENTIAL_HEADER, RATE_LIMIT_FIELDS } from '../../shared/platform/contract/headers.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

/**
 * Returns an ARN pattern for all methods of the stage, because API Gateway reuses a cached policy for other methods.
 */
function buildStageArnPattern(methodArn: string): string {
  const [apiAndStageArn = ''] = /^[^/]+\/[^/]+/.exec(methodArn) ?? [];
  return `${apiAndStageArn}/*/*`;
}

function readCredential(event: APIGatewayRequestAuthorizerEvent): string {
  const headerEntries = Object.entries(event.headers ?? {});
  return headerEntries.find(([name]) => name.toLowerCase() === CREDENTIAL_HEADER.toLowerCase())?.[1] ?? '';
}

/** Returns the RateLimit header fields for the 429 response that API Gateway itself sends. */
function buildRateLimitContext({
  limit,
  burst,
  fullAfter,
}: GatewayAdmission): Readonly<Record<string, string>> {
  const headers = {};
  setRateLimitHeaders(headers, { limit, burst, remaining: 0, reset: fullAfter }, 0);
  return headers;
}

function buildAuthorizerResult(admission: GatewayAdmission, methodArn: string): APIGatewayAuthorizerResult {
  const key = admission.gatewayKey ?? config.GATEWAY_OVERFLOW_KEY;
  const fields = buildRateLimitContext(admission);
  return {
    principalId: admission.principalId,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Action: 'execute-api:Invoke',
          Effect: admission.isAllowed ? 'Allow' : 'Deny',
          Resource: buildStageArnPattern(methodArn),
        },
      ],
    },
    context: {
      [AUTHORIZER_CONTEXT.limit]: String(admission.limit),
      [AUTHORIZER_CONTEXT.reset]: String(admission.reset),
      [AUTHORIZER_CONTEXT.retryAfter]: String(admission.retryAfter),
      [AUTHORIZER_CONTEXT.policy]: fields[RATE_LIMIT_FIELDS.policy] ?? '',
      [AUTHORIZER_CONTEXT.state]: fields[RATE_LIMIT_FIELDS.state] ?? '',
    },
    ...(admission.isAllowed && key !== undefined ? { usageIdentifierKey: key } : {}),
  };
}

/** Throws when the table is unavailable, so that API Gateway rejects the request. */
export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const admission = await authorizeAtGateway(
    defaultTable(),
    config.STAGE_KIND,
    readCredential(event),
    new Date(),
    { id: event.requestContext.apiId, cacheSeconds: AUTHORIZER_CACHE_SECONDS },
  );
  return buildAuthorizerResult(admission, event.methodArn);
}
