import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { surface } from '../../../shared/platform/documents/surface.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { generatedEvents } from './generated-events.ts';

/** Writes what is derived from the contract and committed: one event per route, and the surface listing. */
const events = new URL('../../../events/', import.meta.url);
mkdirSync(events, { recursive: true });
const wanted = generatedEvents(ROUTES);
for (const name of readdirSync(events)) if (!(name in wanted)) rmSync(new URL(name, events));
for (const [name, text] of Object.entries(wanted)) writeFileSync(new URL(name, events), text);
writeFileSync(new URL('../../../test/service/surface.txt', import.meta.url), surface(ROUTES));
console.log(`Wrote ${Object.keys(wanted).length} events and the surface listing.`);
