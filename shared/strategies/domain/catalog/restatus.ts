import { Catalog } from './catalog.ts';
import { CATALOG_FORMAT, TEXT_COLUMN_NAMES } from './encoding/format.ts';
import { packSections, unpackSections } from './encoding/sections.ts';

/**
 * The catalog's bytes with another status of one strategy and nothing else changed; undefined when the catalog has no
 * such strategy, or it has that status.
 *
 * @throws RangeError for bytes that `encodeCatalog` did not make, or made in another format
 */
export function withStatus(
  payload: Uint8Array,
  id: string,
  status: 'listed' | 'paused',
): Uint8Array | undefined {
  const catalog = new Catalog(payload);
  const ordinal = catalog.ordinalOf(id);
  if (ordinal === undefined || catalog.entry(ordinal).status === status) return undefined;
  const { codes, texts } = catalog.codes('status');
  const known = texts.includes(status) ? texts : [...texts, status];
  const changed = codes.slice();
  changed[ordinal] = known.indexOf(status);
  const dictionaries = Object.fromEntries(
    TEXT_COLUMN_NAMES.map((name) => [name, name === 'status' ? known : catalog.codes(name).texts]),
  );
  return packSections(
    { format: CATALOG_FORMAT, size: catalog.size, dictionaries },
    { ...Object.fromEntries(unpackSections(payload).sections), status: changed },
  );
}
