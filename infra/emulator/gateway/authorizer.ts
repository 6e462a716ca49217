import { type AuthorizerOutput, authorizerOutputSchema, compilePolicy } from './policy.ts';

/** An authorizer's decision about one credential, cached for the authorizer's TTL. */
export interface Authorization {
  allows(methodArn: string): boolean;
  /** `principalId` and the authorizer's context; all values are strings. */
  context: Readonly<Record<string, string>>;
  /** The context as the functions receive it in `requestContext.authorizer`. */
  eventContext: Readonly<Record<string, string | number>>;
  usageIdentifierKey: string | undefined;
}

export type AuthorizerFailure = 'UNAUTHORIZED' | 'AUTHORIZER_FAILURE' | 'AUTHORIZER_CONFIGURATION_ERROR';

/** The authorizer returned no valid decision. */
export class AuthorizerError extends Error {
  readonly type: AuthorizerFailure;

  constructor(type: AuthorizerFailure, message: string) {
    super(message);
    this.type = type;
  }
}

export type AuthorizerInvocation =
  | { kind: 'returned'; value: unknown }
  | { kind: 'threw'; message: string }
  | { kind: 'failed'; message: string };

interface CacheEntry {
  expiresMs: number;
  authorization: Authorization | Promise<Authorization>;
}

/** Maximum number of cached decisions. When there are more, the oldest decisions are removed. */
const CACHE_ENTRIES_MAX = 10_000;

function toAuthorization(output: AuthorizerOutput): Authorization {
  const context: Record<string, string> = { principalId: output.principalId };
  for (const [name, value] of Object.entries(output.context)) {
    if (value !== null) context[name] = String(value);
  }
  return {
    allows: compilePolicy(output.policyDocument),
    context,
    eventContext: { ...context, integrationLatency: 0 },
    usageIdentifierKey: output.usageIdentifierKey ?? undefined,
  };
}

function parseInvocationResult(invocationResult: AuthorizerInvocation): Authorization {
  if (invocationResult.kind === 'failed')
    throw new AuthorizerError('AUTHORIZER_FAILURE', invocationResult.message);
  if (invocationResult.kind === 'threw') {
    const type = invocationResult.message === 'Unauthorized' ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE';
    throw new AuthorizerError(type, invocationResult.message);
  }
  const parsed = authorizerOutputSchema.safeParse(invocationResult.value);
  if (parsed.success) return toAuthorization(parsed.data);
  throw new AuthorizerError('AUTHORIZER_CONFIGURATION_ERROR', parsed.error.message);
}

/** A REQUEST authorizer with a cache of its decisions, keyed by the values of the identity sources. */
export class RequestAuthorizer {
  readonly #ttlSeconds: number;
  readonly #cache = new Map<string, CacheEntry>();

  /** @param ttlSeconds how long a decision is cached; 0 disables the cache */
  constructor(ttlSeconds: number) {
    this.#ttlSeconds = ttlSeconds;
  }

  /**
   * Returns a cached decision directly, or else a promise of a new one. Concurrent calls with the same identity
   * values share one invocation. Failures are not cached.
   */
  authorize(
    identityValues: readonly string[],
    nowMs: number,
    invoke: () => Promise<AuthorizerInvocation>,
  ): Authorization | Promise<Authorization> {
    if (this.#ttlSeconds === 0) return invoke().then(parseInvocationResult);
    const key = identityValues.length === 1 ? (identityValues[0] ?? '') : JSON.stringify(identityValues);
    const cachedEntry = this.#cache.get(key);
    if (cachedEntry !== undefined && cachedEntry.expiresMs > nowMs) return cachedEntry.authorization;

    const authorization = invoke().then(parseInvocationResult);
    const entry: CacheEntry = { expiresMs: nowMs + this.#ttlSeconds * 1000, authorization };
    this.#cache.delete(key);
    this.#cache.set(key, entry);
    this.#evict();
    authorization.then(
      (decidedAuthorization) => {
        entry.authorization = decidedAuthorization;
      },
      () => {
        if (this.#cache.get(key) === entry) this.#cache.delete(key);
      },
    );
    return authorization;
  }

  #evict(): void {
    for (const key of this.#cache.keys()) {
      if (this.#cache.size <= CACHE_ENTRIES_MAX) return;
      this.#cache.delete(key);
    }
  }
}
