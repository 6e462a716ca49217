import type { LocalFunction } from '../lambda/function.ts';
import type { RequestAuthorizer } from './authorizer.ts';
import type { GatewayResponses } from './gateway-response.ts';
import type { EventTarget } from './http/event.ts';
import type { IdentitySource } from './identity.ts';
import type { MockAnswer } from './mock.ts';
import type { RouteNode } from './router.ts';
import type { Throttle } from './usage/token-bucket.ts';
import type { UsagePlans } from './usage/usage-plans.ts';

export interface MethodAuthorizer {
  function: LocalFunction;
  sources: readonly IdentitySource[];
  authorizer: RequestAuthorizer;
}

export type Integration =
  | { kind: 'lambda'; function: LocalFunction; timeoutMs: number }
  | { kind: 'mock'; answer: MockAnswer };

/** One method of a resource with everything that a request to it needs. */
export interface ApiMethod {
  target: EventTarget;
  operationName: string | undefined;
  /** `/v1/strategies/GET`, as usage plans name a method. */
  path: string;
  apiKeyRequired: boolean;
  authorizer: MethodAuthorizer | undefined;
  integration: Integration;
  /** The stage's own throttle of this method. */
  throttle: Throttle | undefined;
}

/** A REST API's stage as the template describes it. */
export interface Api {
  id: string;
  stage: string;
  apiKeySource: 'HEADER' | 'AUTHORIZER';
  /** Answers from this size on are compressed for clients that accept it. */
  minimumCompressionBytes: number | undefined;
  binaryMediaTypes: readonly string[];
  root: RouteNode<ApiMethod>;
  responses: GatewayResponses;
  usagePlans: UsagePlans;
}
