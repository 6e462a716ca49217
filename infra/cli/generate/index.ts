import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { VERSIONS } from '../../../shared/platform/contract/versions/version-table.ts';
import { newestOf } from '../../../shared/platform/contract/versions/versions.ts';
import { surface } from '../../../shared/platform/documents/surface.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { takesNoOptions } from '../no-options.ts';
import { generatedClient, generatedDocument, generatedEvents } from './generated.ts';

const HELP = `Writes what follows from the contract and is committed: one event for each endpoint, the API's description, the
types of the client, and the listing of the surface.

Usage: npm run generate`;

function writeFolder(path: string, files: Readonly<Record<string, string>>): void {
  const folder = new URL(`../../../${path}/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!(name in files)) rmSync(new URL(name, folder));
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, folder), text);
  console.log(`Wrote ${Object.keys(files).length} files into ${path}.`);
}

takesNoOptions(HELP);
writeFolder('events', generatedEvents(ROUTES));
writeFolder('clients/sdk/src/generated', generatedClient(ROUTES));
writeFileSync(
  new URL(`../../../clients/openapi/${newestOf(VERSIONS).id}.json`, import.meta.url),
  generatedDocument(ROUTES),
);
writeFileSync(new URL('../../../test/service/surface.txt', import.meta.url), surface(ROUTES));
