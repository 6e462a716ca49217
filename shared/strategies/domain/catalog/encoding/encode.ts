import type { ProtocolFacts } from '../../../contract/responses.ts';
import type { StrategyRecord } from '../../../contract/strategy-record.ts';
import {
  CATALOG_FORMAT_VERSION,
  NUMBER_COLUMN_NAMES,
  NUMBER_COLUMNS,
  normalizeName,
  TEXT_COLUMN_NAMES,
  TEXT_COLUMNS,
  toListElement,
} from './format.ts';
import { packSections, type SectionArray } from './sections.ts';

/** Name of the catalog in the snapshot store. */
export const CATALOG_SNAPSHOT_NAME = 'catalog';

const NO_VAULT_IDS: ReadonlySet<string> = new Set();

/**
 * Encodes the given strategies as one catalog, highest TVL first. All sort orders are computed here, so that a cold
 * start does not sort strategies.
 * @param openVaultIds ids of the strategies whose vault accepts deposits
 * @param closedVaultIds ids of the strategies whose vault is closed for deposits
 * @param factsByProtocol the source's facts about each protocol; protocols without a strategy are left out
 * @throws RangeError when two strategies have the same id
 */
export function encodeCatalog(
  records: readonly StrategyRecord[],
  openVaultIds = NO_VAULT_IDS,
  closedVaultIds = NO_VAULT_IDS,
  factsByProtocol: ReadonlyMap<string, ProtocolFacts> = new Map(),
): Uint8Array {
  const ids = records.map((record) => record.id);
  if (new Set(ids).size !== ids.length)
    throw new RangeError('Two strategies of the catalog have the same id.');
  const sortedRecords = Array.from(
    sortIndexesDescending(records.map(NUMBER_COLUMNS.tvl), ids),
    (index) => records[index] ?? throwUnreachable(),
  );
  const sortedIds = sortedRecords.map((record) => record.id);
  const normalizedNames = sortedRecords.map((record) => normalizeName(record.name));

  const dictionaries: Record<string, string[]> = {};
  const sections: Record<string, SectionArray> = {};
  for (const name of TEXT_COLUMN_NAMES) {
    const { texts, codes } = encodeDictionary(sortedRecords.map(TEXT_COLUMNS[name]));
    dictionaries[name] = texts;
    sections[name] = codes;
  }
  for (const name of NUMBER_COLUMN_NAMES)
    sections[name] = Float64Array.from(sortedRecords, NUMBER_COLUMNS[name]);
  sections['order.current_apy'] = sortIndexesDescending(
    sortedRecords.map(NUMBER_COLUMNS.current_apy),
    sortedIds,
  );
  sections['order.created_at'] = sortIndexesDescending(
    sortedRecords.map(NUMBER_COLUMNS.created_at),
    sortedIds,
  );
  sections['order.name'] = sortIndexesDescending(normalizedNames, sortedIds);
  const strategyIndexesOf = (vaultStrategyIds: ReadonlySet<string>) =>
    Uint32Array.from(
      sortedIds.flatMap((id, strategyIndex) => (vaultStrategyIds.has(id) ? [strategyIndex] : [])),
    );
  Object.assign(sections, {
    'vaults.open': strategyIndexesOf(openVaultIds),
    'vaults.closed': strategyIndexesOf(closedVaultIds),
  });
  const listElementTexts = sortedRecords.map((record) => JSON.stringify(toListElement(record)));
  const sourcePoolIds = sortedRecords.map((record) => record.source_pool_id);
  const protocols = new Set(sortedRecords.map(({ protocol }) => protocol));
  const listedProtocolFacts = [...factsByProtocol].filter(([protocol]) => protocols.has(protocol));
  sections.protocols = new Uint8Array(Buffer.from(JSON.stringify(Object.fromEntries(listedProtocolFacts))));
  Object.assign(
    sections,
    joinTexts('elements', listElementTexts),
    joinTexts('names', normalizedNames),
    joinTexts('pools', sourcePoolIds),
  );
  return packSections({ format: CATALOG_FORMAT_VERSION, size: sortedRecords.length, dictionaries }, sections);
}

/** Returns the indexes of the values, highest value first. Equal values are ordered by id, descending. */
function sortIndexesDescending<T extends number | string>(
  values: readonly T[],
  ids: readonly string[],
): Uint32Array {
  return Uint32Array.from(values.keys()).sort((a, b) => {
    const [valueA = throwUnreachable(), valueB = throwUnreachable()] = [values[a], values[b]];
    if (valueA !== valueB) return valueA < valueB ? 1 : -1;
    return (ids[a] ?? '') < (ids[b] ?? '') ? 1 : -1;
  });
}

function throwUnreachable(): never {
  throw new RangeError('An index lies outside its list.');
}

function encodeDictionary(values: readonly string[]): { texts: string[]; codes: Uint32Array } {
  const codeByText = new Map<string, number>();
  const codes = Uint32Array.from(values, (value) => {
    const code = codeByText.get(value) ?? codeByText.size;
    codeByText.set(value, code);
    return code;
  });
  return { texts: [...codeByText.keys()], codes };
}

/**
 * Joins texts into one UTF-8 section with a line feed after each text. A second section contains the byte offset at
 * which each text starts.
 */
function joinTexts(name: string, texts: readonly string[]): Record<string, SectionArray> {
  const textOffsets = new Uint32Array(texts.length + 1);
  const encodedTexts = texts.map((text) => Buffer.from(`${text}\n`));
  encodedTexts.forEach((part, index) => {
    textOffsets[index + 1] = (textOffsets[index] ?? 0) + part.length;
  });
  return { [name]: new Uint8Array(Buffer.concat(encodedTexts)), [`${name}.starts`]: textOffsets };
}
