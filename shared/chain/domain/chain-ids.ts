/** EVM chains with their ids (EIP-155), as registered at github.com/ethereum-lists/chains. */
const EVM_CHAIN_IDS: Readonly<Record<string, number>> = {
  ethereum: 1,
  optimism: 10,
  flare: 14,
  cronos: 25,
  rootstock: 30,
  bsc: 56,
  gnosis: 100,
  unichain: 130,
  polygon: 137,
  monad: 143,
  sonic: 146,
  'op-bnb': 204,
  fantom: 250,
  fraxtal: 252,
  'zksync-era': 324,
  'world-chain': 480,
  'hyperliquid-l1': 999,
  metis: 1_088,
  core: 1_116,
  sei: 1_329,
  moonbeam: 1_284,
  moonriver: 1_285,
  ronin: 2_020,
  kava: 2_222,
  abstract: 2_741,
  mantle: 5_000,
  base: 8_453,
  plasma: 9_745,
  mode: 34_443,
  arbitrum: 42_161,
  celo: 42_220,
  avalanche: 43_114,
  hemi: 43_111,
  ink: 57_073,
  linea: 59_144,
  bob: 60_808,
  berachain: 80_094,
  blast: 81_457,
  taiko: 167_000,
  scroll: 534_352,
  katana: 747_474,
};

/** Chains without an EIP-155 id, with their CAIP-2 ids. */
const NON_EVM_CHAIN_IDS: Readonly<Record<string, string>> = {
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  starknet: 'starknet:SN_MAIN',
};

/** Returns the EIP-155 id of an EVM chain. Null for a chain without the EVM and for an unknown chain. */
export function chainIdOf(chain: string): number | null {
  return EVM_CHAIN_IDS[chain] ?? null;
}

/** Addresses that data sources use for the native coin of an EVM chain. */
const NATIVE_ADDRESSES: readonly string[] = [
  '0x0000000000000000000000000000000000000000',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
];
/** Returns whether an address stands for a chain's native coin, which is not a token. */
export function isNativeAddress(address: string): boolean {
  return NATIVE_ADDRESSES.includes(address.toLowerCase());
}

/** SLIP-44 coin type of Ether. The CAIP-19 id of a chain's native coin contains this number. */
const SLIP44_ETHER = 60;

/**
 * Returns a token's CAIP-19 id, such as `eip155:1/erc20:0xa0b8...`. Null if the chain is unknown or the address is
 * invalid.
 */
export function tokenIdOf(chain: string, address: string): string | null {
  const chainId = chainIdOf(chain);
  if (chainId !== null) {
    const lowercaseAddress = address.toLowerCase();
    if (!/^0x[0-9a-f]{40}$/.test(lowercaseAddress)) return null;
    if (isNativeAddress(lowercaseAddress)) return `eip155:${chainId}/slip44:${SLIP44_ETHER}`;
    return `eip155:${chainId}/erc20:${lowercaseAddress}`;
  }
  const nonEvmChainId = NON_EVM_CHAIN_IDS[chain];
  if (nonEvmChainId === undefined || !/^[0-9A-Za-z]{1,128}$/.test(address)) return null;
  return `${nonEvmChainId}/${chain === 'solana' ? 'token' : 'erc20'}:${address}`;
}
