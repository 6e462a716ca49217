import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api, ApiMethod, Integration } from './api.ts';
import { type Authorization, AuthorizerError } from './authorizer.ts';
import { createContextLookup, type RequestState } from './context-lookup.ts';
import type { ResponseType } from './gateway-response.ts';
import { readBody } from './http/body.ts';
import { buildMethodArn, buildProxyEvent, type RoutedRequest } from './http/event.ts';
import { findHeader } from './http/headers.ts';
import { type HttpResponse, readProxyResponse } from './http/proxy-response.ts';
import { compressResponse, sendResponse } from './http/respond.ts';
import { readIdentityValues } from './identity.ts';
import { invokeAuthorizer, invokeWithTimeout } from './invocation.ts';
import { renderMock } from './mock.ts';
import {
  type GatewayRequest,
  readRequest,
  setBody,
  UnreadableRequestError,
  validateRequest,
} from './request.ts';
import { matchRoute } from './router.ts';
import { TokenBucket } from './usage/token-bucket.ts';
import type { GatewayKey } from './usage/usage-plans.ts';

export interface GatewayOptions {
  api: Api;
  /** Returns the time in epoch milliseconds; replaced in tests of caches and throttles. */
  now?: () => number;
  /** Called with errors of the gateway itself. */
  onError?: (error: unknown) => void;
  /** Called with every response before it is sent. */
  onResponse?: (answer: HttpExchange) => void;
}

/** A response with its request. `operationName` is undefined when no method of the API matches. */
export interface HttpExchange {
  httpMethod: string;
  path: string;
  operationName: string | undefined;
  response: HttpResponse;
}

/**
 * A request that the gateway itself rejects: the type of the gateway response, and a message that replaces
 * AWS's default message.
 */
class Rejection {
  readonly type: ResponseType;
  readonly message: string | undefined;

  constructor(type: ResponseType, message?: string) {
    this.type = type;
    this.message = message;
  }
}

/** Serves one REST API over HTTP and imitates API Gateway. */
export class Gateway {
  readonly #api: Api;
  readonly #now: () => number;
  readonly #onError: (error: unknown) => void;
  readonly #onResponse: (exchange: HttpExchange) => void;
  readonly #stageBuckets = new Map<ApiMethod, TokenBucket>();

  constructor(options: GatewayOptions) {
    this.#api = options.api;
    this.#now = options.now ?? Date.now;
    this.#onError = options.onError ?? (() => {});
    this.#onResponse = options.onResponse ?? (() => {});
  }

  /** Request listener for node:http. */
  readonly handle = (message: IncomingMessage, response: ServerResponse): void => {
    this.#serve(message, response).catch((error: unknown) => {
      // The client disconnected or the gateway failed. In both cases no response can be sent.
      if (!message.destroyed) this.#onError(error);
      response.destroy();
    });
  };

  /** Returns the response to a request that could not be parsed as HTTP. */
  malformed(type: ResponseType, request: GatewayRequest): HttpResponse {
    return this.#render(new Rejection(type), this.#progress(request));
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = readRequest(message, randomUUID(), this.#now());
    const requestState = this.#progress(request);
    const responseOrRejection = await this.#process(message, requestState);
    const answer =
      responseOrRejection instanceof Rejection
        ? this.#render(responseOrRejection, requestState)
        : responseOrRejection;
    const { httpMethod, fullPath: path } = request;
    this.#onResponse({
      httpMethod,
      path,
      operationName: requestState.method?.operationName,
      response: answer,
    });
    sendResponse(
      response,
      request,
      await compressResponse(request, answer, this.#api.minimumCompressionBytes),
    );
  }

  #progress(request: GatewayRequest): RequestState {
    return { request, apiId: this.#api.id, stage: this.#api.stage };
  }

  async #process(message: IncomingMessage, requestState: RequestState): Promise<HttpResponse | Rejection> {
    const { request } = requestState;
    const bodyPromise = readBody(message);
    const body = bodyPromise === undefined ? undefined : await bodyPromise;
    if (body === 'too_large') return new Rejection('REQUEST_TOO_LARGE');
    try {
      validateRequest(request, message);
      if (body !== undefined) await setBody(request, body, this.#api);
    } catch (error) {
      if (error instanceof UnreadableRequestError) return new Rejection('BAD_REQUEST_BODY', error.message);
      throw error;
    }
    const routedRequest = this.#route(requestState);
    const { method } = requestState;
    if (routedRequest === undefined || method === undefined)
      return new Rejection('MISSING_AUTHENTICATION_TOKEN');
    return this.#execute(requestState, routedRequest, method);
  }

  #route(requestState: RequestState): RoutedRequest | undefined {
    const { request } = requestState;
    // Request paths do not contain the stage, as with a custom domain of API Gateway.
    const path = request.fullPath;
    const routeMatch = matchRoute(this.#api.root, request.httpMethod, path);
    if (routeMatch === undefined) return undefined;
    requestState.method = routeMatch.method;
    requestState.pathParameters = routeMatch.pathParameters;
    return { request, target: routeMatch.method.target, path, pathParameters: routeMatch.pathParameters };
  }

  async #execute(
    requestState: RequestState,
    routedRequest: RoutedRequest,
    method: ApiMethod,
  ): Promise<HttpResponse | Rejection> {
    if (method.authorizer !== undefined) {
      const decisionOrPromise = this.#authorize(routedRequest, method.authorizer);
      const authorizerDecision =
        decisionOrPromise instanceof Promise ? await decisionOrPromise : decisionOrPromise;
      if (authorizerDecision instanceof Rejection) return authorizerDecision;
      requestState.authorization = authorizerDecision;
      if (!authorizerDecision.allows(buildMethodArn(routedRequest))) return new Rejection('ACCESS_DENIED');
    }
    const key = this.#keyOf(requestState);
    const rejection = this.#limit(method, key?.value, this.#now());
    if (rejection !== undefined) return rejection;
    if (method.integration.kind === 'mock') {
      return renderMock(method.integration.answer, createContextLookup(requestState));
    }
    const event = buildProxyEvent(routedRequest, requestState.authorization?.eventContext, key);
    return this.#integrate(method.integration, JSON.stringify(event), routedRequest.request.requestId);
  }

  #authorize(
    routedRequest: RoutedRequest,
    { sources, authorizer, function: lambda }: NonNullable<ApiMethod['authorizer']>,
  ): Authorization | Rejection | Promise<Authorization | Rejection> {
    const identityValues = readIdentityValues(sources, routedRequest.request);
    if (identityValues === undefined) return new Rejection('UNAUTHORIZED');
    const invoke = () => invokeAuthorizer(lambda, routedRequest);
    const decisionOrPromise = authorizer.authorize(identityValues, this.#now(), invoke);
    if (!(decisionOrPromise instanceof Promise)) return decisionOrPromise;
    return decisionOrPromise.catch((error: unknown) => {
      if (!(error instanceof AuthorizerError)) throw error;
      return new Rejection(error.type);
    });
  }

  #keyOf({ request, authorization }: RequestState): GatewayKey | undefined {
    const value =
      this.#api.apiKeySource === 'AUTHORIZER'
        ? authorization?.usageIdentifierKey
        : findHeader(request.headers, 'x-api-key');
    return value === undefined ? undefined : this.#api.usagePlans.keyByValue(value);
  }

  #limit(method: ApiMethod, apiKeyValue: string | undefined, nowMs: number): Rejection | undefined {
    if (method.apiKeyRequired) {
      const usageDecision = this.#api.usagePlans.admit(apiKeyValue, method.path, nowMs);
      if (usageDecision === 'invalid_key') return new Rejection('INVALID_API_KEY');
      if (usageDecision === 'throttled') return new Rejection('THROTTLED');
      if (usageDecision === 'quota_exceeded') return new Rejection('QUOTA_EXCEEDED');
    }
    if (method.throttle === undefined) return undefined;
    const bucket = this.#stageBuckets.get(method) ?? new TokenBucket(method.throttle, nowMs);
    this.#stageBuckets.set(method, bucket);
    return bucket.take(nowMs) ? undefined : new Rejection('THROTTLED');
  }

  async #integrate(
    integration: Extract<Integration, { kind: 'lambda' }>,
    event: string,
    requestId: string,
  ): Promise<HttpResponse | Rejection> {
    const result = await invokeWithTimeout(integration.timeoutMs, (onStart) =>
      integration.function.invoke(event, requestId, onStart),
    );
    if (result === 'late' || result.kind === 'timed_out') return new Rejection('INTEGRATION_TIMEOUT');
    if (result.kind !== 'returned') return new Rejection('INTEGRATION_FAILURE');
    return readProxyResponse(result.value) ?? new Rejection('BAD_GATEWAY');
  }

  #render({ type, message }: Rejection, requestState: RequestState): HttpResponse {
    return this.#api.responses.render(type, createContextLookup(requestState), message);
  }
}
