import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'esbuild';
import type { DocumentedRoute } from '../shared/platform/contract/documented-route.ts';
import type { ApiVersion } from '../shared/platform/contract/versions/versions.ts';
import { buildOpenApi } from '../shared/platform/documents/openapi.ts';
import { renderDocs } from '../shared/platform/documents/page.ts';
import { describeTools } from '../shared/platform/documents/tools.ts';
import { CALLABLE } from '../shared/service/mcp/callable.ts';
import { TOOL_WORDS } from '../shared/service/mcp/tool-words.ts';
import { TOOLS } from '../shared/service/mcp/tools.ts';

const SERVICE = join(import.meta.dirname, '..', 'shared', 'service');

function packed(text: string): string {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return brotliCompressSync(text, { params }).toString('base64');
}

/** Source of a function that unpacks one version's text. */
function unpacking(name: string, versions: readonly ApiVersion[], textOf: (version: ApiVersion) => string) {
  const texts = Object.fromEntries(versions.map((version) => [version.id, packed(textOf(version))]));
  return `export const ${name} = async ({ id }) =>
    brotliDecompressSync(Buffer.from(${JSON.stringify(texts)}[id], 'base64')).toString();`;
}

/** The tools of endpoints that are there: a stage can leave capabilities out. */
function toolsOf(routes: readonly DocumentedRoute[]) {
  const ids = new Set<string>(routes.map(({ id }) => id));
  const isThere = ({ route }: { readonly route: { readonly id: string } }) => ids.has(route.id);
  return { described: TOOLS.filter(isThere), callable: CALLABLE.filter(isThere) };
}

/**
 * Puts the finished documents of every version, and what calls of tools go by, into the functions that need them, so
 * that these load neither the routes of all others nor what describes them.
 */
export function finishedDocuments(
  routes: readonly DocumentedRoute[],
  versions: readonly ApiVersion[],
): Plugin {
  const finished: Readonly<Record<string, () => readonly string[]>> = {
    [join(SERVICE, 'documents.ts')]: () => [
      `import { brotliDecompressSync } from 'node:zlib';`,
      unpacking('openApiText', versions, (version) => JSON.stringify(buildOpenApi(routes, version))),
      unpacking('pageText', versions, (version) => renderDocs(routes, version)),
    ],
    [join(SERVICE, 'mcp', 'definitions.ts')]: () => [
      `export const toolsText = async () => ${JSON.stringify(JSON.stringify(describeTools(toolsOf(routes).described, routes, TOOL_WORDS)))};`,
    ],
    [join(SERVICE, 'mcp', 'callable.ts')]: () => [
      `export const CALLABLE = ${JSON.stringify(toolsOf(routes).callable)};`,
    ],
  };
  return {
    name: 'finished-documents',
    setup: ({ onLoad }) => {
      onLoad(
        { filter: /[\\/]shared[\\/]service[\\/](documents|mcp[\\/](callable|definitions))\.ts$/ },
        ({ path }) => {
          const contents = finished[path]?.();
          return contents === undefined ? undefined : { contents: contents.join('\n'), loader: 'js' };
        },
      );
    },
  };
}
