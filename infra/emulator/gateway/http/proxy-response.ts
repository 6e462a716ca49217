import * as z from 'zod';
import { LAMBDA_ANSWER_BYTES_MAX } from '../../../../shared/http/encoding.ts';

const headerValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** What API Gateway accepts from a Lambda behind a proxy integration; anything else is a bad gateway. */
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
  headers: z.record(z.string(), headerValue.nullable()).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValue).nullable()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

export interface HttpAnswer {
  statusCode: number;
  headers: [name: string, value: string | string[]][];
  body: string | Buffer;
}

/** Below this many characters no JSON text can exceed the quota: a character takes 6 bytes at most. */
const SURELY_WITHIN_LIMIT_CHARACTERS = 1024 * 1024 - 16_384;

/** Headers that belong to API Gateway; a Lambda's own come out under another name. */
const REMAPPED = new Set([
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

function exceedsLimit(payload: unknown, body: string): boolean {
  if (body.length < SURELY_WITHIN_LIMIT_CHARACTERS) return false;
  return Buffer.byteLength(JSON.stringify(payload)) > LAMBDA_ANSWER_BYTES_MAX;
}

/** The HTTP answer for what a Lambda returned; undefined where AWS answers 502 instead. */
export function readProxyResponse(payload: unknown): HttpAnswer | undefined {
  const parsed = proxyResponseSchema.safeParse(payload);
  if (!parsed.success) return undefined;
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = parsed.data;
  if (exceedsLimit(payload, body ?? '')) return undefined;

  // Values of both maps are merged; where a name is in both, the lists win.
  const merged = new Map<string, [name: string, value: string | string[]]>();
  const put = (name: string, value: string | string[]) => {
    const lower = name.toLowerCase();
    merged.set(lower, [REMAPPED.has(lower) ? `x-amzn-Remapped-${name}` : name, value]);
  };
  for (const [name, value] of Object.entries(headers ?? {})) if (value !== null) put(name, value);
  for (const [name, values] of Object.entries(multiValueHeaders ?? {}))
    if (values !== null) put(name, values);
  if (!merged.has('content-type')) put('Content-Type', 'application/json');
  return {
    statusCode,
    headers: [...merged.values()],
    body: isBase64Encoded === true ? Buffer.from(body ?? '', 'base64') : (body ?? ''),
  };
}
