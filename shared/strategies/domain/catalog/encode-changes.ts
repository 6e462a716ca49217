import { Catalog } from './catalog.ts';
import { CATALOG_FORMAT_VERSION, isCatalogHeader, TEXT_COLUMN_NAMES } from './encoding/format.ts';
import { packSections, unpackSections } from './encoding/sections.ts';

/**
 * Returns the bytes of a catalog in which one strategy has a new status. Returns undefined if the catalog does not
 * contain the strategy, or if the strategy already has this status.
 * @throws RangeError when the payload was not made by `encodeCatalog`, or has another format
 */
export function encodeCatalogWithStatus(
  payload: Uint8Array,
  id: string,
  status: 'listed' | 'paused',
): Uint8Array | undefined {
  const catalog = new Catalog(payload);
  const strategyIndex = catalog.strategyIndexOf(id);
  if (strategyIndex === undefined || catalog.entryAt(strategyIndex).status === status) return undefined;
  const { codes, texts } = catalog.codes('status');
  const statusTexts = texts.includes(status) ? texts : [...texts, status];
  const changedStatusCodes = codes.slice();
  changedStatusCodes[strategyIndex] = statusTexts.indexOf(status);
  const dictionaries = Object.fromEntries(
    TEXT_COLUMN_NAMES.map((name) => [name, name === 'status' ? statusTexts : catalog.codes(name).texts]),
  );
  return packSections(
    { format: CATALOG_FORMAT_VERSION, size: catalog.size, dictionaries },
    { ...Object.fromEntries(unpackSections(payload).sections), status: changedStatusCodes },
  );
}

const addStrategyIndex = (strategyIndexes: Uint32Array, strategyIndex: number) =>
  Uint32Array.from([...strategyIndexes, strategyIndex]).sort();
const removeStrategyIndex = (strategyIndexes: Uint32Array, strategyIndex: number) =>
  strategyIndexes.filter((each) => each !== strategyIndex);

/**
 * Returns the bytes of the catalog after the vault of one strategy was opened or closed for deposits. Returns undefined
 * if the catalog does not contain the strategy.
 * @throws RangeError when the payload was not made by `encodeCatalog`, or has another format
 */
export function encodeCatalogWithVault(
  payload: Uint8Array,
  id: string,
  vaultState: 'open' | 'closed',
): Uint8Array | undefined {
  const strategyIndex = new Catalog(payload).strategyIndexOf(id);
  if (strategyIndex === undefined) return undefined;
  const { header, sections, u32 } = unpackSections(payload);
  if (!isCatalogHeader(header)) throw new RangeError('The catalog is of another format.');
  const [openVaultIndexes, closedVaultIndexes] = [u32('vaults.open'), u32('vaults.closed')].map((all) =>
    removeStrategyIndex(all, strategyIndex),
  );
  const remainingVaultLists = {
    open: openVaultIndexes ?? new Uint32Array(),
    closed: closedVaultIndexes ?? new Uint32Array(),
  };
  const changedVaultLists = {
    ...remainingVaultLists,
    [vaultState]: addStrategyIndex(remainingVaultLists[vaultState], strategyIndex),
  };
  return packSections(header, {
    ...Object.fromEntries(sections),
    'vaults.open': changedVaultLists.open,
    'vaults.closed': changedVaultLists.closed,
  });
}
