import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { buildDashboard, type Dashboard } from '../dashboard/build.ts';
import {
  buildNotFoundBody,
  CACHE_CONTROL,
  findServedPath,
  NOT_FOUND_RESPONSE,
  type PageFile,
  SECURITY_HEADERS,
} from '../dashboard/files.ts';

const compressWithBrotli = promisify(brotliCompress);

/** Brotli quality (0 to 11). */
const BROTLI_QUALITY = 5;

export function compress(contents: Uint8Array): Promise<Buffer> {
  return compressWithBrotli(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}

type RequestHandler = (message: IncomingMessage, response: ServerResponse) => void;

/** A page file with its compressed contents, created at the first request. */
interface ServedFile extends PageFile {
  compressed?: Promise<Buffer>;
}

export interface HostHandlerOptions {
  /** First path segments of the API's paths, such as `v1`. All other paths belong to the pages. */
  readonly apiSegments: ReadonlySet<string>;
  /** Handles the API's requests. */
  readonly api: RequestHandler;
  /** Optional handler for all paths that start with `path`. It has priority over the pages and the API. */
  readonly extraHandler?: { readonly path: string; readonly handle: RequestHandler } | undefined;
  readonly onError: (error: unknown) => void;
}

/** Handles requests as CloudFront does: paths with a version segment go to the API, and all others to the dashboard. */
export function createHostHandler({
  apiSegments,
  api,
  extraHandler,
  onError,
}: HostHandlerOptions): RequestHandler {
  let site: Promise<ReadonlyMap<string, ServedFile>> | undefined;
  return (message, response) => {
    const [pathname = '/'] = (message.url ?? '/').split('?');
    if (extraHandler !== undefined && pathname.startsWith(extraHandler.path)) {
      extraHandler.handle(message, response);
      return;
    }
    const isReadRequest = message.method === 'GET' || message.method === 'HEAD';
    const path = isReadRequest ? findServedPath(pathname, message.headers.accept ?? '') : undefined;
    if (apiSegments.has(pathname.split('/')[1] ?? '')) {
      api(message, response);
      return;
    }
    if (path === undefined) {
      sendNotFound(message, response);
      return;
    }
    site ??= buildDashboard().then(mapFilesByPath);
    site
      .then((filesByPath) => sendFile(filesByPath.get(path), message, response))
      .catch((error: unknown) => {
        site = undefined;
        onError(error);
        response
          .writeHead(500, { 'Content-Type': 'text/plain' })
          .end('The pages of the dashboard could not be built. See the log of the server.\n');
      });
  };
}

const mapFilesByPath = ({ files }: Dashboard): ReadonlyMap<string, ServedFile> =>
  new Map(files.map((file) => [file.path, { ...file }]));

function sendNotFound(message: IncomingMessage, response: ServerResponse): void {
  const { status, contentType } = NOT_FOUND_RESPONSE;
  const body = buildNotFoundBody((message.url ?? '/').split('?')[0] ?? '/');
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    'Content-Type': contentType,
    'Cache-Control': CACHE_CONTROL.document,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(message.method === 'HEAD' ? undefined : body);
}

async function sendFile(
  file: ServedFile | undefined,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (file === undefined) {
    sendNotFound(message, response);
    return;
  }
  const acceptsBrotli = /\bbr\b/.test(String(message.headers['accept-encoding'] ?? ''));
  file.compressed ??= compress(file.contents);
  const body = acceptsBrotli ? await file.compressed : file.contents;
  response.writeHead(200, {
    ...SECURITY_HEADERS,
    'Content-Type': file.contentType,
    'Cache-Control': file.isImmutable ? CACHE_CONTROL.immutable : CACHE_CONTROL.document,
    'Content-Length': body.length,
    Vary: 'Accept-Encoding',
    ...(acceptsBrotli ? { 'Content-Encoding': 'br' } : {}),
  });
  response.end(message.method === 'HEAD' ? undefined : body);
}
