import { Catalog } from './catalog.ts';
import { CATALOG_FORMAT, isHeader, TEXT_COLUMN_NAMES } from './encoding/format.ts';
import { packSections, unpackSections } from './encoding/sections.ts';

/**
 * Returns the catalog's bytes with a new status of one strategy. Nothing else changes. Returns undefined if the catalog
 * does not contain the strategy, or if the strategy already has this status.
 * @throws RangeError when the payload was not made by `encodeCatalog`, or has another format
 */
export function encodeWithStatus(
  payload: Uint8Array,
  id: string,
  status: 'listed' | 'paused',
): Uint8Array | undefined {
  const catalog = new Catalog(payload);
  const ordinal = catalog.ordinalOf(id);
  if (ordinal === undefined || catalog.entry(ordinal).status === status) return undefined;
  const { codes, texts } = catalog.codes('status');
  const statusTexts = texts.includes(status) ? texts : [...texts, status];
  const changed = codes.slice();
  changed[ordinal] = statusTexts.indexOf(status);
  const dictionaries = Object.fromEntries(
    TEXT_COLUMN_NAMES.map((name) => [name, name === 'status' ? statusTexts : catalog.codes(name).texts]),
  );
  return packSections(
    { format: CATALOG_FORMAT, size: catalog.size, dictionaries },
    { ...Object.fromEntries(unpackSections(payload).sections), status: changed },
  );
}

const addOrdinal = (ordinals: Uint32Array, ordinal: number) =>
  Uint32Array.from([...ordinals, ordinal]).sort();
const removeOrdinal = (ordinals: Uint32Array, ordinal: number) => ordinals.filter((each) => each !== ordinal);

/**
 * Returns the catalog's bytes with a vault for one strategy, open or closed for deposits. Nothing else changes. Returns
 * undefined if the catalog does not contain the strategy.
 * @throws RangeError when the payload was not made by `encodeCatalog`, or has another format
 */
export function encodeWithVault(
  payload: Uint8Array,
  id: string,
  state: 'open' | 'closed',
): Uint8Array | undefined {
  const ordinal = new Catalog(payload).ordinalOf(id);
  if (ordinal === undefined) return undefined;
  const { header, sections, u32 } = unpackSections(payload);
  if (!isHeader(header)) throw new RangeError('The catalog is of another format.');
  const [open, closed] = [u32('vaults.open'), u32('vaults.closed')].map((all) => removeOrdinal(all, ordinal));
  const lists = { open: open ?? new Uint32Array(), closed: closed ?? new Uint32Array() };
  const changed = { ...lists, [state]: addOrdinal(lists[state], ordinal) };
  return packSections(header, {
    ...Object.fromEntries(sections),
    'vaults.open': changed.open,
    'vaults.closed': changed.closed,
  });
}
