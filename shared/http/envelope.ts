import { gzipSync } from 'node:zlib';
import { successText } from '../platform/contract/envelope.ts';
import { IDEMPOTENT_REPLAYED_HEADER, JSON_TYPE } from '../platform/contract/headers.ts';
import type { Step } from './context.ts';

/** The page needs no script and loads nothing; the description of the API is for everybody. */
const DOCUMENT_HEADERS = {
  openapi: { 'Content-Type': JSON_TYPE, 'Access-Control-Allow-Origin': '*' },
  html: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  },
} as const;

/** Wraps the handler's reply in the success envelope, with the route's status. */
export function envelope(): Step {
  return {
    name: 'envelope',
    after: (passage) => {
      const { route, reply, headers } = passage.event;
      if (reply === undefined) throw new Error(`The handler of ${route.id} gave no reply`);
      if (route.format !== undefined) {
        Object.assign(headers, DOCUMENT_HEADERS[route.format]);
        passage.response = { statusCode: route.status, headers, body: String(reply.data) };
        return;
      }
      headers['Content-Type'] = JSON_TYPE;
      if (reply.replayed === true) headers[IDEMPOTENT_REPLAYED_HEADER] = 'true';
      const meta =
        reply.pagination === undefined ? reply.meta : { ...reply.meta, pagination: reply.pagination };
      const statusCode = reply.status ?? route.status;
      const text = successText(reply.data, meta ?? {});
      if (route.compressed === true) {
        headers['Content-Encoding'] = 'gzip';
        const body = gzipSync(text).toString('base64');
        passage.response = { statusCode, headers, body, isBase64Encoded: true };
        return;
      }
      passage.response = { statusCode, headers, body: text };
    },
  };
}
