import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api, ApiMethod, Integration } from './api.ts';
import { type Authorization, AuthorizerError } from './authorizer.ts';
import { contextLookup, type Progress } from './context-lookup.ts';
import type { ResponseType } from './gateway-response.ts';
import { readBody } from './http/body.ts';
import { methodArn, proxyEvent, type RoutedRequest } from './http/event.ts';
import { headerValue } from './http/headers.ts';
import { type HttpAnswer, readProxyResponse } from './http/proxy-response.ts';
import { compressed, send } from './http/respond.ts';
import { readIdentity } from './identity.ts';
import { invokeAuthorizer, within } from './invocation.ts';
import { mockAnswer } from './mock.ts';
import { bodyText, completeRequest, type GatewayRequest, readRequest, UnreadableRequest } from './request.ts';
import { matchRoute } from './router.ts';
import { TokenBucket } from './usage/token-bucket.ts';
import type { ApiKey } from './usage/usage-plans.ts';

export interface GatewayOptions {
  api: Api;
  /** Epoch milliseconds; for tests of caches and throttles. */
  now?: () => number;
  /** Called with failures of the gateway itself. */
  onError?: (error: unknown) => void;
  /** Called with every answer before it is sent. */
  onAnswer?: (answer: GatewayAnswer) => void;
}

/** An answer with its request. The method is absent when the API has none for it. */
export interface GatewayAnswer {
  httpMethod: string;
  path: string;
  operationName: string | undefined;
  answer: HttpAnswer;
}

/** A response that the gateway itself creates: its type and the reason. */
class Refusal {
  readonly type: ResponseType;
  readonly message: string | undefined;

  constructor(type: ResponseType, message?: string) {
    this.type = type;
    this.message = message;
  }
}

/** Serves one API over HTTP as API Gateway would. */
export class Gateway {
  readonly #api: Api;
  readonly #now: () => number;
  readonly #onError: (error: unknown) => void;
  readonly #onAnswer: (answer: GatewayAnswer) => void;
  readonly #stageBuckets = new Map<ApiMethod, TokenBucket>();

  constructor(options: GatewayOptions) {
    this.#api = options.api;
    this.#now = options.now ?? Date.now;
    this.#onError = options.onError ?? (() => {});
    this.#onAnswer = options.onAnswer ?? (() => {});
  }

  /** Listener for node:http. */
  readonly handle = (message: IncomingMessage, response: ServerResponse): void => {
    this.#serve(message, response).catch((error: unknown) => {
      // The client went away, or the gateway itself is at fault: either way nothing can be answered.
      if (!message.destroyed) this.#onError(error);
      response.destroy();
    });
  };

  /** The whole answer to a request that could not be parsed as HTTP. */
  malformed(type: ResponseType, request: GatewayRequest): HttpAnswer {
    return this.#render(new Refusal(type), this.#progress(request));
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = readRequest(message, randomUUID(), this.#now());
    const progress = this.#progress(request);
    const outcome = await this.#process(message, progress);
    const answer = outcome instanceof Refusal ? this.#render(outcome, progress) : outcome;
    const { httpMethod, fullPath: path } = request;
    this.#onAnswer({ httpMethod, path, operationName: progress.method?.operationName, answer });
    send(response, request, await compressed(request, answer, this.#api.minimumCompressionBytes));
  }

  #progress(request: GatewayRequest): Progress {
    return { request, apiId: this.#api.id, stage: this.#api.stage };
  }

  async #process(message: IncomingMessage, progress: Progress): Promise<HttpAnswer | Refusal> {
    const { request } = progress;
    const reading = readBody(message);
    const body = reading === undefined ? undefined : await reading;
    if (body === 'too_large') return new Refusal('REQUEST_TOO_LARGE');
    try {
      completeRequest(request, message);
      if (body !== undefined) await bodyText(request, body, this.#api);
    } catch (error) {
      if (error instanceof UnreadableRequest) return new Refusal('BAD_REQUEST_BODY', error.message);
      throw error;
    }
    const routed = this.#route(progress);
    const { method } = progress;
    if (routed === undefined || method === undefined) return new Refusal('MISSING_AUTHENTICATION_TOKEN');
    return this.#execute(progress, routed, method);
  }

  #route(progress: Progress): RoutedRequest | undefined {
    const { request } = progress;
    // As on a domain of its own: the stage is no part of the path.
    const path = request.fullPath;
    const match = matchRoute(this.#api.root, request.httpMethod, path);
    if (match === undefined) return undefined;
    progress.method = match.method;
    progress.pathParameters = match.pathParameters;
    return { request, target: match.method.target, path, pathParameters: match.pathParameters };
  }

  async #execute(
    progress: Progress,
    routed: RoutedRequest,
    method: ApiMethod,
  ): Promise<HttpAnswer | Refusal> {
    if (method.authorizer !== undefined) {
      const authorization = this.#authorize(routed, method.authorizer);
      const decided = authorization instanceof Promise ? await authorization : authorization;
      if (decided instanceof Refusal) return decided;
      progress.authorization = decided;
      if (!decided.allows(methodArn(routed))) return new Refusal('ACCESS_DENIED');
    }
    const key = this.#keyOf(progress);
    const refusal = this.#limit(method, key?.value, this.#now());
    if (refusal !== undefined) return refusal;
    if (method.integration.kind === 'mock') {
      return mockAnswer(method.integration.answer, contextLookup(progress));
    }
    const event = proxyEvent(routed, progress.authorization?.eventContext, key);
    return this.#integrate(method.integration, JSON.stringify(event), routed.request.requestId);
  }

  #authorize(
    routed: RoutedRequest,
    { sources, authorizer, function: lambda }: NonNullable<ApiMethod['authorizer']>,
  ): Authorization | Refusal | Promise<Authorization | Refusal> {
    const identity = readIdentity(sources, routed.request);
    if (identity === undefined) return new Refusal('UNAUTHORIZED');
    const invoke = () => invokeAuthorizer(lambda, routed);
    const authorization = authorizer.authorize(identity, this.#now(), invoke);
    if (!(authorization instanceof Promise)) return authorization;
    return authorization.catch((error: unknown) => {
      if (!(error instanceof AuthorizerError)) throw error;
      return new Refusal(error.type);
    });
  }

  #keyOf({ request, authorization }: Progress): ApiKey | undefined {
    const value =
      this.#api.apiKeySource === 'AUTHORIZER'
        ? authorization?.usageIdentifierKey
        : headerValue(request.headers, 'x-api-key');
    return value === undefined ? undefined : this.#api.usagePlans.keyByValue(value);
  }

  #limit(method: ApiMethod, keyValue: string | undefined, nowMs: number): Refusal | undefined {
    if (method.apiKeyRequired) {
      const decision = this.#api.usagePlans.admit(keyValue, method.path, nowMs);
      if (decision === 'invalid_key') return new Refusal('INVALID_API_KEY');
      if (decision === 'throttled') return new Refusal('THROTTLED');
      if (decision === 'quota_exceeded') return new Refusal('QUOTA_EXCEEDED');
    }
    if (method.throttle === undefined) return undefined;
    const bucket = this.#stageBuckets.get(method) ?? new TokenBucket(method.throttle, nowMs);
    this.#stageBuckets.set(method, bucket);
    return bucket.take(nowMs) ? undefined : new Refusal('THROTTLED');
  }

  async #integrate(
    integration: Extract<Integration, { kind: 'lambda' }>,
    event: string,
    requestId: string,
  ): Promise<HttpAnswer | Refusal> {
    const result = await within(integration.timeoutMs, (started) =>
      integration.function.invoke(event, requestId, started),
    );
    if (result === 'late' || result.kind === 'timed_out') return new Refusal('INTEGRATION_TIMEOUT');
    if (result.kind !== 'returned') return new Refusal('INTEGRATION_FAILURE');
    return readProxyResponse(result.value) ?? new Refusal('BAD_GATEWAY');
  }

  #render({ type, message }: Refusal, progress: Progress): HttpAnswer {
    return this.#api.responses.render(type, contextLookup(progress), message);
  }
}
