import * as z from 'zod/mini';

/** Error codes of JSON-RPC 2.0 and of the Model Context Protocol. */
export const ERROR_CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  /** Error code for an HTTP request that cannot contain a message, for example because of its HTTP method. */
  notAcceptable: -32_000,
  headerMismatch: -32_020,
  unsupportedRevision: -32_022,
} as const;

/** Thrown for a message whose response is a JSON-RPC error instead of a result. */
export class ProtocolError extends Error {
  readonly code: number;
  /** HTTP status of the response. It is 200 if the message itself is valid but its method has failed. */
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: number, status: number, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

const jsonRpcVersionSchema = z.literal('2.0');
/** Maximum number of characters of a message id. It limits the size of the response, which repeats the id. */
const MESSAGE_ID_LENGTH_MAX = 128;
const textIdSchema = z.string().check(z.maxLength(MESSAGE_ID_LENGTH_MAX));
const messageIdSchema = z.union([textIdSchema, z.int()]);
const messageParamsSchema = z.looseObject({ _meta: z.optional(z.looseObject({})) });

const requestSchema = z.strictObject({
  jsonrpc: jsonRpcVersionSchema,
  id: messageIdSchema,
  method: z.string(),
  params: z.optional(messageParamsSchema),
});
const notificationSchema = z.strictObject({
  jsonrpc: jsonRpcVersionSchema,
  method: z.string(),
  params: z.optional(messageParamsSchema),
});
/** A client's response to a request that the server sent. */
const responseSchema = z.union([
  z.strictObject({ jsonrpc: jsonRpcVersionSchema, id: messageIdSchema, result: z.looseObject({}) }),
  z.strictObject({
    jsonrpc: jsonRpcVersionSchema,
    id: z.optional(messageIdSchema),
    error: z.object({ code: z.int(), message: z.string() }),
  }),
]);

/** A message that requires a response. */
export type McpRequest = z.infer<typeof requestSchema>;
/** A message that requires no response. */
export type McpNotification = z.infer<typeof notificationSchema>;
type McpResponse = z.infer<typeof responseSchema>;

export const isRequest = (message: McpRequest | McpNotification | McpResponse): message is McpRequest =>
  'method' in message && 'id' in message;
export const isResponse = (message: McpRequest | McpNotification | McpResponse): message is McpResponse =>
  !('method' in message);

const messageSchema = z.union([requestSchema, notificationSchema, responseSchema]);

/**
 * Maximum nesting depth of a message. Messages are processed recursively, so deeper nesting could exhaust the
 * stack.
 */
const NESTING_DEPTH_MAX = 64;

function isNestedDeeperThan(value: unknown, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    maxDepth === 0 || Object.values(value).some((innerValue) => isNestedDeeperThan(innerValue, maxDepth - 1))
  );
}

/**
 * Returns the message in a parsed body.
 *
 * @throws ProtocolError for an invalid or too deeply nested message, and for a batch of messages
 */
export function readMessage(parsed: unknown): McpRequest | McpNotification | McpResponse {
  if (isNestedDeeperThan(parsed, NESTING_DEPTH_MAX)) {
    throw new ProtocolError(
      ERROR_CODES.invalidRequest,
      400,
      'The body is nested too deeply. Send fewer levels of lists and objects.',
    );
  }
  const { data } = messageSchema.safeParse(parsed);
  if (data !== undefined) return data;
  const text = Array.isArray(parsed)
    ? 'Batches are not supported. Send each message in its own request.'
    : 'The body is not a JSON-RPC 2.0 message. Send one.';
  throw new ProtocolError(ERROR_CODES.invalidRequest, 400, text);
}

const messageWithIdSchema = z.looseObject({ method: z.string(), id: z.union([textIdSchema, z.number()]) });

/** Returns the id of the message, which an error response must repeat. Returns null if the body has no valid id. */
export function findMessageId(parsed: unknown): string | number | null {
  return messageWithIdSchema.safeParse(parsed).data?.id ?? null;
}

/**
 * Returns the parameters of a request after the method's schema has validated them.
 *
 * @throws ProtocolError that names the first invalid parameter
 */
export function readParams<S extends z.ZodMiniType>(schema: S, request: McpRequest): z.output<S> {
  const parsed = schema.safeParse(request.params ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const text = `params${(issue?.path ?? []).map((part) => `.${String(part)}`).join('')}: ${issue?.message}`;
  throw new ProtocolError(ERROR_CODES.invalidParams, 200, text);
}
