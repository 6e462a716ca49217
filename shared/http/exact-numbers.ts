import { ISSUES_MAX, invalidRequest, type RequestIssue } from '../platform/contract/errors.ts';
import type { Middleware } from './middleware.ts';

/** Maximum size of a request body in bytes, far above any documented one. */
const BODY_MAX_BYTES = 64 * 1024;
/** Maximum number of significant digits that a double keeps without loss. */
const NUMBER_MAX_DIGITS = 15;
/** Maximum number of characters of a number. A double rounds much smaller numbers to 0. */
const NUMBER_MAX_LENGTH = 64;

/** Maximum nesting depth of a body, far above any documented one. */
const NESTING_MAX = 32;

const DIGITS_RULE = `must be a JSON number of at most ${NUMBER_MAX_DIGITS} significant digits and ${NUMBER_MAX_LENGTH} characters; round it, or send it as a string if it is an amount`;

function significantDigits(digits: string): number {
  return digits.replace(/^-?0*\.?0*/, '').replace('.', '').length;
}

/** Returns the rule that a number's text breaks, or undefined. */
function numberProblem(digits: string): string | undefined {
  if (/[eE]/.test(digits)) return 'must be written without an exponent, such as 1000 instead of 1e3';
  return digits.length > NUMBER_MAX_LENGTH || significantDigits(digits) > NUMBER_MAX_DIGITS
    ? DIGITS_RULE
    : undefined;
}

/**
 * Returns an issue for each number in a JSON text that a double would change. The reviver visits
 * inner values first and knows only the direct parent. So each path is built from its end.
 */
function inexactNumbers(text: string): RequestIssue[] {
  const inexactFields: { holder: object; path: string[]; message: string }[] = [];
  JSON.parse(text, function (key, value, { source }) {
    if (typeof value === 'number' && source !== undefined) {
      const message = numberProblem(source);
      if (message !== undefined) inexactFields.push({ holder: this, path: [key], message });
    } else if (inexactFields.length > 0) {
      for (const number of inexactFields.slice(0, ISSUES_MAX)) {
        if (number.holder !== value) continue;
        number.path.unshift(key);
        number.holder = this;
      }
    }
    return value;
  });
  return inexactFields.map(({ path, message }) => ({ path: ['body', ...path.slice(1)].join('.'), message }));
}

/**
 * Returns an issue for each name that occurs twice in one object of a JSON text. JSON.parse keeps
 * the last value, other parsers the first.
 * @param text valid JSON
 */
function repeatedNames(text: string): RequestIssue[] {
  const issues: RequestIssue[] = [];
  /**
   * The objects (with their names so far) and arrays around the current token, each with its
   * current name or index.
   */
  const holders: { readonly names?: Set<string>; at: string | number }[] = [];
  let isNameNext = false;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    const holder = holders.at(-1);
    if (token === '{') holders.push({ names: new Set(), at: '' });
    else if (token === '[') holders.push({ at: 0 });
    else if (token === '}' || token === ']') holders.pop();
    else if (token === ',' && typeof holder?.at === 'number') holder.at += 1;
    else if (isNameNext && holder?.names !== undefined) {
      const name = String(JSON.parse(token));
      holder.at = name;
      if (holder.names.has(name)) {
        const path = ['body', ...holders.map(({ at }) => at)].join('.');
        issues.push({ path, message: 'appears twice in the same JSON object; send each name once' });
      }
      holder.names.add(name);
    }
    isNameNext = token === '{' || (token === ',' && holder?.names !== undefined);
    if (issues.length === ISSUES_MAX) break;
  }
  return issues;
}

/**
 * Returns whether objects and arrays are nested too deeply. Such a body is rejected before parsing,
 * because parsing takes time for each value and level.
 * @param text any text; it is read in one pass
 */
function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > NESTING_MAX) return true;
  }
  return false;
}

/**
 * Returns an issue for each part of a JSON text that a parser would change: repeated names, and numbers that a
 * double changes. Empty for a text that is nested too deeply, because it is rejected as a whole.
 * @param text valid JSON
 */
export function changedParts(text: string): RequestIssue[] {
  return isNestedTooDeeply(text)
    ? []
    : [...inexactNumbers(text), ...repeatedNames(text)].slice(0, ISSUES_MAX);
}

function problems(text: string): RequestIssue[] {
  if (Buffer.byteLength(text) > BODY_MAX_BYTES) {
    return [{ path: 'body', message: `must be at most ${BODY_MAX_BYTES} bytes` }];
  }
  if (isNestedTooDeeply(text)) {
    const message = `must be nested at most ${NESTING_MAX} levels deep; send only the fields that the API reference shows`;
    return [{ path: 'body', message }];
  }
  try {
    return changedParts(text);
  } catch (error) {
    // Invalid JSON is rejected later by the parser, after it has checked the content type.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/**
 * Rejects bodies that the JSON parser would change: repeated names, and numbers with an exponent or
 * with more digits than a double keeps. Longer amounts must be strings.
 * It reads the text itself, because the parser's reviver does not see how a number was written.
 */
export function exactNumbers(): Middleware {
  return {
    name: 'exact-numbers',
    before: ({ event, internal }) => {
      if (internal.route.body === undefined || event.body === null || event.body === '') return;
      const text = event.isBase64Encoded ? Buffer.from(event.body, 'base64').toString('utf8') : event.body;
      const issues = problems(text);
      if (issues.length > 0) throw invalidRequest(issues);
    },
  };
}
