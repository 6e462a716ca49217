import { encodeAbiParameters, keccak256, toHex } from 'viem/utils';
import { callNode } from '../../../shared/chain/json-rpc.ts';
import { type ChainSettings, readChains } from '../../../shared/chain/networks.ts';
import { type Chain, startChain } from './anvil.ts';
import { CONTRACTS } from './contracts.ts';
import { demoGenesisMs, deployDemoContracts, giveDemoPast } from './demo-vault.ts';

/** A wallet whose key everybody knows: an account of the mnemonic `test test ... junk` that every such node has. */
export interface DemoWallet {
  readonly address: `0x${string}`;
  /** Whole native coins and tokens on each chain, by asset. What is not named is 0. */
  readonly amounts: Readonly<Record<string, number>>;
}

export const DEMO_WALLETS: readonly DemoWallet[] = [
  {
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    amounts: { ETH: 12.5, POL: 4_000, USDC: 25_000, USDT: 1_250.5, WBTC: 0.75, WETH: 3 },
  },
  {
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    amounts: { ETH: 0.25, POL: 10, DAI: 500.25, USDC: 100 },
  },
];

/** Added to a public chain's id, so that what is signed for the local chain of that name is valid on no public chain. */
const LOCAL_CHAIN_IDS_FROM = 31_337_000_000_000;

/**
 * The default chains as local nodes have them: the same names and tokens, with local chain ids.
 *
 * @param overrides as in CHAIN_SETTINGS, by the name of the chain
 */
export function localChains(overrides = '{}'): ChainSettings[] {
  return readChains(overrides).map((settings) => ({
    ...settings,
    chainId: LOCAL_CHAIN_IDS_FROM + settings.chainId,
  }));
}

const NODE_TIMEOUT_MS = 10_000;
/** Whole amounts above are kept to this many decimals on their way to base units. */
const AMOUNT_DECIMALS = 4;

function baseUnits(amount: number, decimals: number): bigint {
  return BigInt(Math.round(amount * 10 ** AMOUNT_DECIMALS)) * 10n ** BigInt(decimals - AMOUNT_DECIMALS);
}

/** Where TestToken keeps an account's balance: the mapping in slot 0 (Solidity's storage layout). */
function balanceSlot(account: `0x${string}`): string {
  const types = [{ type: 'address' }, { type: 'uint256' }] as const;
  return keccak256(encodeAbiParameters(types, [account, 0n]));
}

/**
 * Slot 2 of TestToken: its decimals in the last byte, before it whether an allowance must go to 0 first, and before that
 * whether allowances can be signed.
 */
function tokenTraits(asset: string, decimals: number, hasPermits: boolean): string {
  const traits = asset === 'USDT' ? 256 : asset === 'USDC' && hasPermits ? 65_536 : 0;
  return toHex(traits + decimals, { size: 32 });
}

/** What a new demo wallet gets on a chain: enough to try everything, and worth nothing. */
const NEW_WALLET_AMOUNTS: DemoWallet['amounts'] = { ETH: 10, POL: 1_000, USDC: 10_000, USDT: 10_000 };

/** The writes that give a wallet its native coins and tokens on a chain. */
function balanceWrites(
  chain: ChainSettings,
  { address, amounts }: DemoWallet,
): [method: string, params: string[]][] {
  const native = baseUnits(amounts[chain.nativeAsset] ?? 0, chain.nativeDecimals);
  return [
    ['anvil_setBalance', [address, toHex(native)]],
    ...chain.tokens.map((token): [string, string[]] => {
      const amount = toHex(baseUnits(amounts[token.asset] ?? 0, token.decimals), { size: 32 });
      return ['anvil_setStorageAt', [token.address, balanceSlot(address), amount]];
    }),
  ];
}

/** Sends test money on a local chain to a wallet without native coins. A wallet that has some gets none. */
export async function fundWallet(
  chain: ChainSettings,
  rpcUrl: string,
  address: DemoWallet['address'],
): Promise<void> {
  const node = { rpcUrl, timeoutMs: NODE_TIMEOUT_MS };
  if ((await callNode(node, 'eth_getBalance', [address, 'latest'])) !== '0x0') return;
  const writes = balanceWrites(chain, { address, amounts: NEW_WALLET_AMOUNTS });
  await Promise.all(writes.map(([method, params]) => callNode(node, method, params)));
}

/**
 * Puts Multicall3 and the chain's tokens at their real addresses, gives the demo wallets their balances, and deploys a
 * vault over USDC and a router; where the present is given, USDC takes permits and the vault has earned until then.
 */
async function furnish(chain: ChainSettings, rpcUrl: string, nowMs: number | undefined): Promise<void> {
  const node = { rpcUrl, timeoutMs: NODE_TIMEOUT_MS };
  const writes: [method: string, params: string[]][] = [
    ['anvil_setCode', [chain.multicallAddress, CONTRACTS.Multicall.deployed]],
    ...chain.tokens.flatMap(({ address, asset, decimals }): [string, string[]][] => [
      ['anvil_setCode', [address, CONTRACTS.TestToken.deployed]],
      [
        'anvil_setStorageAt',
        [address, toHex(2, { size: 32 }), tokenTraits(asset, decimals, nowMs !== undefined)],
      ],
    ]),
  ];
  for (const wallet of DEMO_WALLETS) writes.push(...balanceWrites(chain, wallet));
  await Promise.all(writes.map(([method, params]) => callNode(node, method, params)));
  const usdc = chain.tokens.find(({ asset }) => asset === 'USDC');
  if (usdc === undefined) return;
  await deployDemoContracts(node, usdc.address);
  await giveDemoPast(node, usdc.address, nowMs);
}

/**
 * Starts the node of one chain, with test tokens and funded demo wallets. Undefined where the node is not installed;
 * rejects, with nothing left running, when it does not come up, and for a chain that is not one of `localChains`.
 *
 * @param nowMs gives the demo vault a past that ends now; without it the vault is new and holds 0.01 USDC
 */
export async function startLocalChain(settings: ChainSettings, nowMs?: number): Promise<Chain | undefined> {
  if (settings.chainId < LOCAL_CHAIN_IDS_FROM)
    throw new RangeError(`A local chain must not have the chain id ${settings.chainId}; use localChains()`);
  const args = nowMs === undefined ? [] : ['--timestamp', String(Math.floor(demoGenesisMs(nowMs) / 1_000))];
  const node = await startChain({ chainId: settings.chainId, args });
  if (node === undefined) return undefined;
  try {
    await furnish(settings, node.rpcUrl, nowMs);
    return node;
  } catch (error) {
    await node.stop();
    throw error;
  }
}
