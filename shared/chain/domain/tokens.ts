export interface KnownToken {
  /** The token's symbol in upper case. */
  readonly asset: string;
  readonly address: `0x${string}`;
  readonly decimals: number;
}

/** Tokens whose wallet balances the service reads, by chain. */
export const KNOWN_TOKENS = {
  ethereum: [
    { asset: 'USDC', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
    { asset: 'USDT', address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
    { asset: 'DAI', address: '0x6B175474E89094C44Da98b954EedeAC495271d0F', decimals: 18 },
    { asset: 'WBTC', address: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', decimals: 8 },
    { asset: 'WETH', address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', decimals: 18 },
  ],
  arbitrum: [
    { asset: 'USDC', address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', decimals: 6 },
    { asset: 'USDT', address: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', decimals: 6 },
    { asset: 'DAI', address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', decimals: 18 },
    { asset: 'WBTC', address: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', decimals: 8 },
    { asset: 'WETH', address: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', decimals: 18 },
  ],
  optimism: [
    { asset: 'USDC', address: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', decimals: 6 },
    { asset: 'USDT', address: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', decimals: 6 },
    { asset: 'DAI', address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', decimals: 18 },
    { asset: 'WBTC', address: '0x68f180fcCe6836688e9084f035309E29Bf0A2095', decimals: 8 },
    { asset: 'WETH', address: '0x4200000000000000000000000000000000000006', decimals: 18 },
  ],
  base: [
    { asset: 'USDC', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 },
    { asset: 'USDT', address: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', decimals: 6 },
    { asset: 'DAI', address: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', decimals: 18 },
    { asset: 'WBTC', address: '0x0555E30da8f98308EdB960aa94C0Db47230d2B9c', decimals: 8 },
    { asset: 'WETH', address: '0x4200000000000000000000000000000000000006', decimals: 18 },
  ],
  polygon: [
    { asset: 'USDC', address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 6 },
    { asset: 'USDT', address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', decimals: 6 },
    { asset: 'DAI', address: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', decimals: 18 },
    { asset: 'WBTC', address: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6', decimals: 8 },
    { asset: 'WETH', address: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', decimals: 18 },
  ],
} as const satisfies Readonly<Record<string, readonly KnownToken[]>>;

const TOKEN_BY_ADDRESS = /* @__PURE__ */ new Map<string, KnownToken>(
  /* @__PURE__ */ Object.entries(KNOWN_TOKENS).flatMap(([chain, tokens]) =>
    tokens.map((token): [string, KnownToken] => [`${chain} ${token.address.toLowerCase()}`, token]),
  ),
);

/** Finds a known token by its chain and its address in any letter case. */
export function findKnownToken(chain: string, address: string): KnownToken | undefined {
  return TOKEN_BY_ADDRESS.get(`${chain} ${address.toLowerCase()}`);
}
