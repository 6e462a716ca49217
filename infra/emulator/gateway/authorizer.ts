import { type AuthorizerOutput, authorizerOutputSchema, compilePolicy } from './policy.ts';

/** What an authorizer decided about one credential; kept for the cache's time. */
export interface Authorization {
  allows(methodArn: string): boolean;
  /** `principalId` and the context, all values as text. */
  context: Readonly<Record<string, string>>;
  /** The same as it stands in `requestContext.authorizer`. */
  eventContext: Readonly<Record<string, string | number>>;
  usageIdentifierKey: string | undefined;
}

export type AuthorizerFailure = 'UNAUTHORIZED' | 'AUTHORIZER_FAILURE' | 'AUTHORIZER_CONFIGURATION_ERROR';

/** Thrown (as a rejection) where the authorizer gives no decision. */
export class AuthorizerError extends Error {
  readonly type: AuthorizerFailure;

  constructor(type: AuthorizerFailure, message: string) {
    super(message);
    this.type = type;
  }
}

/** How the authorizer's Lambda ended. */
export type AuthorizerInvocation =
  | { kind: 'returned'; value: unknown }
  | { kind: 'threw'; message: string }
  | { kind: 'failed'; message: string };

interface CacheEntry {
  expiresMs: number;
  authorization: Authorization | Promise<Authorization>;
}

/** More credentials than this at once push out the oldest entries. */
const CACHE_ENTRIES = 10_000;

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

function interpret(invocation: AuthorizerInvocation): Authorization {
  if (invocation.kind === 'failed') throw new AuthorizerError('AUTHORIZER_FAILURE', invocation.message);
  if (invocation.kind === 'threw') {
    const type = invocation.message === 'Unauthorized' ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE';
    throw new AuthorizerError(type, invocation.message);
  }
  const parsed = authorizerOutputSchema.safeParse(invocation.value);
  if (parsed.success) return toAuthorization(parsed.data);
  throw new AuthorizerError('AUTHORIZER_CONFIGURATION_ERROR', parsed.error.message);
}

/** A REQUEST authorizer with its cache of decisions by the values of the identity sources. */
export class RequestAuthorizer {
  readonly #ttlSeconds: number;
  readonly #cache = new Map<string, CacheEntry>();

  /** @param ttlSeconds 0 turns the cache off */
  constructor(ttlSeconds: number) {
    this.#ttlSeconds = ttlSeconds;
  }

  /**
   * The decision for these identity values, from the cache without a promise where it has one.
   * Callers with the same values share one invocation; only decisions are kept, never failures.
   */
  authorize(
    identity: readonly string[],
    nowMs: number,
    invoke: () => Promise<AuthorizerInvocation>,
  ): Authorization | Promise<Authorization> {
    if (this.#ttlSeconds === 0) return invoke().then(interpret);
    const key = identity.length === 1 ? (identity[0] ?? '') : JSON.stringify(identity);
    const cached = this.#cache.get(key);
    if (cached !== undefined && cached.expiresMs > nowMs) return cached.authorization;

    const authorization = invoke().then(interpret);
    const entry: CacheEntry = { expiresMs: nowMs + this.#ttlSeconds * 1000, authorization };
    this.#cache.delete(key);
    this.#cache.set(key, entry);
    this.#evict();
    authorization.then(
      (decided) => {
        entry.authorization = decided;
      },
      () => {
        if (this.#cache.get(key) === entry) this.#cache.delete(key);
      },
    );
    return authorization;
  }

  #evict(): void {
    for (const key of this.#cache.keys()) {
      if (this.#cache.size <= CACHE_ENTRIES) return;
      this.#cache.delete(key);
    }
  }
}
