import { writeFileSync } from 'node:fs';
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { isRecord } from '../../../shared/platform/documents/json-schema.ts';

const FOLDER = new URL('../../../shared/platform/documents/examples/', import.meta.url);
const ITEMS_MAX = 2;
const SECRET = /(y[ks]_(?:live|test)_|whsec_)[0-9A-Za-z+/=]{20,}/g;

/** Keeps the first items of each list inside an answer. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map(shortened);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

/** The query that records one page of one item, so that `meta.pagination` fits the shortened list. */
export function recordingQuery({ paginated }: DocumentedRoute): Readonly<Record<string, string>> {
  return paginated && process.env.RECORD_ANSWERS !== undefined ? { per_page: '1' } : {};
}

/** Answers that become examples of the documents. */
export class Recording {
  readonly #answers = new Map<string, unknown>();
  readonly #file: string;

  /** @param file its name in the folder of the examples */
  constructor(file: string) {
    this.#file = file;
  }

  /** Keeps the first successful answer under a name, without secrets. */
  record(name: string, body: unknown): void {
    if (this.#answers.has(name)) return;
    const text = JSON.stringify(shortened(body)).replaceAll(SECRET, '$1…');
    this.#answers.set(name, JSON.parse(text));
  }

  /** Writes the kept answers where `RECORD_ANSWERS` is set. Run `npm run generate` afterwards. */
  write(): void {
    if (process.env.RECORD_ANSWERS === undefined) return;
    const sorted = [...this.#answers].toSorted(([a], [b]) => a.localeCompare(b));
    writeFileSync(new URL(this.#file, FOLDER), `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`);
  }
}
