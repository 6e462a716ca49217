import { invalidRequest, type RequestIssue } from '../platform/contract/errors.ts';
import { type Exchange, header, type Step } from './context.ts';

/** The largest request body, in bytes: far above any documented one. */
export const BODY_MAX_BYTES = 64 * 1024;
/** Digits that every JSON reader carries through a double without loss. */
export const NUMBER_MAX_DIGITS = 15;

const JSON_MEDIA_TYPE = /^application\/([\w.+-]+\+)?json\s*(;|$)/i;

function significantDigits(source: string): number {
  return source.replace(/^-?0*\.?0*/, '').replace('.', '').length;
}

/**
 * Parses JSON and refuses numbers that could not survive it: with an exponent, or with more than 15 significant
 * digits, where a double silently rounds. Amounts of more digits are sent as strings.
 */
function parseExactly(text: string): { value: unknown; issues: RequestIssue[] } {
  const issues: RequestIssue[] = [];
  const value: unknown = JSON.parse(text, (key, parsed: unknown, context?: { source?: string }) => {
    const source = context?.source;
    if (typeof parsed !== 'number' || source === undefined) return parsed;
    const path = key === '' ? 'body' : `body.${key}`;
    if (/[eE]/.test(source)) issues.push({ path, message: 'must be written without an exponent' });
    else if (significantDigits(source) > NUMBER_MAX_DIGITS) {
      issues.push({
        path,
        message: `a JSON number may have at most ${NUMBER_MAX_DIGITS} significant digits; send it as a string`,
      });
    }
    return parsed;
  });
  return { value, issues };
}

/** The body as a value. Throws 400 when it is missing, too large, of another type or not JSON. */
function readBody(exchange: Exchange): unknown {
  const { event } = exchange;
  if (event.body === null || event.body === '') {
    throw invalidRequest([{ path: 'body', message: 'is required: send a JSON object' }]);
  }
  const type = header(event, 'content-type');
  if (type === undefined || !JSON_MEDIA_TYPE.test(type)) {
    throw invalidRequest([{ path: 'headers.Content-Type', message: 'must be application/json' }]);
  }
  const text = event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString('utf8') : event.body;
  if (Buffer.byteLength(text) > BODY_MAX_BYTES) {
    throw invalidRequest([{ path: 'body', message: `must be at most ${BODY_MAX_BYTES} bytes` }]);
  }
  let parsed: ReturnType<typeof parseExactly>;
  try {
    parsed = parseExactly(text);
  } catch (error) {
    // Reading with a reviver takes a stack frame for each level.
    if (error instanceof RangeError)
      throw invalidRequest([{ path: 'body', message: 'is nested too deeply' }]);
    if (!(error instanceof SyntaxError)) throw error;
    throw invalidRequest([{ path: 'body', message: 'is not valid JSON' }]);
  }
  if (parsed.issues.length > 0) throw invalidRequest(parsed.issues);
  return parsed.value;
}

/** Parses the JSON body of routes that take one. */
export function jsonBody(): Step {
  return {
    name: 'json-body',
    before: ({ event: exchange }) => {
      const schema = exchange.route.body;
      if (schema === undefined) return;
      const { body } = exchange.event;
      if ((body === null || body === '') && schema.safeParse({}).success) exchange.body = {};
      else exchange.body = readBody(exchange);
    },
  };
}
