import { relative } from 'node:path';
import { build } from 'esbuild';
import { CURRENT_VERSION } from '../../shared/platform/contract/versions/version-table.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { PROJECT_ROOT } from '../root.ts';
import { readGuides } from './guides.ts';
import { renderSite } from './site.ts';

const SOURCE = 'clients/documentation/main.ts';

/** A file by its path on the host. */
export interface DocumentationFile {
  readonly path: string;
  readonly contents: Uint8Array;
}

function pathOf(files: readonly DocumentationFile[], extension: string): string {
  const found = files.find(({ path }) => path.endsWith(extension));
  if (found === undefined) throw new Error(`The documentation has no ${extension}`);
  return found.path;
}

/**
 * The documentation at the host's root: one document, and its script and style below `assets`.
 *
 * @param documentPath where the document lies on the host
 */
export async function buildDocumentation(
  documentPath: string,
  assets: string,
  target: readonly string[],
): Promise<DocumentationFile[]> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: { documentation: SOURCE },
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
  const document = renderSite({
    routes: ROUTES,
    version: CURRENT_VERSION,
    guides: readGuides(),
    script: pathOf(files, '.js'),
    style: pathOf(files, '.css'),
  });
  return [{ path: documentPath, contents: Buffer.from(document) }, ...files];
}
