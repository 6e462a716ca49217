import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { describeApiSurface } from '../../../shared/platform/documents/surface.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { listLambdaEntryPoints, requireHandlerFiles } from '../../bundle.ts';
import { findItemsInCode } from '../../items-in-code.ts';
import { requireNoOptions } from '../no-options.ts';
import { buildGeneratedDocuments } from './documents.ts';
import {
  buildClientFiles,
  buildEventFiles,
  buildFunctionItemsModule,
  buildOpenApiFiles,
} from './generated.ts';

const HELP = `Writes the committed files that are derived from the code. These are sample events, the OpenAPI document, the types of the
client, the tables in the documents, the list of operations, and the kinds of items that each function uses.

Usage: npm run generate`;

function writeFolder(path: string, files: Readonly<Record<string, string>>): void {
  const folder = new URL(`../../../${path}/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!(name in files)) rmSync(new URL(name, folder));
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, folder), text);
  console.log(`Wrote ${Object.keys(files).length} files into ${path}.`);
}

requireNoOptions(HELP);
const entryPoints = listLambdaEntryPoints();
requireHandlerFiles(entryPoints);
writeFolder('events', buildEventFiles(ROUTES));
writeFolder('clients/sdk/src/generated', buildClientFiles(ROUTES));
for (const [name, text] of Object.entries(buildOpenApiFiles(ROUTES))) {
  writeFileSync(new URL(`../../../clients/openapi/${name}`, import.meta.url), text);
}
for (const [path, text] of Object.entries(buildGeneratedDocuments(ROUTES))) {
  writeFileSync(new URL(`../../../${path}`, import.meta.url), text);
}
writeFileSync(new URL('../../../test/service/surface.txt', import.meta.url), describeApiSurface(ROUTES));
writeFileSync(
  new URL('../../constructs/functions/items.json', import.meta.url),
  buildFunctionItemsModule(await findItemsInCode(entryPoints)),
);
