import type { LocalFunction } from '../lambda/function.ts';
import type { RequestAuthorizer } from './authorizer.ts';
import type { GatewayResponses } from './gateway-response.ts';
import type { MethodEventFields } from './http/event.ts';
import type { IdentitySource } from './identity.ts';
import type { CompiledMockResponse } from './mock.ts';
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
  | { kind: 'mock'; answer: CompiledMockResponse };

export interface ApiMethod {
  target: MethodEventFields;
  operationName: string | undefined;
  /** Method name as in usage plans, such as `/v1/strategies/GET`. */
  path: string;
  apiKeyRequired: boolean;
  authorizer: MethodAuthorizer | undefined;
  integration: Integration;
  /** Throttle that the stage sets for this method, in addition to the throttles of usage plans. */
  throttle: Throttle | undefined;
}

/** A REST API and its stage, read from the CloudFormation template. */
export interface Api {
  id: string;
  stage: string;
  apiKeySource: 'HEADER' | 'AUTHORIZER';
  /**
   * Minimum size in bytes of a response that the gateway compresses, if the client accepts compression;
   * undefined for no compression.
   */
  minimumCompressionBytes: number | undefined;
  binaryMediaTypes: readonly string[];
  root: RouteNode<ApiMethod>;
  responses: GatewayResponses;
  usagePlans: UsagePlans;
}
