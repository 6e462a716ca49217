import { findHeader } from './http/headers.ts';
import type { GatewayRequest } from './request.ts';

/** Reads one identity source from a request. Returns undefined or an empty string when it is missing. */
export type IdentitySource = (request: GatewayRequest) => string | undefined;

function parseIdentitySource(
  sourceExpression: string,
  stageVariables: Readonly<Record<string, string>> | null,
): IdentitySource {
  const headerName = /^method\.request\.header\.(.+)$/.exec(sourceExpression)?.[1];
  if (headerName !== undefined) return (request) => findHeader(request.headers, headerName);
  const query = /^method\.request\.querystring\.(.+)$/.exec(sourceExpression)?.[1];
  if (query !== undefined) return (request) => request.queryStringParameters?.[query];
  const stageVariable = /^stageVariables\.(.+)$/.exec(sourceExpression)?.[1];
  if (stageVariable !== undefined) return () => stageVariables?.[stageVariable];
  if (sourceExpression === 'context.identity.sourceIp') return (request) => request.sourceIp;
  if (sourceExpression === 'context.httpMethod') return (request) => request.httpMethod;
  if (sourceExpression === 'context.path') return (request) => request.fullPath;
  throw new Error(`The local gateway does not support the identity source ${sourceExpression}.`);
}

/** Parses an authorizer's `IdentitySource` property, a comma-separated list. */
export function parseIdentitySources(
  identitySourceText: string,
  stageVariables: Readonly<Record<string, string>> | null,
): readonly IdentitySource[] {
  const sourceExpressions = identitySourceText.split(',').map((name) => name.trim());
  return sourceExpressions
    .filter((name) => name !== '')
    .map((name) => parseIdentitySource(name, stageVariables));
}

/** Returns the values of all identity sources, or undefined when one is missing. */
export function readIdentityValues(
  sources: readonly IdentitySource[],
  request: GatewayRequest,
): string[] | undefined {
  const values: string[] = [];
  for (const identitySource of sources) {
    const value = identitySource(request);
    if (value === undefined || value === '') return undefined;
    values.push(value);
  }
  return values;
}
