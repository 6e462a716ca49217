import { chainIdOf, tokenIdOf } from '../../chain/domain/chain-ids.ts';
import type { ProtocolFacts, StrategyDetail } from '../contract/responses.ts';
import type { StrategyRecord } from '../contract/strategy-record.ts';
import { toDisplayName } from './names.ts';
import { websiteOf } from './sites.ts';

/** Fields with which another system can recognize a strategy: chain, tokens, source pool and protocol. */
export type StrategyIdentity = Pick<StrategyDetail, 'chain_id' | 'tokens' | 'source_pool' | 'protocol_info'>;

/** Functions that return the URL of a pool's page, by the name of the source. */
const POOL_PAGE_URL_BUILDERS: Readonly<Record<string, (poolId: string) => string>> = {
  defillama: (poolId) => `https://defillama.com/yields/pool/${encodeURIComponent(poolId)}`,
};

const NO_PROTOCOL_FACTS: ProtocolFacts = { listed_since: null, audits: null, hacks: null };

export function strategyIdentityOf(
  record: Pick<
    StrategyRecord,
    'chain' | 'protocol' | 'source' | 'source_pool_id' | 'token_addresses' | 'underlying_assets'
  >,
  protocolFacts: ProtocolFacts = NO_PROTOCOL_FACTS,
): StrategyIdentity {
  const { chain, protocol, source, source_pool_id, token_addresses, underlying_assets } = record;
  // An address can be matched to a symbol by its index only if both lists have the same length.
  const hasSymbolPerAddress = token_addresses.length === underlying_assets.length;
  return {
    chain_id: chainIdOf(chain),
    tokens: token_addresses.map((address, index) => ({
      symbol: hasSymbolPerAddress ? (underlying_assets[index] ?? null) : null,
      address,
      id: tokenIdOf(chain, address),
    })),
    source_pool: { id: source_pool_id, url: POOL_PAGE_URL_BUILDERS[source]?.(source_pool_id) ?? null },
    protocol_info: { name: toDisplayName(protocol), url: websiteOf(protocol), ...protocolFacts },
  };
}
