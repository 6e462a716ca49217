import type { ProtocolFacts, Strategy } from '../../contract/responses.ts';
import type { Settlement } from '../../contract/strategy.ts';
import type { StrategyRecord } from '../../contract/strategy-record.ts';
import {
  type CatalogHeader,
  isCatalogHeader,
  type NumberColumn,
  type TextColumn,
} from './encoding/format.ts';
import { type UnpackedSections, unpackSections } from './encoding/sections.ts';
import { parseListElement, parseProtocolFacts, parseTextList } from './encoding/stored-json.ts';
import { StoredTexts } from './encoding/text.ts';
import { sortedListIncludes } from './sorted-lists.ts';

/** The text at the start of the stored JSON of every strategy. The strategy's id follows it. */
const LIST_ELEMENT_START = '{"id":"';
const QUOTE_BYTE = 0x22;

/** A strategy as the catalog stores it: the stored record with the risk score, but without the risk factors. */
export type CatalogEntry = Omit<StrategyRecord, 'risk'> & {
  /** Risk score from 0 (lowest risk) to 100 (highest risk). */
  readonly risk_score: number;
};

/**
 * The listed and paused strategies of one version of the catalog, sorted by TVL, highest first. The index of a strategy
 * in this order identifies it within this version.
 */
export class Catalog {
  readonly size: number;
  readonly #sections: UnpackedSections;
  readonly #dictionaries: CatalogHeader['dictionaries'];
  readonly #elements: StoredTexts;
  #strategyIndexById: Map<string, number> | undefined;
  #pools: StoredTexts | undefined;
  #protocols: Readonly<Record<string, ProtocolFacts>> | undefined;
  readonly #settlementWithoutVault: Settlement;
  /** Indexes of the strategies with a vault, ascending: `open` if the vault accepts deposits, otherwise `closed`. */
  readonly #vaultIndexes: Readonly<Record<'open' | 'closed', Uint32Array>>;

  /** @throws RangeError when the payload was not made by `encodeCatalog`, or has another format */
  constructor(payload: Uint8Array, settlementWithoutVault: Settlement = 'none') {
    this.#sections = unpackSections(payload);
    const { header } = this.#sections;
    if (!isCatalogHeader(header)) throw new RangeError('The catalog is of another format.');
    this.size = header.size;
    this.#dictionaries = header.dictionaries;
    this.#elements = this.storedTexts('elements');
    this.#settlementWithoutVault = settlementWithoutVault;
    this.#vaultIndexes = {
      open: this.#sections.u32('vaults.open'),
      closed: this.#sections.u32('vaults.closed'),
    };
  }

  /**
   * Returns a column of numbers. The array index is the strategy's index in the catalog. NaN means that the strategy
   * has no value.
   */
  numbers(column: NumberColumn): Float64Array {
    return this.#checkSize(this.#sections.f64(column));
  }

  /** Returns a column of texts. The text of the strategy with the index i is `texts[codes[i]]`. */
  codes(column: TextColumn): { readonly codes: Uint32Array; readonly texts: readonly string[] } {
    return { codes: this.#checkSize(this.#sections.u32(column)), texts: this.#dictionaries[column] ?? [] };
  }

  /** Returns the indexes of all strategies in a stored sort order, highest value first. */
  storedOrder(sort: 'current_apy' | 'name' | 'created_at'): Uint32Array {
    return this.#checkSize(this.#sections.u32(`order.${sort}`));
  }

  /** Returns one kind of stored texts, with one text per strategy, in the order of the catalog. */
  storedTexts(name: 'elements' | 'names' | 'pools'): StoredTexts {
    const bytes = this.#sections.u8(name);
    return new StoredTexts(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      this.#sections.u32(`${name}.starts`),
    );
  }

  /** Returns the strategies with these indexes as a JSON array, in the given order. */
  listJson(strategyIndexes: Iterable<number>): string {
    let json = '';
    for (const strategyIndex of strategyIndexes)
      json += (json === '' ? '' : ',') + this.#elementJson(strategyIndex);
    return `[${json}]`;
  }

  listElementAt(strategyIndex: number): Strategy {
    return {
      ...parseListElement(this.#elements.at(strategyIndex)),
      settlement: this.settlement(strategyIndex),
    };
  }

  /** Returns how deposits into a strategy are settled. For a closed vault, this is `none`. */
  settlement(strategyIndex: number): Settlement {
    if (sortedListIncludes(this.#vaultIndexes.open, strategyIndex)) return 'onchain';
    return sortedListIncludes(this.#vaultIndexes.closed, strategyIndex)
      ? 'none'
      : this.#settlementWithoutVault;
  }

  /**
   * Returns the stored JSON of a strategy with the field `settlement` added at the end. `at(strategyIndex, 1)` omits
   * the closing brace.
   */
  #elementJson(strategyIndex: number): string {
    return `${this.#elements.at(strategyIndex, 1)},"settlement":"${this.settlement(strategyIndex)}"}`;
  }

  entryAt(strategyIndex: number): CatalogEntry {
    const readNumber = (column: NumberColumn) => this.numbers(column)[strategyIndex] ?? Number.NaN;
    const readNumberOrNull = (column: NumberColumn) =>
      Number.isNaN(readNumber(column)) ? null : readNumber(column);
    const readBooleanOrNull = (column: NumberColumn) =>
      Number.isNaN(readNumber(column)) ? null : readNumber(column) === 1;
    const text = (column: TextColumn) => {
      const { codes, texts } = this.codes(column);
      return texts[codes[strategyIndex] ?? 0] ?? '';
    };
    return {
      ...parseListElement(this.#elements.at(strategyIndex)),
      // The catalog contains no unlisted strategies, so every strategy that is not paused is listed.
      status: text('status') === 'paused' ? 'paused' : 'listed',
      apy_base: readNumberOrNull('apy_base'),
      apy_reward: readNumberOrNull('apy_reward'),
      apy_volatility_30d: readNumberOrNull('apy_volatility_30d'),
      risk_score: readNumber('risk_score'),
      history_days: readNumber('history_days'),
      expected_apy: this.#expectedApy(readNumber),
      log_apy_volatility_30d: readNumberOrNull('log_apy_volatility_30d'),
      tvl_volatility_30d: readNumberOrNull('tvl_volatility_30d'),
      tvl_growth_30d: readNumberOrNull('tvl_growth_30d'),
      unmoved_days: readNumber('unmoved_days'),
      peer_apy: readNumberOrNull('peer_apy'),
      utilisation: readNumberOrNull('utilisation'),
      withdrawable: readNumberOrNull('withdrawable'),
      exit_constrained: readNumber('exit_constrained') === 1,
      il_risk: readBooleanOrNull('il_risk'),
      stablecoin: readBooleanOrNull('stablecoin'),
      outlier: readBooleanOrNull('outlier'),
      exposure: text('exposure') === 'single' ? 'single' : 'multi',
      source: text('source'),
      flags: parseTextList(text('flags')),
      underlying_assets: parseTextList(text('underlying_assets')),
      token_addresses: parseTextList(text('token_addresses')),
      source_pool_id: this.sourcePoolId(strategyIndex),
      as_of: new Date(readNumber('as_of')).toISOString(),
    };
  }

  sourcePoolId(strategyIndex: number): string {
    this.#pools ??= this.storedTexts('pools');
    return this.#pools.at(strategyIndex);
  }

  protocolFacts(protocol: string): ProtocolFacts | undefined {
    this.#protocols ??= parseProtocolFacts(this.#sections.u8('protocols'));
    return this.#protocols[protocol];
  }

  #expectedApy(readNumber: (column: NumberColumn) => number): CatalogEntry['expected_apy'] {
    const figuresForHorizon = (horizon: '7d' | '30d' | '90d') => ({
      mean: readNumber(`mean_${horizon}`),
      low80: readNumber(`low80_${horizon}`),
      high80: readNumber(`high80_${horizon}`),
    });
    return {
      '7d': figuresForHorizon('7d'),
      '30d': figuresForHorizon('30d'),
      '90d': figuresForHorizon('90d'),
    };
  }

  /** Returns the ids in the order of the catalog. Reads them from the stored bytes without parsing JSON. */
  ids(): string[] {
    const { bytes, textOffsets } = this.#elements;
    return Array.from({ length: this.size }, (_, strategyIndex) => {
      const idStart = (textOffsets[strategyIndex] ?? 0) + LIST_ELEMENT_START.length;
      return bytes.toString('latin1', idStart, bytes.indexOf(QUOTE_BYTE, idStart));
    });
  }

  strategyIndexOf(id: string): number | undefined {
    this.#strategyIndexById ??= new Map(this.ids().map((text, strategyIndex) => [text, strategyIndex]));
    return this.#strategyIndexById.get(id);
  }

  #checkSize<T extends { readonly length: number }>(column: T): T {
    if (column.length !== this.size) throw new RangeError('A column of the catalog is cut short.');
    return column;
  }
}
