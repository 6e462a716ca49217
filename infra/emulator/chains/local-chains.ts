import { encodeAbiParameters, keccak256, toHex } from 'viem/utils';
import { callNode } from '../../../shared/chain/json-rpc.ts';
import type { ChainSettings } from '../../../shared/chain/networks.ts';
import { type Chain, startChain } from './anvil.ts';
import { CONTRACTS } from './contracts.ts';
import { demoGenesisMs, deployDemoVault, giveDemoPast } from './demo-vault.ts';

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

/** Slot 2 of TestToken: its decimals in the last byte, and before it whether an allowance must go to 0 first. */
function tokenTraits(asset: string, decimals: number): string {
  return toHex((asset === 'USDT' ? 256 : 0) + decimals, { size: 32 });
}

/**
 * Puts Multicall3 and the chain's tokens at their real addresses, gives the demo wallets their balances, and deploys a
 * vault over USDC; where the present is given, the vault has earned until then.
 */
async function furnish(chain: ChainSettings, rpcUrl: string, nowMs: number | undefined): Promise<void> {
  const node = { rpcUrl, timeoutMs: NODE_TIMEOUT_MS };
  const writes: [method: string, params: string[]][] = [
    ['anvil_setCode', [chain.multicallAddress, CONTRACTS.Multicall.deployed]],
    ...chain.tokens.flatMap(({ address, asset, decimals }): [string, string[]][] => [
      ['anvil_setCode', [address, CONTRACTS.TestToken.deployed]],
      ['anvil_setStorageAt', [address, toHex(2, { size: 32 }), tokenTraits(asset, decimals)]],
    ]),
  ];
  for (const { address, amounts } of DEMO_WALLETS) {
    const native = baseUnits(amounts[chain.nativeAsset] ?? 0, chain.nativeDecimals);
    writes.push(['anvil_setBalance', [address, toHex(native)]]);
    for (const token of chain.tokens) {
      const amount = toHex(baseUnits(amounts[token.asset] ?? 0, token.decimals), { size: 32 });
      writes.push(['anvil_setStorageAt', [token.address, balanceSlot(address), amount]]);
    }
  }
  await Promise.all(writes.map(([method, params]) => callNode(node, method, params)));
  const usdc = chain.tokens.find(({ asset }) => asset === 'USDC');
  if (usdc === undefined) return;
  await deployDemoVault(node, usdc.address);
  if (nowMs !== undefined) await giveDemoPast(node, usdc.address, nowMs);
}

/**
 * Starts the node of one chain, with test tokens and funded demo wallets. Undefined where the node is not installed;
 * rejects, with nothing left running, when it does not come up.
 *
 * @param nowMs gives the demo vault a past that ends now; without it the vault is new and empty
 */
export async function startLocalChain(settings: ChainSettings, nowMs?: number): Promise<Chain | undefined> {
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
