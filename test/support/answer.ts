import * as z from 'zod/mini';
import type { RouteDocumentation } from '../../shared/platform/contract/documented-route.ts';
import { buildErrorBodySchema } from '../../shared/platform/contract/error-responses.ts';
import { ERRORS } from '../../shared/platform/contract/errors.ts';
import {
  buildSuccessBodySchema,
  type MetaShape,
  type Pagination,
} from '../../shared/platform/contract/responses.ts';
import { commonErrorCodesOf, type Route } from '../../shared/platform/contract/route.ts';

type DataOf<R> = R extends { readonly response: infer Schema extends z.ZodMiniType }
  ? z.input<Schema>
  : unknown;
type RouteMetaOf<R> = R extends { readonly meta: infer Shape extends MetaShape }
  ? { readonly [Key in keyof Shape]: z.input<Shape[Key]> }
  : unknown;

/** The body of a route's success response. For a route without documentation, the type of `data` is unknown. */
interface Success<R extends Route> {
  readonly success: true;
  readonly data: DataOf<R>;
  readonly meta: RouteMetaOf<R> &
    (R extends { readonly paginated: true } ? { readonly pagination: Pagination } : unknown);
}
type Failure = z.input<ReturnType<typeof buildErrorBodySchema>>;

const failure = buildErrorBodySchema();
const brokenRules = z.array(z.strictObject({ path: z.string(), message: z.string() }));

/** Schemas of success bodies, cached by route, because thousands of answers are checked against them. */
const successes = new WeakMap<Route, z.ZodMiniType>();

function successSchemaOf(route: Route & Partial<RouteDocumentation>): z.ZodMiniType {
  const known = successes.get(route);
  if (known !== undefined) return known;
  const made = buildSuccessBodySchema(route.response ?? z.unknown(), route);
  successes.set(route, made);
  return made;
}

function isSuccess<R extends Route>(route: R, body: unknown): body is Success<R> {
  return successSchemaOf(route).safeParse(body).success;
}

function isFailure(body: unknown): body is Failure {
  return failure.safeParse(body).success;
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** The raw body, decompressed. */
  readonly text: string;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The response to a request of any address. */
export class Answer implements Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;

  constructor({ status, headers, text }: Received) {
    this.status = status;
    this.headers = headers;
    this.text = text;
    this.body = parse(text);
  }

  /** The error of a rejected request, checked against the envelope. Throws for any other response. */
  get error(): Failure['error'] {
    if (isFailure(this.body)) return this.body.error;
    throw new Error(`Not a refusal: ${this.status} ${this.text}`);
  }

  /** The issues of a rejected request. */
  get issues(): z.infer<typeof brokenRules> {
    return brokenRules.parse(this.error.details?.issues);
  }
}

/** A route's response: a success as the route declares it, or one of its error codes. */
export class RouteAnswer<R extends Route> extends Answer {
  readonly #success: Success<R> | undefined;

  /** Throws for a response that the route does not declare. Bodies outside the envelope are not checked. */
  constructor(route: R, received: Received) {
    super(received);
    const { status, body } = this;
    if (route.format !== undefined) return;
    if (status !== route.status) this.#mustBeDeclared(route);
    else if (isSuccess(route, body)) this.#success = body;
    else
      throw new Error(`${route.id}: ${successSchemaOf(route).safeParse(body).error?.message} ${this.text}`);
  }

  #mustBeDeclared(route: Route): void {
    const { code } = this.error;
    const isDeclared = [...commonErrorCodesOf(route), ...route.errors].includes(code);
    if (isDeclared && this.status === ERRORS[code].status) return;
    throw new Error(`${route.id} does not declare ${this.status} ${code}`);
  }

  get #succeeded(): Success<R> {
    if (this.#success !== undefined) return this.#success;
    throw new Error(`No success: ${this.status} ${this.text}`);
  }

  /** The data of a success. Throws for an error response. */
  get data(): Success<R>['data'] {
    return this.#succeeded.data;
  }

  /** The `meta` of a success. Throws for an error response. */
  get meta(): Success<R>['meta'] {
    return this.#succeeded.meta;
  }
}
