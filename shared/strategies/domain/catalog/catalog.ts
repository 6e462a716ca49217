import type { Strategy } from '../../contract/responses.ts';
import type { StrategyRecord } from '../../contract/strategy.ts';
import { CATALOG_FORMAT, type NumberColumn, type TextColumn } from './format.ts';
import { type Unpacked, unpackSections } from './sections.ts';

/** What every element's JSON text begins with, before its id. */
const ELEMENT_START = '{"id":"';
const QUOTE = 0x22;

interface Header {
  readonly size: number;
  readonly dictionaries: Readonly<Record<TextColumn, readonly string[]>>;
}

/**
 * Only the form is checked: bytes that get here are sealed by a checksum, so they are what `encodeCatalog` of some
 * release wrote, and a function that starts cold has better things to do than to check 100,000 strings again.
 */
function isHeader(header: unknown): header is Header {
  return (
    typeof header === 'object' &&
    header !== null &&
    'format' in header &&
    header.format === CATALOG_FORMAT &&
    'size' in header &&
    typeof header.size === 'number' &&
    'dictionaries' in header
  );
}

/** A strategy as the catalog knows it: the stored record without its risk factors and its source's own id. */
export type CatalogEntry = Omit<StrategyRecord, 'risk' | 'source_pool_id'> & {
  /** 0 is the safest, 100 the riskiest. */
  readonly risk_score: number;
};

/**
 * The strategies on offer (listed, or paused) in memory: columns of numbers and codes, and each strategy's ready JSON text. A strategy is
 * named by its ordinal, its place by TVL from the highest down. Nothing in it changes.
 */
export class Catalog {
  readonly size: number;
  readonly #sections: Unpacked;
  readonly #dictionaries: Header['dictionaries'];
  readonly #elements: Text;
  #ordinalById: Map<string, number> | undefined;

  /** @throws RangeError for bytes that `encodeCatalog` did not make, or made in another format */
  constructor(payload: Uint8Array) {
    this.#sections = unpackSections(payload);
    const { header } = this.#sections;
    if (!isHeader(header)) throw new RangeError('The catalog is of another format.');
    this.size = header.size;
    this.#dictionaries = header.dictionaries;
    this.#elements = this.text('elements');
  }

  /** A column of numbers by ordinal; NaN where the strategy has none. */
  numbers(column: NumberColumn): Float64Array {
    return this.#sized(this.#sections.f64(column));
  }

  /** A column of texts: each strategy's code by ordinal, which is an index into `texts`. */
  codes(column: TextColumn): { readonly codes: Uint32Array; readonly texts: readonly string[] } {
    return { codes: this.#sized(this.#sections.u32(column)), texts: this.#dictionaries[column] };
  }

  /** The ordinals in a stored order, highest value first. */
  order(sort: 'current_apy' | 'name' | 'created_at'): Uint32Array {
    return this.#sized(this.#sections.u32(`order.${sort}`));
  }

  /** A run of texts by ordinal. */
  text(name: 'elements' | 'names'): Text {
    const bytes = this.#sections.u8(name);
    return new Text(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      this.#sections.u32(`${name}.starts`),
    );
  }

  /** The strategies as the JSON text of an array, in the order of the ordinals. */
  elementsJson(ordinals: Iterable<number>): string {
    let json = '';
    for (const ordinal of ordinals) json += (json === '' ? '' : ',') + this.#elements.at(ordinal);
    return `[${json}]`;
  }

  /** One strategy as the list shows it. */
  element(ordinal: number): Strategy {
    return JSON.parse(this.#elements.at(ordinal));
  }

  /** One strategy with all that the catalog knows of it. */
  entry(ordinal: number): CatalogEntry {
    const number = (column: NumberColumn) => this.numbers(column)[ordinal] ?? Number.NaN;
    const orNull = (column: NumberColumn) => (Number.isNaN(number(column)) ? null : number(column));
    const text = (column: TextColumn) => {
      const { codes, texts } = this.codes(column);
      return texts[codes[ordinal] ?? 0] ?? '';
    };
    return {
      ...this.element(ordinal),
      // What is not listed has no place here, so whatever is not paused is listed.
      status: text('status') === 'paused' ? 'paused' : 'listed',
      apy_base: orNull('apy_base'),
      apy_reward: orNull('apy_reward'),
      volatility_30d: orNull('volatility_30d'),
      risk_score: number('risk_score'),
      history_days: number('history_days'),
      il_risk: number('il_risk') === 1,
      stablecoin: number('stablecoin') === 1,
      outlier: number('outlier') === 1,
      exposure: text('exposure') === 'single' ? 'single' : 'multi',
      source: text('source'),
      flags: JSON.parse(text('flags')),
      underlying_assets: JSON.parse(text('underlying_assets')),
      as_of: new Date(number('as_of')).toISOString(),
    };
  }

  /** Every id by ordinal, cut out of the elements' bytes, which begin with it. */
  ids(): string[] {
    const { bytes, starts } = this.#elements;
    return Array.from({ length: this.size }, (_, ordinal) => {
      const from = (starts[ordinal] ?? 0) + ELEMENT_START.length;
      return bytes.toString('latin1', from, bytes.indexOf(QUOTE, from));
    });
  }

  /** The ordinal of a strategy by id; undefined when the catalog has none. */
  ordinalOf(id: string): number | undefined {
    this.#ordinalById ??= new Map(this.ids().map((text, ordinal) => [text, ordinal]));
    return this.#ordinalById.get(id);
  }

  #sized<T extends { readonly length: number }>(column: T): T {
    if (column.length !== this.size) throw new RangeError('A column of the catalog is cut short.');
    return column;
  }
}

/** Texts by ordinal in one run of UTF-8, each followed by a line feed. */
export class Text {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;

  constructor(bytes: Buffer, starts: Uint32Array) {
    if ((starts.at(-1) ?? 0) !== bytes.length) throw new RangeError('A text of the catalog is cut short.');
    this.bytes = bytes;
    this.starts = starts;
  }

  at(ordinal: number): string {
    const end = (this.starts[ordinal + 1] ?? 0) - 1;
    return this.bytes.toString('utf8', this.starts[ordinal] ?? 0, end);
  }
}
