import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { isRecord } from '../../../shared/platform/documents/json-schema.ts';

const EXAMPLES_FOLDER_URL = new URL('../../../shared/platform/documents/examples/', import.meta.url);
const ITEMS_MAX = 2;
const SECRET = /(y[ks]_(?:live|test)_|whsec_)[0-9A-Za-z+/=]{20,}/g;

/** Returns a response with only the first items of each list. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map(shortened);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

/**
 * Returns whether two values have the same fields and types. Null matches every value, and an empty list matches every
 * list. The field `limits` must have equal values, so that the examples change when the limits of a plan change.
 */
function haveSameShape(one: unknown, other: unknown): boolean {
  if (one === null || other === null) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === 0 || other.length === 0 || haveSameShape(one[0], other[0]);
  }
  if (!isRecord(one) || !isRecord(other)) return typeof one === typeof other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const isSameField = (name: string) =>
    name === 'limits' ? isDeepStrictEqual(one[name], other[name]) : haveSameShape(one[name], other[name]);
  return [...names].every((name) => name in one && name in other && isSameField(name));
}

/**
 * Returns the query of a request; empty unless responses are recorded and the list is paginated. A recorded page has
 * one item, so that `meta.pagination` agrees with the shortened list.
 */
export function buildRecordingQuery({ paginated }: DocumentedRoute): Readonly<Record<string, string>> {
  return paginated && process.env.RECORD_ANSWERS !== undefined ? { per_page: '1' } : {};
}

/** Recorded responses that become examples of the documentation. */
export class Recording {
  readonly #answers = new Map<string, unknown>();
  readonly #file: string;

  /** @param file name of the file in the folder of examples */
  constructor(file: string) {
    this.#file = file;
  }

  /** Stores a response under a name, without secrets. Later responses with the same name are ignored. */
  record(name: string, body: unknown): void {
    if (this.#answers.has(name)) return;
    const text = JSON.stringify(shortened(body)).replaceAll(SECRET, '$1…');
    this.#answers.set(name, JSON.parse(text));
  }

  /**
   * If `RECORD_ANSWERS` is set, writes the recorded responses to the file. A response in the file stays unchanged if
   * the new response has the same shape and the same plan limits. Run `npm run generate` afterwards.
   */
  write(): void {
    if (process.env.RECORD_ANSWERS === undefined) return;
    const path = fileURLToPath(new URL(this.#file, EXAMPLES_FOLDER_URL));
    const recorded = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')));
    const answers = [...this.#answers].map(([name, answer]): [string, unknown] => {
      const former = recorded[name];
      return [name, former !== undefined && haveSameShape(former, answer) ? former : answer];
    });
    const sorted = answers.toSorted(([a], [b]) => a.localeCompare(b));
    writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`);
    const biome = fileURLToPath(new URL('../../../node_modules/.bin/biome', import.meta.url));
    execFileSync(biome, ['format', '--write', path]);
  }
}
