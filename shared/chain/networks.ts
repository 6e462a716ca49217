import * as z from 'zod/mini';
import { chainSlug } from './contract/chains.ts';

const address = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9A-Fa-f]{40}$/))]);

const token = z.strictObject({
  /** Symbol, upper case: what the `asset` filter and the price go by. */
  asset: z.string().check(z.minLength(1), z.maxLength(64)),
  address,
  decimals: z.int().check(z.minimum(0), z.maximum(36)),
});

const chain = z.strictObject({
  /** EIP-155 chain id, checked against the node's own. */
  chainId: z.int().check(z.minimum(1)),
  /** JSON-RPC endpoint. May hold a key, so it is never logged and never shown. */
  rpcUrl: z.url({ protocol: /^https?$/ }),
  /** Where Multicall3 is deployed. */
  multicallAddress: address,
  nativeAsset: z.string().check(z.minLength(1), z.maxLength(64)),
  nativeDecimals: z.int().check(z.minimum(0), z.maximum(36)),
  /** How long the one call may take before the chain is reported as unavailable. */
  timeoutMs: z.int().check(z.minimum(100), z.maximum(9_000)),
  /** Blocks, the event's own included, after which an event counts as confirmed. */
  confirmations: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 12),
  tokens: z.array(token).check(z.maxLength(200)),
});

export type ChainSettings = z.infer<typeof chain> & { readonly chain: string };

/** The same address on every chain that has it: https://www.multicall3.com. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
const ETHER = {
  multicallAddress: MULTICALL3,
  nativeAsset: 'ETH',
  nativeDecimals: 18,
  timeoutMs: 3_000,
} as const;

/** Public nodes, which limit their callers: a production deployment names its own (see CHAIN_SETTINGS). */
export const DEFAULT_CHAINS: Readonly<Record<string, z.input<typeof chain>>> = {
  ethereum: {
    ...ETHER,
    chainId: 1,
    rpcUrl: 'https://ethereum-rpc.publicnode.com',
    tokens: [
      { asset: 'USDC', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
      { asset: 'USDT', address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
      { asset: 'DAI', address: '0x6B175474E89094C44Da98b954EedeAC495271d0F', decimals: 18 },
      { asset: 'WBTC', address: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', decimals: 8 },
      { asset: 'WETH', address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', decimals: 18 },
    ],
  },
  arbitrum: {
    ...ETHER,
    chainId: 42_161,
    rpcUrl: 'https://arbitrum-one-rpc.publicnode.com',
    tokens: [
      { asset: 'USDC', address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', decimals: 6 },
      { asset: 'USDT', address: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', decimals: 6 },
      { asset: 'DAI', address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', decimals: 18 },
      { asset: 'WBTC', address: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', decimals: 8 },
      { asset: 'WETH', address: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', decimals: 18 },
    ],
  },
  optimism: {
    ...ETHER,
    chainId: 10,
    rpcUrl: 'https://optimism-rpc.publicnode.com',
    tokens: [
      { asset: 'USDC', address: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', decimals: 6 },
      { asset: 'USDT', address: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', decimals: 6 },
      { asset: 'DAI', address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', decimals: 18 },
      { asset: 'WBTC', address: '0x68f180fcCe6836688e9084f035309E29Bf0A2095', decimals: 8 },
      { asset: 'WETH', address: '0x4200000000000000000000000000000000000006', decimals: 18 },
    ],
  },
  base: {
    ...ETHER,
    chainId: 8453,
    rpcUrl: 'https://base-rpc.publicnode.com',
    tokens: [
      { asset: 'USDC', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 },
      { asset: 'USDT', address: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', decimals: 6 },
      { asset: 'DAI', address: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', decimals: 18 },
      { asset: 'WBTC', address: '0x0555E30da8f98308EdB960aa94C0Db47230d2B9c', decimals: 8 },
      { asset: 'WETH', address: '0x4200000000000000000000000000000000000006', decimals: 18 },
    ],
  },
  polygon: {
    ...ETHER,
    chainId: 137,
    rpcUrl: 'https://polygon-bor-rpc.publicnode.com',
    nativeAsset: 'POL',
    tokens: [
      { asset: 'USDC', address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 6 },
      { asset: 'USDT', address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', decimals: 6 },
      { asset: 'DAI', address: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', decimals: 18 },
      { asset: 'WBTC', address: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6', decimals: 8 },
      { asset: 'WETH', address: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', decimals: 18 },
    ],
  },
};

const overrides = z.record(z.string(), z.nullable(z.record(z.string(), z.unknown())));

/**
 * The chains to read: the defaults, each field of which `settings` (a JSON object) may replace by chain; null takes a chain out,
 * and a chain that is not among the defaults is added when its fields are complete.
 *
 * @throws Error naming the chain and field that break a rule, never a value, as an address may hold a key
 */
export function readChains(settings: string): readonly ChainSettings[] {
  const given = overrides.parse(JSON.parse(settings));
  const merged = new Map<string, unknown>(Object.entries(DEFAULT_CHAINS));
  for (const [name, fields] of Object.entries(given)) {
    const slug = chainSlug(name);
    if (fields === null) merged.delete(slug);
    else merged.set(slug, { ...ETHER, ...DEFAULT_CHAINS[slug], ...fields });
  }
  return [...merged].map(([name, fields]) => {
    const parsed = chain.safeParse(fields);
    if (parsed.success) return { chain: name, ...parsed.data };
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`Invalid CHAIN_SETTINGS: ${name}: ${problems.join('; ')}`);
  });
}
