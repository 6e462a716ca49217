import * as z from 'zod/mini';
import { createLazily } from '../platform/domain/create-lazily.ts';
import type { Hex } from './abi.ts';
import { toChainSlug } from './contract/chains.ts';
import { KNOWN_TOKENS } from './domain/tokens.ts';

const chain = /* @__PURE__ */ createLazily(() => {
  // Custom checks, because zod's own address and URL formats would add 3 kB to every Lambda function that moves
  // money.
  const address = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9A-Fa-f]{40}$/.test(value));
  const httpUrlSchema = z
    .string()
    .check(z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)));
  const token = z.strictObject({
    /** Symbol in upper case. The `asset` filter and the market prices identify a token by it. */
    asset: z.string().check(z.minLength(1), z.maxLength(64)),
    address,
    decimals: z.int().check(z.minimum(0), z.maximum(36)),
  });

  const router = z.strictObject({
    /** The address is converted to lower case, because the database stores addresses in lower case. */
    address: z.pipe(
      address,
      z.transform((text: Hex): Hex => `0x${text.slice(2).toLowerCase()}`),
    ),
    /** The ERC-4626 router or Yearn's router. Their function signatures differ. */
    kind: z._default(z.enum(['erc4626', 'yearn']), 'erc4626'),
    /** Maximum loss by a change of the share price between request and execution, in basis points (0.01%). */
    slippageBasisPoints: z._default(z.int().check(z.minimum(0), z.maximum(1_000)), 50),
  });

  return z.strictObject({
    /** EIP-155 chain id. The service compares this id with the id that the node reports. */
    chainId: z.int().check(z.minimum(1)),
    /** JSON-RPC endpoint. The URL may contain an access key, so it is never logged or shown. */
    rpcUrl: httpUrlSchema,
    /** Address of Multicall3. */
    multicallAddress: address,
    nativeAsset: z.string().check(z.minLength(1), z.maxLength(64)),
    nativeDecimals: z.int().check(z.minimum(0), z.maximum(36)),
    /** Time limit of a call in milliseconds. A slower chain is reported as unavailable. */
    timeoutMs: z.int().check(z.minimum(100), z.maximum(9_000)),
    /** Number of blocks that confirm an event, including the event's own block. */
    confirmations: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 12),
    /**
     * `confirmations`: an event is confirmed after the number of blocks in the field `confirmations`, or earlier if its
     * block is final. `safe` and `finalized`: it is confirmed when its block has this status.
     */
    confirmedBy: z._default(z.enum(['confirmations', 'safe', 'finalized']), 'confirmations'),
    /**
     * A router contract that the operator trusts. Its calls revert if the share price is worse than the limit in
     * the call.
     */
    router: z.optional(router),
    /**
     * Whether the chain may restart from its first block, as local test chains do. After a restart, the
     * service discards all data about the previous chain.
     */
    ephemeral: z._default(z.boolean(), false),
    tokens: z.array(token).check(z.maxLength(200)),
  });
});

export type ChainSettings = z.infer<ReturnType<typeof chain>> & { readonly chain: string };

/** Address of Multicall3 on every chain that has it: https://www.multicall3.com. */
const MULTICALL3_ADDRESS = '0xcA11bde05977b3631167028862bE2a173976CA11';
const ETHER_CHAIN_DEFAULTS = {
  multicallAddress: MULTICALL3_ADDRESS,
  nativeAsset: 'ETH',
  nativeDecimals: 18,
  timeoutMs: 3_000,
} as const;

/**
 * The default chains. Their nodes are public and limit the number of requests. A production deployment sets
 * its own nodes in CHAIN_SETTINGS.
 */
export const DEFAULT_CHAINS: Readonly<Record<string, z.input<ReturnType<typeof chain>>>> = {
  ethereum: {
    ...ETHER_CHAIN_DEFAULTS,
    chainId: 1,
    rpcUrl: 'https://ethereum-rpc.publicnode.com',
    tokens: [...KNOWN_TOKENS.ethereum],
  },
  arbitrum: {
    ...ETHER_CHAIN_DEFAULTS,
    chainId: 42_161,
    rpcUrl: 'https://arbitrum-one-rpc.publicnode.com',
    tokens: [...KNOWN_TOKENS.arbitrum],
  },
  optimism: {
    ...ETHER_CHAIN_DEFAULTS,
    chainId: 10,
    rpcUrl: 'https://optimism-rpc.publicnode.com',
    tokens: [...KNOWN_TOKENS.optimism],
  },
  base: {
    ...ETHER_CHAIN_DEFAULTS,
    chainId: 8453,
    rpcUrl: 'https://base-rpc.publicnode.com',
    tokens: [...KNOWN_TOKENS.base],
  },
  polygon: {
    ...ETHER_CHAIN_DEFAULTS,
    chainId: 137,
    rpcUrl: 'https://polygon-bor-rpc.publicnode.com',
    nativeAsset: 'POL',
    tokens: [...KNOWN_TOKENS.polygon],
  },
};

const chainOverridesSchema = /* @__PURE__ */ createLazily(() =>
  z.record(z.string(), z.nullable(z.record(z.string(), z.unknown()))),
);

/**
 * Returns the default chains with the changes in `settings`: JSON text of an object with one member per chain.
 * Fields in a member replace the defaults; null removes the chain. A new chain needs all fields.
 * @throws Error that names the chain and the field, but no value, because a URL may contain a key
 */
export function readChains(settings: string): readonly ChainSettings[] {
  const chainOverrides = chainOverridesSchema().parse(JSON.parse(settings));
  const mergedChains = new Map<string, unknown>(Object.entries(DEFAULT_CHAINS));
  for (const [name, fields] of Object.entries(chainOverrides)) {
    const slug = toChainSlug(name);
    if (fields === null) mergedChains.delete(slug);
    else mergedChains.set(slug, { ...ETHER_CHAIN_DEFAULTS, ...DEFAULT_CHAINS[slug], ...fields });
  }
  return [...mergedChains].map(([name, fields]) => {
    const parsed = chain().safeParse(fields);
    if (parsed.success) return { chain: name, ...parsed.data };
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`Invalid CHAIN_SETTINGS: ${name}: ${problems.join('; ')}`);
  });
}
