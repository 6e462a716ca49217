import type { ProtocolFacts, Strategy } from '../../contract/responses.ts';
import type { Settlement } from '../../contract/strategy.ts';
import type { StrategyRecord } from '../../contract/strategy-record.ts';
import { type Header, isHeader, type NumberColumn, type TextColumn } from './encoding/format.ts';
import { type Unpacked, unpackSections } from './encoding/sections.ts';
import { elementOf, protocolFactsOf, textsOf } from './encoding/stored-json.ts';
import { Text } from './encoding/text.ts';
import { includes } from './sorted-lists.ts';

/** What every element's JSON text begins with, before its id. */
const ELEMENT_START = '{"id":"';
const QUOTE = 0x22;

/** A strategy as the catalog knows it: the stored record without its risk factors. */
export type CatalogEntry = Omit<StrategyRecord, 'risk'> & {
  /** 0 is the safest, 100 the riskiest. */
  readonly risk_score: number;
};

/**
 * The strategies on offer (listed, or paused) in memory: columns of numbers and codes, and each strategy's ready JSON
 * text. A strategy is named by its ordinal, its place by TVL from the highest down. Nothing in it changes.
 */
export class Catalog {
  readonly size: number;
  readonly #sections: Unpacked;
  readonly #dictionaries: Header['dictionaries'];
  readonly #elements: Text;
  #ordinalById: Map<string, number> | undefined;
  #pools: Text | undefined;
  #protocols: Readonly<Record<string, ProtocolFacts>> | undefined;
  readonly #withoutVault: Settlement;
  /** The ordinals of the strategies with a vault, ascending. */
  readonly #vaults: Readonly<Record<'open' | 'closed', Uint32Array>>;

  /** @throws RangeError for bytes that `encodeCatalog` did not make, or made in another format */
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

  /** A column of numbers by ordinal; NaN where the strategy has none. */
  numbers(column: NumberColumn): Float64Array {
    return this.#sized(this.#sections.f64(column));
  }

  /** A column of texts: each strategy's code by ordinal, which is an index into `texts`. */
  codes(column: TextColumn): { readonly codes: Uint32Array; readonly texts: readonly string[] } {
    return { codes: this.#sized(this.#sections.u32(column)), texts: this.#dictionaries[column] ?? [] };
  }

  /** The ordinals in a stored order, highest value first. */
  order(sort: 'current_apy' | 'name' | 'created_at'): Uint32Array {
    return this.#sized(this.#sections.u32(`order.${sort}`));
  }

  /** A run of texts by ordinal. */
  text(name: 'elements' | 'names' | 'pools'): Text {
    const bytes = this.#sections.u8(name);
    return new Text(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      this.#sections.u32(`${name}.starts`),
    );
  }

  /** The strategies as the JSON text of an array, in the order of the ordinals. */
  elementsJson(ordinals: Iterable<number>): string {
    let json = '';
    for (const ordinal of ordinals) json += (json === '' ? '' : ',') + this.#elementJson(ordinal);
    return `[${json}]`;
  }

  /** One strategy as the list shows it. */
  element(ordinal: number): Strategy {
    return { ...elementOf(this.#elements.at(ordinal)), settlement: this.settlement(ordinal) };
  }

  /** How deposits into a strategy are settled: in its vault, not at all where that is closed, or as all without one. */
  settlement(ordinal: number): Settlement {
    if (includes(this.#vaults.open, ordinal)) return 'onchain';
    return includes(this.#vaults.closed, ordinal) ? 'none' : this.#withoutVault;
  }

  /** The stored text, which ends in a brace, with what is not stored in it as its last field. */
  #elementJson(ordinal: number): string {
    return `${this.#elements.at(ordinal, 1)},"settlement":"${this.settlement(ordinal)}"}`;
  }

  /** One strategy with all that the catalog knows of it. */
  entry(ordinal: number): CatalogEntry {
    const number = (column: NumberColumn) => this.numbers(column)[ordinal] ?? Number.NaN;
    const orNull = (column: NumberColumn) => (Number.isNaN(number(column)) ? null : number(column));
    const choice = (column: NumberColumn) => (Number.isNaN(number(column)) ? null : number(column) === 1);
    const text = (column: TextColumn) => {
      const { codes, texts } = this.codes(column);
      return texts[codes[ordinal] ?? 0] ?? '';
    };
    return {
      ...elementOf(this.#elements.at(ordinal)),
      // What is not listed has no place here, so whatever is not paused is listed.
      status: text('status') === 'paused' ? 'paused' : 'listed',
      apy_base: orNull('apy_base'),
      apy_reward: orNull('apy_reward'),
      apy_volatility_30d: orNull('apy_volatility_30d'),
      risk_score: number('risk_score'),
      history_days: number('history_days'),
      expected_apy: this.#expectedApy(number),
      log_apy_volatility_30d: orNull('log_apy_volatility_30d'),
      tvl_volatility_30d: orNull('tvl_volatility_30d'),
      tvl_growth_30d: orNull('tvl_growth_30d'),
      unmoved_days: number('unmoved_days'),
      peer_apy: orNull('peer_apy'),
      utilisation: orNull('utilisation'),
      withdrawable: orNull('withdrawable'),
      exit_constrained: number('exit_constrained') === 1,
      il_risk: choice('il_risk'),
      stablecoin: choice('stablecoin'),
      outlier: choice('outlier'),
      exposure: text('exposure') === 'single' ? 'single' : 'multi',
      source: text('source'),
      flags: textsOf(text('flags')),
      underlying_assets: textsOf(text('underlying_assets')),
      token_addresses: textsOf(text('token_addresses')),
      source_pool_id: this.sourcePoolId(ordinal),
      as_of: new Date(number('as_of')).toISOString(),
    };
  }

  /** The source's own id of a strategy's pool. */
  sourcePoolId(ordinal: number): string {
    this.#pools ??= this.text('pools');
    return this.#pools.at(ordinal);
  }

  /** What the source knows of a protocol; undefined where it knows nothing. */
  protocolFacts(protocol: string): ProtocolFacts | undefined {
    this.#protocols ??= protocolFactsOf(this.#sections.u8('protocols'));
    return this.#protocols[protocol];
  }

  #expectedApy(number: (column: NumberColumn) => number): CatalogEntry['expected_apy'] {
    const over = (horizon: '7d' | '30d' | '90d') => ({
      mean: number(`mean_${horizon}`),
      low80: number(`low80_${horizon}`),
      high80: number(`high80_${horizon}`),
    });
    return { '7d': over('7d'), '30d': over('30d'), '90d': over('90d') };
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
