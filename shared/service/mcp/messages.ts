import * as z from 'zod/mini';

/** What goes wrong with a message, by the codes of JSON-RPC 2.0 and of the Model Context Protocol. */
export const CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  /** Of the transport: the request is not one that carries messages. */
  notAcceptable: -32_000,
  headerMismatch: -32_020,
  unsupportedRevision: -32_022,
} as const;

/** A message that is not answered as it asks. */
export class ProtocolError extends Error {
  readonly code: number;
  /** Of HTTP: 200 where the message was good enough to reach its method. */
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: number, status: number, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

const JSONRPC = z.literal('2.0');
/** The most characters of an id, which each answer repeats: 128 take at most 768 bytes there. */
const ID_MAX = 128;
const textId = z.string().check(z.maxLength(ID_MAX));
const id = z.union([textId, z.int()]);
const params = z.looseObject({ _meta: z.optional(z.looseObject({})) });

const request = z.strictObject({ jsonrpc: JSONRPC, id, method: z.string(), params: z.optional(params) });
const notification = z.strictObject({ jsonrpc: JSONRPC, method: z.string(), params: z.optional(params) });
/** What a client would answer to a server that asked for something. */
const response = z.union([
  z.strictObject({ jsonrpc: JSONRPC, id, result: z.looseObject({}) }),
  z.strictObject({
    jsonrpc: JSONRPC,
    id: z.optional(id),
    error: z.object({ code: z.int(), message: z.string() }),
  }),
]);

/** Asks for an answer. */
export type McpRequest = z.infer<typeof request>;
/** A message that has no answer. */
export type Notification = z.infer<typeof notification>;
type Response = z.infer<typeof response>;

export const isRequest = (message: McpRequest | Notification | Response): message is McpRequest =>
  'method' in message && 'id' in message;
export const isResponse = (message: McpRequest | Notification | Response): message is Response =>
  !('method' in message);

const message = z.union([request, notification, response]);

/** Far deeper than any tool's input. Rewriting a message for an endpoint takes a stack frame per level. */
const DEPTH_MAX = 64;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/**
 * The one message of a body.
 *
 * @throws ProtocolError for what is none or is nested too deeply, and for several at once: the revision of March 2025
 *   alone knew batches
 */
export function readMessage(parsed: unknown): McpRequest | Notification | Response {
  if (isDeeper(parsed, DEPTH_MAX)) {
    throw new ProtocolError(
      CODES.invalidRequest,
      400,
      'The body is nested too deeply. Send a plain JSON-RPC message.',
    );
  }
  const { data } = message.safeParse(parsed);
  if (data !== undefined) return data;
  const text = Array.isArray(parsed)
    ? 'Batches are not supported. Send each message in its own request.'
    : 'The body is not a JSON-RPC 2.0 message.';
  throw new ProtocolError(CODES.invalidRequest, 400, text);
}

const identified = z.looseObject({ method: z.string(), id: z.union([textId, z.number()]) });

/** The id that an answer to this body bears, as far as it can be made out. */
export function idOf(parsed: unknown): string | number | null {
  return identified.safeParse(parsed).data?.id ?? null;
}

/**
 * A request's parameters by the method's own schema.
 *
 * @throws ProtocolError naming the first parameter that breaks its rule
 */
export function readParams<S extends z.ZodMiniType>(schema: S, given: McpRequest): z.output<S> {
  const parsed = schema.safeParse(given.params ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const text = `params${(issue?.path ?? []).map((part) => `.${String(part)}`).join('')}: ${issue?.message}`;
  throw new ProtocolError(CODES.invalidParams, 200, text);
}
