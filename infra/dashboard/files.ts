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
  '.txt': 'text/plain; charset=utf-8',
};

/** The document is asked for anew each time, as it names the parts; a year is the most that is meant by for ever. */
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

/** The address of a page has no dot in its last part: all of them are the one document, which shows the page itself. */
export const DOCUMENT_PATH = '/index.html';

/** The address of the documentation, which is a document of its own. */
export const DOCUMENTATION = { address: '/docs', documentPath: '/docs/index.html' } as const;

/** The file that answers at an address. */
export function fileAt(pathname: string): string {
  if (pathname.slice(pathname.lastIndexOf('/')).includes('.')) return pathname;
  const isDocumentation = pathname.replace(/\/$/, '') === DOCUMENTATION.address;
  return isDocumentation ? DOCUMENTATION.documentPath : DOCUMENT_PATH;
}
