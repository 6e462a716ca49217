import { BASE_URL } from '../api/client.ts';
import { CopyButton } from './code.tsx';

/** A GET request to the API. */
export interface CurlRequest {
  /** The path after the base URL. */
  readonly path: string;
  /** The query parameters. Lists are joined with commas. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Whether the API requires a session for this request and rejects API keys. */
  readonly needsSession?: boolean;
}

const SESSION_TOKEN_COMMENT = '# KEY must be a session token, because an API key cannot send this request.\n';

/** The command contains a shell variable instead of the credential, so that the user does not copy a secret. */
export function buildCurlCommand({ path, query = {}, needsSession = false }: CurlRequest): string {
  const queryParameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(queryParameters).toString();
  const command = `curl -H "X-API-KEY: $KEY" "${BASE_URL}${path}${text === '' ? '' : `?${text}`}"`;
  return needsSession ? `${SESSION_TOKEN_COMMENT}${command}` : command;
}

export function CopyCurlButton(request: CurlRequest) {
  return <CopyButton text={buildCurlCommand(request)} label="Copy as curl" />;
}
