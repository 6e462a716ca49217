import { formatErrorBody } from '../../shared/platform/contract/envelope.ts';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import { CURRENT_VERSION } from '../../shared/platform/contract/versions/version-table.ts';
import {
  buildDocumentationPathPattern,
  DOCUMENTATION_ADDRESS,
  toPageFilePath,
} from '../documentation/addresses.ts';

export interface PageFile {
  /** Path on the host, starting with a slash. */
  readonly path: string;
  readonly contents: Uint8Array;
  readonly contentType: string;
  /** Whether the file's name contains a hash of its contents. Browsers may then cache the file forever. */
  readonly isImmutable: boolean;
}

export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Browsers always revalidate the HTML document, because it contains the names of the current scripts and style
 * sheets.
 */
export const CACHE_CONTROL = {
  document: 'no-cache',
  immutable: 'public, max-age=31536000, immutable',
} as const;

/** Content Security Policy of the dashboard. It allows data URLs, because wallet icons are data URLs. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Path of the dashboard's HTML document. Its script selects the page to show by the URL. */
export const DASHBOARD_DOCUMENT_PATH = '/index.html';

/** Matches the paths of the documentation pages. Each page has its own file. */
const DOCUMENTATION_PATTERN = buildDocumentationPathPattern();

/** Matches the paths of the dashboard's pages. Must be changed together with the dashboard's router. */
const PAGE_PATTERN =
  /^\/(login|strategies(\/[^/]+)?|compare|allocation|market|(positions|developer|administration)(\/\w+)?)?\/?$/;

/** Matches request paths that name a file, such as a script, and not a page. */
const STATIC_FILE_PATTERN = /^\/(llms\.txt$|assets\/)/;

/**
 * Matches an Accept header with `text/html`, as browsers send it. Any other request for a dashboard page gets 404,
 * because it probably comes from an API client with a wrong base URL.
 */
const HTML_ACCEPT_PATTERN = /\btext\/html\b/;

/** Matches an Accept header that allows HTML. A wildcard, as curl sends it, and an empty header also match. */
const ANY_HTML_ACCEPT_PATTERN = /^$|\btext\/(html|\*)|\*\/\*/;

/** Matches the paths at which Model Context Protocol clients look for OAuth after a rejected credential. */
const OAUTH_PATH_PATTERN = /^\/(register|authorize|token|\.well-known\/(oauth|openid)-.*)$/;

/** Response if no file exists at the path, or if the path is a page and the request does not accept HTML. */
export const NOT_FOUND_RESPONSE = {
  status: 404,
  contentType: 'application/json',
  body: formatErrorBody(
    new ApiError('not_found', {
      message: `Nothing was found at this path. Paths of the API start with /${CURRENT_VERSION.id}, and the documentation is at ${DOCUMENTATION_ADDRESS}. Pages of the dashboard require the header Accept: text/html.`,
    }),
  ),
  oauthBody: formatErrorBody(
    new ApiError('not_found', {
      message:
        'This service has no OAuth. If a client looks for it, the API key is missing or wrong: check the header X-API-KEY.',
    }),
  ),
} as const;

/** The patterns for the CloudFront function, which implements the rules of `findServedPath` in its own code. */
export const REQUEST_PATTERNS = {
  documentation: DOCUMENTATION_PATTERN,
  page: PAGE_PATTERN,
  file: STATIC_FILE_PATTERN,
  html: HTML_ACCEPT_PATTERN,
  anyHtml: ANY_HTML_ACCEPT_PATTERN,
  oauth: OAUTH_PATH_PATTERN,
} as const;

export const buildNotFoundBody = (pathname: string): string =>
  OAUTH_PATH_PATTERN.test(pathname) ? NOT_FOUND_RESPONSE.oauthBody : NOT_FOUND_RESPONSE.body;

/**
 * Returns the path of the file for a request path, or undefined for 404.
 *
 * @param acceptHeader the request's `Accept` header; empty if it is missing
 */
export function findServedPath(pathname: string, acceptHeader: string): string | undefined {
  if (STATIC_FILE_PATTERN.test(pathname)) return pathname;
  if (ANY_HTML_ACCEPT_PATTERN.test(acceptHeader) && DOCUMENTATION_PATTERN.test(pathname))
    return toPageFilePath(pathname.replace(/\/$/, ''));
  return HTML_ACCEPT_PATTERN.test(acceptHeader) && PAGE_PATTERN.test(pathname)
    ? DASHBOARD_DOCUMENT_PATH
    : undefined;
}
