import { BASE_URL } from '../api/client.ts';
import { CopyButton } from './code.tsx';

/** A GET request of the API. */
export interface CurlRequest {
  /** Below the base URL. */
  readonly path: string;
  /** Lists are joined by commas. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Whether the API accepts the request with a session only, not with an API key. */
  readonly needsSession?: boolean;
}

const SESSION_NOTE = '# KEY must be a session token, because an API key cannot send this request.\n';

/**
 * Returns the request of a list as a curl command. The credential is a variable, so that no credential is
 * copied.
 */
export function curlOf({ path, query = {}, needsSession = false }: CurlRequest): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(parameters).toString();
  const command = `curl -H "X-API-KEY: $KEY" "${BASE_URL}${path}${text === '' ? '' : `?${text}`}"`;
  return needsSession ? `${SESSION_NOTE}${command}` : command;
}

/** Copies the request of a list as a curl command. */
export function CopyCurl(request: CurlRequest) {
  return <CopyButton text={curlOf(request)} label="Copy as curl" />;
}
