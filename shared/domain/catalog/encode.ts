import type { StrategyRecord } from '../../contract/strategies.ts';
import {
  CATALOG_FORMAT,
  listElement,
  NUMBER_COLUMN_NAMES,
  NUMBER_COLUMNS,
  nameKey,
  TEXT_COLUMN_NAMES,
  TEXT_COLUMNS,
} from './format.ts';
import { packSections, type Section } from './sections.ts';

/** The snapshot's name in the repository. */
export const CATALOG_SNAPSHOT = 'catalog';

/**
 * The catalog of the given (listed) strategies as bytes: everything that a reader needs to answer the list is made
 * here, once, so that a cold start parses no strategy and sorts nothing. Strategies are stored by TVL, highest
 * first, which is the list's default order. Ids must differ.
 */
export function encodeCatalog(records: readonly StrategyRecord[]): Uint8Array {
  const byTvl = records.toSorted(descending((record) => record.tvl));
  const ordinals = new Map(byTvl.map((record, ordinal) => [record.id, ordinal]));
  if (ordinals.size !== byTvl.length) throw new RangeError('Two strategies of the catalog have the same id.');
  const keys = new Map(byTvl.map((record) => [record.id, nameKey(record.name)]));
  const order = <T extends number | string>(value: (record: StrategyRecord) => T) =>
    Uint32Array.from(byTvl.toSorted(descending(value)), (record) => ordinals.get(record.id) ?? 0);

  const dictionaries: Record<string, string[]> = {};
  const sections: Record<string, Section> = {};
  for (const name of TEXT_COLUMN_NAMES) {
    const { texts, codes } = dictionary(byTvl.map(TEXT_COLUMNS[name]));
    dictionaries[name] = texts;
    sections[name] = codes;
  }
  for (const name of NUMBER_COLUMN_NAMES) sections[name] = Float64Array.from(byTvl, NUMBER_COLUMNS[name]);
  sections['order.current_apy'] = order((record) => record.current_apy);
  sections['order.name'] = order((record) => keys.get(record.id) ?? '');
  sections['order.created_at'] = order((record) => Date.parse(record.created_at));
  Object.assign(
    sections,
    joined(
      'elements',
      byTvl.map((record) => JSON.stringify(listElement(record))),
    ),
    joined(
      'names',
      byTvl.map((record) => keys.get(record.id) ?? ''),
    ),
  );
  return packSections({ format: CATALOG_FORMAT, size: byTvl.length, dictionaries }, sections);
}

/** Orders by value, highest first; equal ones by id, the later first. Text is compared by UTF-16 code units. */
function descending<T extends number | string>(value: (record: StrategyRecord) => T) {
  return (a: StrategyRecord, b: StrategyRecord): number => {
    const [valueA, valueB] = [value(a), value(b)];
    if (valueA !== valueB) return valueA < valueB ? 1 : -1;
    return a.id < b.id ? 1 : -1;
  };
}

function dictionary(values: readonly string[]): { texts: string[]; codes: Uint32Array } {
  const codeOf = new Map<string, number>();
  const codes = Uint32Array.from(values, (value) => {
    const code = codeOf.get(value) ?? codeOf.size;
    codeOf.set(value, code);
    return code;
  });
  return { texts: [...codeOf.keys()], codes };
}

/** Texts as one run of UTF-8, each followed by a line feed, and the offset at which each starts. */
function joined(name: string, texts: readonly string[]): Record<string, Section> {
  const starts = new Uint32Array(texts.length + 1);
  const parts = texts.map((text) => Buffer.from(`${text}\n`));
  parts.forEach((part, index) => {
    starts[index + 1] = (starts[index] ?? 0) + part.length;
  });
  return { [name]: new Uint8Array(Buffer.concat(parts)), [`${name}.starts`]: starts };
}
