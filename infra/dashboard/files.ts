import { errorText } from '../../shared/platform/contract/envelope.ts';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import { addressPattern, fileOf } from '../documentation/addresses.ts';

/** One file of the pages, as a browser asks for it. */
export interface PageFile {
  /** From the host's root, beginning with a slash. */
  readonly path: string;
  readonly contents: Uint8Array;
  readonly contentType: string;
  /** Whether its name has its content's hash in it, so that it may be kept for ever. */
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
 * Browsers always revalidate the document, because it names the parts. They keep the parts for a year, the most that
 * caches honour.
 */
export const CACHE_CONTROL = {
  document: 'no-cache',
  immutable: 'public, max-age=31536000, immutable',
} as const;

/** The API is on the same host, wallets bring their icons as data, and nothing else is ever loaded. */
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

/** Headers of every page and of every part of one. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** The document of the dashboard: it shows the page of its address itself. */
export const DOCUMENT_PATH = '/index.html';

/** The addresses of the documentation. Each has its own file. */
const DOCUMENTATION_PATTERN = addressPattern();

/** The addresses of the dashboard's pages, as its router knows them. */
const PAGE_PATTERN =
  /^\/(login|strategies(\/[^/]+)?|compare|plan|market|(positions|developer|administration)(\/\w+)?)?\/?$/;

/** What else the host serves by its own address. */
const FILE_PATTERN = /^\/(llms\.txt$|assets\/)/;

/** Whether a request asks for a page: an address alone could also be a program's. */
const HTML_PATTERN = /\btext\/html\b/;

/** Where clients of the Model Context Protocol look for OAuth when their credential was refused. */
const OAUTH_PATTERN = /^\/(register|authorize|token|\.well-known\/(oauth|openid)-.*)$/;

/** What answers where nothing is, pages included, unless a known page is requested as HTML. */
export const NOT_FOUND = {
  status: 404,
  contentType: 'application/json',
  body: errorText(new ApiError('not_found')),
  oauthBody: errorText(
    new ApiError('not_found', {
      message:
        'This service has no OAuth. If a client looks for it, the API key is missing or wrong: check the header X-API-KEY.',
    }),
  ),
} as const;

/** The patterns, for the function in front of the bucket, which is written in the language of its platform. */
export const PATTERNS = {
  documentation: DOCUMENTATION_PATTERN,
  page: PAGE_PATTERN,
  file: FILE_PATTERN,
  html: HTML_PATTERN,
  oauth: OAUTH_PATTERN,
} as const;

/** The body of a 404 at an address. */
export const notFoundAt = (pathname: string): string =>
  OAUTH_PATTERN.test(pathname) ? NOT_FOUND.oauthBody : NOT_FOUND.body;

/**
 * The file that answers at an address, or undefined where nothing is.
 *
 * @param accept the request's `Accept`: a page is served only where it names `text/html`
 */
export function fileAt(pathname: string, accept: string): string | undefined {
  if (FILE_PATTERN.test(pathname)) return pathname;
  if (!HTML_PATTERN.test(accept)) return undefined;
  if (DOCUMENTATION_PATTERN.test(pathname)) return fileOf(pathname.replace(/\/$/, ''));
  return PAGE_PATTERN.test(pathname) ? DOCUMENT_PATH : undefined;
}
