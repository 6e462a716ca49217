import { chainIdOf, tokenIdOf } from '../../chain/domain/chain-ids.ts';
import type { ProtocolFacts, StrategyDetail } from '../contract/responses.ts';
import type { StrategyRecord } from '../contract/strategy-record.ts';
import { displayName } from './names.ts';
import { siteOf } from './sites.ts';

/** By what else than its id a strategy can be recognised. */
export type Identity = Pick<StrategyDetail, 'chain_id' | 'tokens' | 'source_pool' | 'protocol_info'>;

/** Where a source shows a pool to people, by the source's name. */
const POOL_PAGES: Readonly<Record<string, (poolId: string) => string>> = {
  defillama: (poolId) => `https://defillama.com/yields/pool/${encodeURIComponent(poolId)}`,
};

const NO_FACTS: ProtocolFacts = { listed_since: null, audits: null, hacks: null };

/** The identity of a strategy, from its stored form. */
export function identityOf(
  record: Pick<
    StrategyRecord,
    'chain' | 'protocol' | 'source' | 'source_pool_id' | 'token_addresses' | 'underlying_assets'
  >,
  facts: ProtocolFacts = NO_FACTS,
): Identity {
  const { chain, protocol, source, source_pool_id, token_addresses, underlying_assets } = record;
  // Symbols and addresses belong together only where there are as many of the one as of the other.
  const aligned = token_addresses.length === underlying_assets.length;
  return {
    chain_id: chainIdOf(chain),
    tokens: token_addresses.map((address, index) => ({
      symbol: aligned ? (underlying_assets[index] ?? null) : null,
      address,
      id: tokenIdOf(chain, address),
    })),
    source_pool: { id: source_pool_id, url: POOL_PAGES[source]?.(source_pool_id) ?? null },
    protocol_info: { name: displayName(protocol), url: siteOf(protocol), ...facts },
  };
}
