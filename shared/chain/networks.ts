import * as z from 'zod/mini';
import { createLazily } from '../platform/create-lazily.ts';
import type { Hex } from './abi.ts';
import { chainSlug } from './contract/chains.ts';
import { KNOWN_TOKENS } from './domain/tokens.ts';

const chain = /* @__PURE__ */ createLazily(() => {
  // Of zod's own formats, those for templates and addresses of the web would bring 3 kB into every function that moves money.
  const address = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9A-Fa-f]{40}$/.test(value));
  const webAddress = z
    .string()
    .check(z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)));
  const token = z.strictObject({
    /** Symbol, upper case: what the `asset` filter and the price go by. */
    asset: z.string().check(z.minLength(1), z.maxLength(64)),
    address,
    decimals: z.int().check(z.minimum(0), z.maximum(36)),
  });

  const router = z.strictObject({
    /** In lower case, as addresses are stored. */
    address: z.pipe(
      address,
      z.transform((text: Hex): Hex => `0x${text.slice(2).toLowerCase()}`),
    ),
    /** Whose signature it has: that of the router written beside the standard, or Yearn's. */
    kind: z._default(z.enum(['erc4626', 'yearn']), 'erc4626'),
    /** How much worse than at the moment of the request the price may be, in hundredths of a percent. */
    slippageBasisPoints: z._default(z.int().check(z.minimum(0), z.maximum(1_000)), 50),
  });

  return z.strictObject({
    /** EIP-155 chain id, checked against the node's own. */
    chainId: z.int().check(z.minimum(1)),
    /** JSON-RPC endpoint. May hold a key, so it is never logged and never shown. */
    rpcUrl: webAddress,
    /** Where Multicall3 is deployed. */
    multicallAddress: address,
    nativeAsset: z.string().check(z.minLength(1), z.maxLength(64)),
    nativeDecimals: z.int().check(z.minimum(0), z.maximum(36)),
    /** How long the one call may take before the chain is reported as unavailable. */
    timeoutMs: z.int().check(z.minimum(100), z.maximum(9_000)),
    /** Blocks, the event's own included, after which an event counts as confirmed. */
    confirmations: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 12),
    /**
     * What confirms an event: so many confirmations or the chain's own finality, whichever comes first; or only what the
     * chain itself calls safe or finalized.
     */
    confirmedBy: z._default(z.enum(['confirmations', 'safe', 'finalized']), 'confirmations'),
    /** A router that the operator trusts: it deposits and withdraws within bounds of price, or not at all. */
    router: z.optional(router),
    /**
     * Whether the chain may restart from its first block, as a local one does. All data of the previous chain is then
     * discarded.
     */
    ephemeral: z._default(z.boolean(), false),
    tokens: z.array(token).check(z.maxLength(200)),
  });
});

export type ChainSettings = z.infer<ReturnType<typeof chain>> & { readonly chain: string };

/** The same address on every chain that has it: https://www.multicall3.com. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
const ETHER = {
  multicallAddress: MULTICALL3,
  nativeAsset: 'ETH',
  nativeDecimals: 18,
  timeoutMs: 3_000,
} as const;

/** Public nodes, which limit their callers: a production deployment names its own (see CHAIN_SETTINGS). */
export const DEFAULT_CHAINS: Readonly<Record<string, z.input<ReturnType<typeof chain>>>> = {
  ethereum: {
    ...ETHER,
    chainId: 1,
    rpcUrl: 'https://ethereum-rpc.publicnode.com',
    tokens: [...KNOWN_TOKENS.ethereum],
  },
  arbitrum: {
    ...ETHER,
    chainId: 42_161,
    rpcUrl: 'https://arbitrum-one-rpc.publicnode.com',
    tokens: [...KNOWN_TOKENS.arbitrum],
  },
  optimism: {
    ...ETHER,
    chainId: 10,
    rpcUrl: 'https://optimism-rpc.publicnode.com',
    tokens: [...KNOWN_TOKENS.optimism],
  },
  base: {
    ...ETHER,
    chainId: 8453,
    rpcUrl: 'https://base-rpc.publicnode.com',
    tokens: [...KNOWN_TOKENS.base],
  },
  polygon: {
    ...ETHER,
    chainId: 137,
    rpcUrl: 'https://polygon-bor-rpc.publicnode.com',
    nativeAsset: 'POL',
    tokens: [...KNOWN_TOKENS.polygon],
  },
};

const overrides = /* @__PURE__ */ createLazily(() =>
  z.record(z.string(), z.nullable(z.record(z.string(), z.unknown()))),
);

/**
 * The chains to read: the defaults, each field of which `settings` (a JSON object) may replace by chain; null takes a chain out,
 * and a chain that is not among the defaults is added when its fields are complete.
 *
 * @throws Error naming the chain and field that break a rule, never a value, as an address may hold a key
 */
export function readChains(settings: string): readonly ChainSettings[] {
  const given = overrides().parse(JSON.parse(settings));
  const merged = new Map<string, unknown>(Object.entries(DEFAULT_CHAINS));
  for (const [name, fields] of Object.entries(given)) {
    const slug = chainSlug(name);
    if (fields === null) merged.delete(slug);
    else merged.set(slug, { ...ETHER, ...DEFAULT_CHAINS[slug], ...fields });
  }
  return [...merged].map(([name, fields]) => {
    const parsed = chain().safeParse(fields);
    if (parsed.success) return { chain: name, ...parsed.data };
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`Invalid CHAIN_SETTINGS: ${name}: ${problems.join('; ')}`);
  });
}
