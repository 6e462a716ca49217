import * as z from 'zod/mini';
import { createLazily } from '../platform/create-lazily.ts';
import type { Hex } from './abi.ts';
import { chainSlug } from './contract/chains.ts';
import { KNOWN_TOKENS } from './domain/tokens.ts';

const chain = /* @__PURE__ */ createLazily(() => {
  // Own checks, because zod's address and URL formats would add 3 kB to every function that moves
  // money.
  const address = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9A-Fa-f]{40}$/.test(value));
  const webAddress = z
    .string()
    .check(z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)));
  const token = z.strictObject({
    /** Symbol, upper case. The `asset` filter and prices use it. */
    asset: z.string().check(z.minLength(1), z.maxLength(64)),
    address,
    decimals: z.int().check(z.minimum(0), z.maximum(36)),
  });

  const router = z.strictObject({
    /** Lower case, as addresses are stored. */
    address: z.pipe(
      address,
      z.transform((text: Hex): Hex => `0x${text.slice(2).toLowerCase()}`),
    ),
    /** Whether the router has the ERC-4626 router's function signatures or Yearn's. */
    kind: z._default(z.enum(['erc4626', 'yearn']), 'erc4626'),
    /**
     * Maximum loss of the share price between request and execution, in basis points (hundredths of
     * a percent).
     */
    slippageBasisPoints: z._default(z.int().check(z.minimum(0), z.maximum(1_000)), 50),
  });

  return z.strictObject({
    /** EIP-155 chain id. It is compared with the node's own. */
    chainId: z.int().check(z.minimum(1)),
    /** JSON-RPC endpoint. It may contain a key, so it is never logged or shown. */
    rpcUrl: webAddress,
    /** Address of Multicall3. */
    multicallAddress: address,
    nativeAsset: z.string().check(z.minLength(1), z.maxLength(64)),
    nativeDecimals: z.int().check(z.minimum(0), z.maximum(36)),
    /** Time limit of a call in milliseconds. A slower chain is reported as unavailable. */
    timeoutMs: z.int().check(z.minimum(100), z.maximum(9_000)),
    /** Number of blocks, including the event's own, after which an event counts as confirmed. */
    confirmations: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 12),
    /**
     * What confirms an event. `confirmations`: the number of confirmations or the chain's finality,
     * whichever comes first. `safe` and `finalized`: only the chain's own status.
     */
    confirmedBy: z._default(z.enum(['confirmations', 'safe', 'finalized']), 'confirmations'),
    /**
     * A router that the operator trusts. It deposits and withdraws within bounds of the price, or
     * reverts.
     */
    router: z.optional(router),
    /**
     * Whether the chain may restart from its first block, as a local one does. All data of the
     * previous chain is then deleted.
     */
    ephemeral: z._default(z.boolean(), false),
    tokens: z.array(token).check(z.maxLength(200)),
  });
});

export type ChainSettings = z.infer<ReturnType<typeof chain>> & { readonly chain: string };

/** Address of Multicall3 on every chain that has it: https://www.multicall3.com. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
const ETHER = {
  multicallAddress: MULTICALL3,
  nativeAsset: 'ETH',
  nativeDecimals: 18,
  timeoutMs: 3_000,
} as const;

/**
 * Default chains with public nodes, which limit their callers. A production deployment sets its own
 * nodes in CHAIN_SETTINGS.
 */
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

const overridesSchema = /* @__PURE__ */ createLazily(() =>
  z.record(z.string(), z.nullable(z.record(z.string(), z.unknown()))),
);

/**
 * Returns the configured chains: the defaults, changed by `settings`, a JSON object by chain. Given
 * fields replace the defaults, null removes a chain, and a new chain needs all fields.
 * @throws Error with the chain and field that break a rule; never with a value, because a URL may
 * contain a key
 */
export function readChains(settings: string): readonly ChainSettings[] {
  const overrides = overridesSchema().parse(JSON.parse(settings));
  const mergedChains = new Map<string, unknown>(Object.entries(DEFAULT_CHAINS));
  for (const [name, fields] of Object.entries(overrides)) {
    const slug = chainSlug(name);
    if (fields === null) mergedChains.delete(slug);
    else mergedChains.set(slug, { ...ETHER, ...DEFAULT_CHAINS[slug], ...fields });
  }
  return [...mergedChains].map(([name, fields]) => {
    const parsed = chain().safeParse(fields);
    if (parsed.success) return { chain: name, ...parsed.data };
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`Invalid CHAIN_SETTINGS: ${name}: ${problems.join('; ')}`);
  });
}
