import { ISSUES_MAX, invalidRequestError, type RequestIssue } from '../platform/contract/errors.ts';
import type { Middleware } from './middleware.ts';

/** Maximum size of a request body in bytes. It is far larger than any documented body. */
const BODY_MAX_BYTES = 64 * 1024;
/** Maximum number of significant decimal digits that a double represents without loss. */
const SIGNIFICANT_DIGITS_MAX = 15;
/** Maximum number of characters of a number. A longer number could be so small that a double rounds it to 0. */
const NUMBER_MAX_LENGTH = 64;

/** Maximum nesting depth of a body. It is far deeper than any documented body. */
const NESTING_DEPTH_MAX = 32;

const DIGITS_RULE = `must be a JSON number of at most ${SIGNIFICANT_DIGITS_MAX} significant digits and ${NUMBER_MAX_LENGTH} characters; round the number, or send an amount as a string`;

function countSignificantDigits(numberText: string): number {
  return numberText.replace(/^-?0*\.?0*/, '').replace('.', '').length;
}

function findBrokenNumberRule(numberText: string): string | undefined {
  if (/[eE]/.test(numberText)) return 'must be written without an exponent, such as 1000 instead of 1e3';
  return numberText.length > NUMBER_MAX_LENGTH || countSignificantDigits(numberText) > SIGNIFICANT_DIGITS_MAX
    ? DIGITS_RULE
    : undefined;
}

/**
 * Returns an issue for each number in a JSON text that a double cannot represent exactly. The path of an issue is
 * built from the end, because the reviver of JSON.parse visits inner values first.
 */
function findInexactNumbers(text: string): RequestIssue[] {
  const inexactFields: { holder: object; path: string[]; message: string }[] = [];
  JSON.parse(text, function (key, value, { source }) {
    if (typeof value === 'number' && source !== undefined) {
      const message = findBrokenNumberRule(source);
      if (message !== undefined) inexactFields.push({ holder: this, path: [key], message });
    } else if (inexactFields.length > 0) {
      for (const inexactField of inexactFields.slice(0, ISSUES_MAX)) {
        if (inexactField.holder !== value) continue;
        inexactField.path.unshift(key);
        inexactField.holder = this;
      }
    }
    return value;
  });
  return inexactFields.map(({ path, message }) => ({ path: ['body', ...path.slice(1)].join('.'), message }));
}

/**
 * Returns an issue for each name that occurs twice in one object of a JSON text. This is an error because
 * parsers differ: JSON.parse keeps the last value, other parsers the first.
 * @param text valid JSON
 */
function findRepeatedNames(text: string): RequestIssue[] {
  const issues: RequestIssue[] = [];
  /** Stack of the objects and arrays around the current token, outermost first. */
  const enclosingContainers: { readonly names?: Set<string>; nameOrIndex: string | number }[] = [];
  let isNameNext = false;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    const innermostContainer = enclosingContainers.at(-1);
    if (token === '{') enclosingContainers.push({ names: new Set(), nameOrIndex: '' });
    else if (token === '[') enclosingContainers.push({ nameOrIndex: 0 });
    else if (token === '}' || token === ']') enclosingContainers.pop();
    else if (token === ',' && typeof innermostContainer?.nameOrIndex === 'number')
      innermostContainer.nameOrIndex += 1;
    else if (isNameNext && innermostContainer?.names !== undefined) {
      const name = String(JSON.parse(token));
      innermostContainer.nameOrIndex = name;
      if (innermostContainer.names.has(name)) {
        const path = ['body', ...enclosingContainers.map(({ nameOrIndex }) => nameOrIndex)].join('.');
        issues.push({ path, message: 'appears twice in the same JSON object; send each name once' });
      }
      innermostContainer.names.add(name);
    }
    isNameNext = token === '{' || (token === ',' && innermostContainer?.names !== undefined);
    if (issues.length === ISSUES_MAX) break;
  }
  return issues;
}

/** Returns whether a body has more than NESTING_DEPTH_MAX levels. Parsing such a body could take too long. */
function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > NESTING_DEPTH_MAX) return true;
  }
  return false;
}

/**
 * Returns an issue for each inexact number and each repeated property name, at most ISSUES_MAX. The text must be valid
 * JSON that is not nested too deeply.
 */
const findLossyJsonParts = (text: string): RequestIssue[] =>
  [...findInexactNumbers(text), ...findRepeatedNames(text)].slice(0, ISSUES_MAX);

/**
 * Returns an issue for each repeated property name and each inexact number in a JSON text. Returns an empty list if the
 * text is nested too deeply, because parsing it would be too expensive.
 *
 * @param text valid JSON
 */
export function findJsonIssues(text: string): RequestIssue[] {
  return isNestedTooDeeply(text) ? [] : findLossyJsonParts(text);
}

function findBodyIssues(text: string): RequestIssue[] {
  if (Buffer.byteLength(text) > BODY_MAX_BYTES) {
    return [{ path: 'body', message: `must be at most ${BODY_MAX_BYTES} bytes` }];
  }
  if (isNestedTooDeeply(text)) {
    const message = `must be nested at most ${NESTING_DEPTH_MAX} levels deep; send only the fields that the API reference shows`;
    return [{ path: 'body', message }];
  }
  try {
    return findLossyJsonParts(text);
  } catch (error) {
    // Invalid JSON is ignored here. The parser rejects it later, after it has checked the content type.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/**
 * Rejects a body that the JSON parser would change: a body with a repeated property name, or with a number that
 * JavaScript cannot represent exactly.
 * Reads the original text, because the parsed body no longer shows these problems.
 */
export function rejectInexactBody(): Middleware {
  return {
    name: 'exact-numbers',
    before: ({ event, internal }) => {
      if (internal.route.body === undefined || event.body === null || event.body === '') return;
      const text = event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString('utf8') : event.body;
      const issues = findBodyIssues(text);
      if (issues.length > 0) throw invalidRequestError(issues);
    },
  };
}
