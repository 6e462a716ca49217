import { findHeader } from './http/headers.ts';
import type { GatewayRequest } from './request.ts';

/** Reads one identity source from a request. Returns undefined or an empty string when it is missing. */
export type IdentitySource = (request: GatewayRequest) => string | undefined;

function parseIdentitySource(
  expression: string,
  stageVariables: Readonly<Record<string, string>> | null,
): IdentitySource {
  const header = /^method\.request\.header\.(.+)$/.exec(expression)?.[1];
  if (header !== undefined) return (request) => findHeader(request.headers, header);
  const query = /^method\.request\.querystring\.(.+)$/.exec(expression)?.[1];
  if (query !== undefined) return (request) => request.queryStringParameters?.[query];
  const variable = /^stageVariables\.(.+)$/.exec(expression)?.[1];
  if (variable !== undefined) return () => stageVariables?.[variable];
  if (expression === 'context.identity.sourceIp') return (request) => request.sourceIp;
  if (expression === 'context.httpMethod') return (request) => request.httpMethod;
  if (expression === 'context.path') return (request) => request.fullPath;
  throw new Error(`The local gateway does not support the identity source ${expression}.`);
}

/** Parses an authorizer's `IdentitySource` property, a comma-separated list. */
export function parseIdentitySources(
  property: string,
  stageVariables: Readonly<Record<string, string>> | null,
): readonly IdentitySource[] {
  const sourceExpressions = property.split(',').map((name) => name.trim());
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
  for (const source of sources) {
    const value = source(request);
    if (value === undefined || value === '') return undefined;
    values.push(value);
  }
  return values;
}
