import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../../infra/emulator/process/port.ts';
import {
  EXTENSIBLE_ENUM_KEYWORD,
  isRecord,
  type Json,
} from '../../../shared/platform/documents/json-schema.ts';
import { at } from '../../support/at.ts';

/** A value that no enum of the current OpenAPI document contains. */
export const FUTURE_VALUE = 'tomorrow';

export interface FutureService {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/**
 * Returns the document's path template for a path. An identical path has priority, because `{id}` matches any segment.
 */
function templateOf(document: Json, path: string): string | undefined {
  const paths = Object.keys(isRecord(document.paths) ? document.paths : {});
  const fits = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  return paths.includes(path) ? path : paths.find(fits);
}

/** Returns the schema of a response by its status. */
function schemaOf(document: Json, path: string, method: string, status: number): unknown {
  const template = templateOf(document, path) ?? '';
  const response = at(document, 'paths', template, method.toLowerCase(), 'responses', String(status));
  return at(resolved(document, response), 'content', 'application/json', 'schema');
}

function resolved(document: Json, schema: unknown): unknown {
  const reference = at(schema, '$ref');
  if (typeof reference !== 'string') return schema;
  return resolved(document, at(document, ...reference.slice(2).split('/')));
}

/**
 * Returns a value as a future version may send it. Each open object has one more field, and each text of an extensible
 * enum has a new value.
 */
function addFutureVersionChanges(document: Json, given: unknown, value: unknown): unknown {
  const schema = resolved(document, given);
  if (Array.isArray(value))
    return value.map((each) => addFutureVersionChanges(document, at(schema, 'items'), each));
  if (typeof value === 'string')
    return at(schema, EXTENSIBLE_ENUM_KEYWORD) === undefined ? value : FUTURE_VALUE;
  if (!isRecord(value)) return value;
  const nullable = at(schema, 'anyOf', '0');
  if (nullable !== undefined) return addFutureVersionChanges(document, nullable, value);
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    addFutureVersionChanges(
      document,
      at(schema, 'properties', name) ?? at(schema, 'additionalProperties'),
      inner,
    ),
  ]);
  const isOpen = at(schema, 'additionalProperties') === true;
  return { ...Object.fromEntries(fields), ...(isOpen && { added_tomorrow: { at: [FUTURE_VALUE] } }) };
}

/** Starts a server that forwards requests to the service and changes the responses as a future version may. */
export async function startFutureService(baseUrl: string, document: Json): Promise<FutureService> {
  const { origin, pathname: prefix } = new URL(baseUrl);
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const body = await text(request);
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      [
        'host',
        'connection',
        'content-length',
        'accept-encoding',
        'transfer-encoding',
        'upgrade',
        'http2-settings',
      ].includes(name)
        ? []
        : [[name, String(value)]],
    );
    const answer = await fetch(`${origin}${url}`, { method, headers, ...(body !== '' && { body }) });
    const path = new URL(url, origin).pathname.slice(prefix.length);
    const schema = schemaOf(document, path, method, answer.status);
    const changed = JSON.stringify(addFutureVersionChanges(document, schema, await answer.json()));
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(changed);
  });
  const port = await listenOnLoopback(server);
  return {
    baseUrl: `http://127.0.0.1:${port}${prefix}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
