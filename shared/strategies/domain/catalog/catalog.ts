import type { ProtocolFacts, Strategy } from '../../contract/responses.ts';
import type { Settlement } from '../../contract/strategy.ts';
import type { StrategyRecord } from '../../contract/strategy-record.ts';
import { type Header, isHeader, type NumberColumn, type TextColumn } from './encoding/format.ts';
import { type UnpackedSections, unpackSections } from './encoding/sections.ts';
import { parseListElement, parseProtocolFacts, parseTexts } from './encoding/stored-json.ts';
import { Text } from './encoding/text.ts';
import { includesSorted } from './sorted-lists.ts';

/** The text at the start of every stored JSON text of a strategy. The strategy's id follows it. */
const ELEMENT_START = '{"id":"';
const QUOTE = 0x22;

/** A strategy as the catalog stores it: the stored record with the risk score, but without the risk factors. */
export type CatalogEntry = Omit<StrategyRecord, 'risk'> & {
  /** Risk score from 0 (lowest risk) to 100 (highest risk). */
  readonly risk_score: number;
};

/**
 * The listed and paused strategies of one catalog version: columns of numbers and codes, and the JSON text of each
 * strategy. Strategies are sorted by TVL, highest first. The ordinal of a strategy is its index in this order. A
 * catalog never changes.
 */
export class Catalog {
  readonly size: number;
  readonly #sections: UnpackedSections;
  readonly #dictionaries: Header['dictionaries'];
  readonly #elements: Text;
  #ordinalById: Map<string, number> | undefined;
  #pools: Text | undefined;
  #protocols: Readonly<Record<string, ProtocolFacts>> | undefined;
  readonly #withoutVault: Settlement;
  /**
   * Ordinals (indexes in the catalog) of the strategies with a vault, ascending. `open` contains those whose vault
   * accepts deposits, `closed` contains all others.
   */
  readonly #vaults: Readonly<Record<'open' | 'closed', Uint32Array>>;

  /** @throws RangeError when the payload was not made by `encodeCatalog`, or has another format */
  constructor(payload: Uint8Array, withoutVault: Settlement = 'none') {
    this.#sections = unpackSections(payload);
    const { header } = this.#sections;
    if (!isHeader(header)) throw new RangeError('The catalog is of another format.');
    this.size = header.size;
    this.#dictionaries = header.dictionaries;
    this.#elements = this.text('elements');
    this.#withoutVault = withoutVault;
    this.#vaults = {
      open: this.#sections.u32('vaults.open'),
      closed: this.#sections.u32('vaults.closed'),
    };
  }

  /**
   * Returns a column of numbers. The array index is the strategy's ordinal. NaN means that the strategy has no
   * value.
   */
  numbers(column: NumberColumn): Float64Array {
    return this.#sized(this.#sections.f64(column));
  }

  /** Returns a column of texts. For the strategy with the ordinal i, `texts[codes[i]]` is the text. */
  codes(column: TextColumn): { readonly codes: Uint32Array; readonly texts: readonly string[] } {
    return { codes: this.#sized(this.#sections.u32(column)), texts: this.#dictionaries[column] ?? [] };
  }

  /** Returns the ordinals of all strategies in a sort order that the catalog stores, highest value first. */
  order(sort: 'current_apy' | 'name' | 'created_at'): Uint32Array {
    return this.#sized(this.#sections.u32(`order.${sort}`));
  }

  /** Returns one kind of stored texts, with one text per strategy, in the order of the ordinals. */
  text(name: 'elements' | 'names' | 'pools'): Text {
    const bytes = this.#sections.u8(name);
    return new Text(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      this.#sections.u32(`${name}.starts`),
    );
  }

  /** Returns the strategies with these ordinals as the text of a JSON array, in the given order. */
  elementsJson(ordinals: Iterable<number>): string {
    let json = '';
    for (const ordinal of ordinals) json += (json === '' ? '' : ',') + this.#elementJson(ordinal);
    return `[${json}]`;
  }

  /** Returns one strategy in the form of the list response. */
  element(ordinal: number): Strategy {
    return { ...parseListElement(this.#elements.at(ordinal)), settlement: this.settlement(ordinal) };
  }

  /** Returns how deposits into a strategy are settled. For a closed vault, this is `none`. */
  settlement(ordinal: number): Settlement {
    if (includesSorted(this.#vaults.open, ordinal)) return 'onchain';
    return includesSorted(this.#vaults.closed, ordinal) ? 'none' : this.#withoutVault;
  }

  /**
   * Returns the stored JSON text of a strategy with the settlement added as the last field. For this, the closing
   * brace is removed from the stored text and added again at the end.
   */
  #elementJson(ordinal: number): string {
    return `${this.#elements.at(ordinal, 1)},"settlement":"${this.settlement(ordinal)}"}`;
  }

  /** Returns all stored fields of one strategy. */
  entry(ordinal: number): CatalogEntry {
    const number = (column: NumberColumn) => this.numbers(column)[ordinal] ?? Number.NaN;
    const numberOrNull = (column: NumberColumn) => (Number.isNaN(number(column)) ? null : number(column));
    const choice = (column: NumberColumn) => (Number.isNaN(number(column)) ? null : number(column) === 1);
    const text = (column: TextColumn) => {
      const { codes, texts } = this.codes(column);
      return texts[codes[ordinal] ?? 0] ?? '';
    };
    return {
      ...parseListElement(this.#elements.at(ordinal)),
      // The catalog contains no unlisted strategies, so a strategy that is not paused is listed.
      status: text('status') === 'paused' ? 'paused' : 'listed',
      apy_base: numberOrNull('apy_base'),
      apy_reward: numberOrNull('apy_reward'),
      apy_volatility_30d: numberOrNull('apy_volatility_30d'),
      risk_score: number('risk_score'),
      history_days: number('history_days'),
      expected_apy: this.#expectedApy(number),
      log_apy_volatility_30d: numberOrNull('log_apy_volatility_30d'),
      tvl_volatility_30d: numberOrNull('tvl_volatility_30d'),
      tvl_growth_30d: numberOrNull('tvl_growth_30d'),
      unmoved_days: number('unmoved_days'),
      peer_apy: numberOrNull('peer_apy'),
      utilisation: numberOrNull('utilisation'),
      withdrawable: numberOrNull('withdrawable'),
      exit_constrained: number('exit_constrained') === 1,
      il_risk: choice('il_risk'),
      stablecoin: choice('stablecoin'),
      outlier: choice('outlier'),
      exposure: text('exposure') === 'single' ? 'single' : 'multi',
      source: text('source'),
      flags: parseTexts(text('flags')),
      underlying_assets: parseTexts(text('underlying_assets')),
      token_addresses: parseTexts(text('token_addresses')),
      source_pool_id: this.sourcePoolId(ordinal),
      as_of: new Date(number('as_of')).toISOString(),
    };
  }

  /** Returns the source's id of the strategy's pool. */
  sourcePoolId(ordinal: number): string {
    this.#pools ??= this.text('pools');
    return this.#pools.at(ordinal);
  }

  /** Returns the source's facts about a protocol; undefined if there are none. */
  protocolFacts(protocol: string): ProtocolFacts | undefined {
    this.#protocols ??= parseProtocolFacts(this.#sections.u8('protocols'));
    return this.#protocols[protocol];
  }

  #expectedApy(number: (column: NumberColumn) => number): CatalogEntry['expected_apy'] {
    const figuresOver = (horizon: '7d' | '30d' | '90d') => ({
      mean: number(`mean_${horizon}`),
      low80: number(`low80_${horizon}`),
      high80: number(`high80_${horizon}`),
    });
    return { '7d': figuresOver('7d'), '30d': figuresOver('30d'), '90d': figuresOver('90d') };
  }

  /**
   * Returns the ids of all strategies in the order of the ordinals. Reads them from the stored bytes without
   * parsing JSON.
   */
  ids(): string[] {
    const { bytes, starts } = this.#elements;
    return Array.from({ length: this.size }, (_, ordinal) => {
      const from = (starts[ordinal] ?? 0) + ELEMENT_START.length;
      return bytes.toString('latin1', from, bytes.indexOf(QUOTE, from));
    });
  }

  /** Returns the ordinal of a strategy by its id; undefined if the catalog does not contain the strategy. */
  ordinalOf(id: string): number | undefined {
    this.#ordinalById ??= new Map(this.ids().map((text, ordinal) => [text, ordinal]));
    return this.#ordinalById.get(id);
  }

  #sized<T extends { readonly length: number }>(column: T): T {
    if (column.length !== this.size) throw new RangeError('A column of the catalog is cut short.');
    return column;
  }
}
