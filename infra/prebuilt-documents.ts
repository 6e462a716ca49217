import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'esbuild';
import type { DocumentedRoute } from '../shared/platform/contract/documented-route.ts';
import type { ApiVersion } from '../shared/platform/contract/versions/versions.ts';
import { buildOpenApi } from '../shared/platform/documents/openapi.ts';
import { renderApiReference } from '../shared/platform/documents/page.ts';
import { describeTools } from '../shared/platform/documents/tools.ts';
import { CALLABLE_TOOLS } from '../shared/service/mcp/callable.ts';
import { TOOL_TEXTS } from '../shared/service/mcp/tool-texts.ts';
import { MCP_TOOLS } from '../shared/service/mcp/tools.ts';

const SERVICE_FOLDER = join(import.meta.dirname, '..', 'shared', 'service');

function compressText(text: string): string {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).toString('base64');
}

/**
 * Returns the JavaScript source of a function called `name`. This function decompresses and returns the text of one API
 * version.
 */
function buildDecompressingSource(
  name: string,
  versions: readonly ApiVersion[],
  documentTextOf: (version: ApiVersion) => string,
) {
  const compressedTextById = Object.fromEntries(
    versions.map((version) => [version.id, compressText(documentTextOf(version))]),
  );
  return `export const ${name} = async ({ id }) =>
    brotliDecompressSync(Buffer.from(${JSON.stringify(compressedTextById)}[id], 'base64')).toString();`;
}

/** Returns the MCP tools whose endpoints the stage has. A stage can leave out capabilities. */
function selectServedTools(routes: readonly DocumentedRoute[]) {
  const ids = new Set<string>(routes.map(({ id }) => id));
  const isServedTool = ({ route }: { readonly route: { readonly id: string } }) => ids.has(route.id);
  return { described: MCP_TOOLS.filter(isServedTool), callable: CALLABLE_TOOLS.filter(isServedTool) };
}

/**
 * esbuild plugin that embeds the prebuilt documents and MCP tool definitions, so that the functions that serve them
 * do not load the code that builds them.
 */
export function prebuiltDocumentsPlugin(
  routes: readonly DocumentedRoute[],
  versions: readonly ApiVersion[],
): Plugin {
  const sourceLinesByPath: Readonly<Record<string, () => readonly string[]>> = {
    [join(SERVICE_FOLDER, 'documents.ts')]: () => [
      `import { brotliDecompressSync } from 'node:zlib';`,
      buildDecompressingSource('openApiJson', versions, (version) =>
        JSON.stringify(buildOpenApi(routes, version)),
      ),
      buildDecompressingSource('renderApiReferenceHtml', versions, (version) =>
        renderApiReference(routes, version),
      ),
    ],
    [join(SERVICE_FOLDER, 'mcp', 'definitions.ts')]: () => [
      `export const toolDefinitionsJson = async () => ${JSON.stringify(JSON.stringify(describeTools(selectServedTools(routes).described, routes, TOOL_TEXTS)))};`,
    ],
    [join(SERVICE_FOLDER, 'mcp', 'callable.ts')]: () => [
      `export const CALLABLE_TOOLS = ${JSON.stringify(selectServedTools(routes).callable)};`,
    ],
  };
  return {
    name: 'prebuilt-documents',
    setup: ({ onLoad }) => {
      onLoad(
        { filter: /[\\/]shared[\\/]service[\\/](documents|mcp[\\/](callable|definitions))\.ts$/ },
        ({ path }) => {
          const contents = sourceLinesByPath[path]?.();
          return contents === undefined ? undefined : { contents: contents.join('\n'), loader: 'js' };
        },
      );
    },
  };
}
