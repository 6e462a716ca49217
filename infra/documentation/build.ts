import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { build } from 'esbuild';
import { CURRENT_VERSION } from '../../shared/platform/contract/versions/version-table.ts';
import { PROJECT_ROOT } from '../root.ts';
import { groupDocumentedRoutes } from './addresses.ts';
import { readChangelog, readGuides } from './guides.ts';
import { renderPage } from './layout.ts';
import { buildDocumentationPages, buildSearchIndex } from './site.ts';

const SCRIPT_SOURCE_FILE = 'clients/documentation/main.ts';

export interface DocumentationFile {
  readonly path: string;
  readonly contents: Uint8Array;
}

function findFilePath(files: readonly DocumentationFile[], extension: string): string {
  const matchingFile = files.find(({ path }) => path.endsWith(extension));
  if (matchingFile === undefined) throw new Error(`The documentation has no ${extension}`);
  return matchingFile.path;
}

/** Returns a file with a path below `assets`. The file name contains a hash of the contents. */
function createHashedFile(assets: string, name: string, extension: string, text: string): DocumentationFile {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase();
  return { path: `/${assets}/${name}-${hash}${extension}`, contents: Buffer.from(text) };
}

/** Builds the documentation: one file per page, and script, style sheet and search index in `assets`. */
export async function buildDocumentation(
  assets: string,
  target: readonly string[],
): Promise<DocumentationFile[]> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: { documentation: SCRIPT_SOURCE_FILE },
    outdir: assets,
    entryNames: '[name]-[hash]',
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: [...target],
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  const files = outputFiles.map(({ path, contents }) => ({
    path: `/${relative(PROJECT_ROOT, path).replaceAll('\\', '/')}`,
    contents,
  }));
  const layoutParts = {
    groups: groupDocumentedRoutes(),
    version: CURRENT_VERSION,
    guides: readGuides(),
    changelog: readChangelog(),
  };
  const pages = buildDocumentationPages(layoutParts);
  const searchIndexFile = createHashedFile(assets, 'documentation-search', '.json', buildSearchIndex(pages));
  const layout = {
    ...layoutParts,
    script: findFilePath(files, '.js'),
    style: findFilePath(files, '.css'),
    searchIndex: searchIndexFile.path,
  };
  return [...pages.map((page) => renderPage(page, layout)), searchIndexFile, ...files];
}
