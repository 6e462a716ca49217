import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { CURRENT_VERSION } from '../../shared/platform/contract/versions/version-table.ts';
import { renderLlmsText } from '../../shared/platform/documents/llms.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { guideAddress } from '../documentation/addresses.ts';
import { buildDocumentation } from '../documentation/build.ts';
import { readGuides } from '../documentation/guides.ts';
import { PROJECT_ROOT } from '../root.ts';
import { CONTENT_TYPES, type PageFile } from './files.ts';

const SOURCE_FOLDER = 'clients/dashboard/src';
const ASSETS_FOLDER = 'assets';
/** Oldest browsers that support all features of the style sheet. */
const BROWSER_TARGETS = ['es2023', 'chrome125', 'firefox128', 'safari17.5'];

export interface Dashboard {
  /** All files of the dashboard and its documentation. The browser opens `/index.html` first. */
  readonly files: readonly PageFile[];
  /**
   * Paths of the files of the first page load: the document, its style sheet, the entry script and the scripts that it
   * imports statically.
   */
  readonly firstLoad: readonly string[];
  /**
   * For each source file that is imported on demand: the files that the browser then loads in addition to
   * `firstLoad`.
   */
  readonly onDemand: ReadonlyMap<string, readonly string[]>;
  /** Sources of each script, relative to the project root. */
  readonly sources: ReadonlyMap<string, readonly string[]>;
  /** Hash of the whole site. It changes when any byte changes. */
  readonly version: string;
}

/** Bundles the pages in memory. Equal sources give equal bytes and names. */
export async function buildDashboard(): Promise<Dashboard> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: [`${SOURCE_FOLDER}/main.tsx`],
    outdir: ASSETS_FOLDER,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: BROWSER_TARGETS,
    jsx: 'automatic',
    define: {
      'process.env.NODE_ENV': '"production"',
      API_VERSION: JSON.stringify(CURRENT_VERSION.id),
    },
    minify: true,
    legalComments: 'linked',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const assets = outputFiles.map(({ path, contents }) =>
    createPageFile(`/${toPosixPath(relative(PROJECT_ROOT, path))}`, contents),
  );
  const firstLoadAssets = findFirstLoadAssets(metafile);
  const index = createPageFile('/index.html', Buffer.from(renderDashboardDocument(firstLoadAssets)));
  const guides = readGuides().map(({ id, title }) => ({ title, address: guideAddress(id) }));
  const llmsFile = createPageFile('/llms.txt', Buffer.from(renderLlmsText(ROUTES, CURRENT_VERSION, guides)));
  const documentationFiles = await buildDocumentation(ASSETS_FOLDER, BROWSER_TARGETS);
  const files = [
    index,
    llmsFile,
    ...assets,
    ...documentationFiles.map(({ path, contents }) => createPageFile(path, contents)),
  ];
  return {
    files,
    firstLoad: [index.path, ...firstLoadAssets.styles, ...firstLoadAssets.scripts],
    onDemand: findOnDemandAssets(metafile, firstLoadAssets.scripts),
    sources: new Map(
      Object.entries(metafile.outputs).map(([path, { inputs }]) => [`/${path}`, Object.keys(inputs)]),
    ),
    version: hashFiles(files),
  };
}

const toPosixPath = (path: string) => path.replaceAll('\\', '/');

function createPageFile(path: string, contents: Uint8Array): PageFile {
  const extension = path.slice(path.lastIndexOf('.'));
  const contentType = CONTENT_TYPES[extension];
  if (contentType === undefined) throw new Error(`No content type is known for ${path}`);
  return { path, contents, contentType, isImmutable: path.startsWith(`/${ASSETS_FOLDER}/`) };
}

interface FirstLoadAssets {
  readonly styles: readonly string[];
  /** Paths of the entry script and of all scripts that it imports statically. The entry script is the first. */
  readonly scripts: readonly string[];
}

/** Returns a script and all scripts that it imports statically. */
function findStaticScripts({ outputs }: Metafile, entry: string): readonly string[] {
  const scriptPaths = new Set([entry]);
  // Iterating a set also visits elements that are added during the iteration.
  for (const path of scriptPaths) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') scriptPaths.add(imported);
    }
  }
  return [...scriptPaths].map((path) => `/${path}`);
}

/** Returns the assets of the first load: the entry script, its style sheet and its imports. */
function findFirstLoadAssets(metafile: Metafile): FirstLoadAssets {
  const { outputs } = metafile;
  const [entry] = Object.keys(outputs).filter(
    (path) => outputs[path]?.entryPoint === `${SOURCE_FOLDER}/main.tsx`,
  );
  if (entry === undefined) throw new Error('The pages have no entry');
  const styleSheet = outputs[entry]?.cssBundle;
  return {
    styles: styleSheet === undefined ? [] : [`/${styleSheet}`],
    scripts: findStaticScripts(metafile, entry),
  };
}

function findOnDemandAssets(
  metafile: Metafile,
  firstLoadScripts: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(metafile.outputs).flatMap(([path, { entryPoint, cssBundle }]) => {
      if (entryPoint === undefined || firstLoadScripts.includes(`/${path}`) || !path.endsWith('.js'))
        return [];
      const scripts = findStaticScripts(metafile, path).filter((each) => !firstLoadScripts.includes(each));
      return [[entryPoint, cssBundle === undefined ? scripts : [...scripts, `/${cssBundle}`]] as const];
    }),
  );
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%231f56d6'/%3E%3Cpath d='M7 22l6-7 5 4 7-10' fill='none' stroke='%23fff' stroke-width='3' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

function renderDashboardDocument({ styles, scripts: [entry = '', ...parts] }: FirstLoadAssets): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<title>Yield</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="description" content="Yield strategies across chains: history, expected range, risk, and an API for all of it.">',
    '<meta name="color-scheme" content="light dark">',
    `<link rel="icon" href="${ICON}">`,
    ...styles.map((path) => `<link rel="stylesheet" href="${path}">`),
    ...parts.map((path) => `<link rel="modulepreload" href="${path}">`),
    `<script type="module" src="${entry}"></script>`,
    '</head>',
    '<body>',
    '<div id="root"></div>',
    '<noscript>These pages need JavaScript. The API works without: see its documentation.</noscript>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function hashFiles(files: readonly PageFile[]): string {
  const hash = createHash('sha256');
  for (const { path, contents } of files) hash.update(path).update('\0').update(contents);
  return hash.digest('hex').slice(0, 16);
}
