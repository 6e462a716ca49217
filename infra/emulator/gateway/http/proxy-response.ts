import * as z from 'zod';
import { LAMBDA_RESPONSE_MAX_BYTES } from '../../../../shared/http/encoding.ts';

const headerValueSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Valid response of a Lambda proxy integration. API Gateway answers 502 to anything else. */
const proxyResponseSchema = z.object({
  statusCode: z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{3}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(100).max(599)),
  headers: z.record(z.string(), headerValueSchema.nullable()).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValueSchema).nullable()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

export interface HttpResponse {
  statusCode: number;
  headers: [name: string, value: string | string[]][];
  body: string | Buffer;
}

/**
 * A body with fewer characters always fits Lambda's response quota, because JSON needs at most 6 bytes per character.
 */
const MAX_SAFE_BODY_CHARACTERS = 1024 * 1024 - 16_384;

/**
 * Names of headers that API Gateway sets itself. If a function returns a header with such a name, API Gateway renames
 * the function's header.
 */
const REMAPPED_HEADERS = new Set([
  'connection',
  'content-length',
  'content-md5',
  'date',
  'host',
  'max-forwards',
  'server',
  'trailer',
  'transfer-encoding',
  'user-agent',
  'www-authenticate',
]);

function exceedsResponseLimit(payload: unknown, body: string): boolean {
  if (body.length < MAX_SAFE_BODY_CHARACTERS) return false;
  return Buffer.byteLength(JSON.stringify(payload)) > LAMBDA_RESPONSE_MAX_BYTES;
}

/** Converts a Lambda's result to an HTTP response. Returns undefined when API Gateway would answer 502. */
export function readProxyResponse(payload: unknown): HttpResponse | undefined {
  const parsed = proxyResponseSchema.safeParse(payload);
  if (!parsed.success) return undefined;
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = parsed.data;
  if (exceedsResponseLimit(payload, body ?? '')) return undefined;

  // Merge `headers` and `multiValueHeaders`. For a name in both maps, `multiValueHeaders` has priority.
  const mergedHeaders = new Map<string, [name: string, value: string | string[]]>();
  const put = (name: string, value: string | string[]) => {
    const lowerCaseName = name.toLowerCase();
    mergedHeaders.set(lowerCaseName, [
      REMAPPED_HEADERS.has(lowerCaseName) ? `x-amzn-Remapped-${name}` : name,
      value,
    ]);
  };
  for (const [name, value] of Object.entries(headers ?? {})) if (value !== null) put(name, value);
  for (const [name, values] of Object.entries(multiValueHeaders ?? {}))
    if (values !== null) put(name, values);
  if (!mergedHeaders.has('content-type')) put('Content-Type', 'application/json');
  return {
    statusCode,
    headers: [...mergedHeaders.values()],
    body: isBase64Encoded === true ? Buffer.from(body ?? '', 'base64') : (body ?? ''),
  };
}
