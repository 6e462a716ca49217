import { BASE_URL } from '../api/client.ts';
import { CopyButton } from './code.tsx';

/** The query of a request. Lists are joined by commas. */
type Query = Readonly<Record<string, unknown>>;

/** The request behind a list as a command. The key is a variable, so that no credential is copied. */
export function curlOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return `curl -H "X-API-KEY: $YIELD_API_KEY" "${BASE_URL}${path}${text === '' ? '' : `?${text}`}"`;
}

/** Copies the request behind a list as a curl command. */
export function CopyCurl({ path, query }: { path: string; query?: Query }) {
  return <CopyButton text={curlOf(path, query)} label="Copy as curl" />;
}
