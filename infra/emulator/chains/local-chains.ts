import { encodeAbiParameters, keccak256, toHex } from 'viem/utils';
import { callNode } from '../../../shared/chain/json-rpc.ts';
import { type ChainSettings, readChains } from '../../../shared/chain/networks.ts';
import { type ChainNode, startChain } from './anvil.ts';
import { CONTRACT_ARTIFACTS } from './contracts.ts';
import { computeDemoGenesisMs, deployDemoContracts, makeFirstDemoDeposit } from './demo-vault.ts';

/**
 * A test wallet with a publicly known key: an account of the mnemonic `test test ... junk`, which every anvil
 * node has.
 */
export interface DemoWallet {
  readonly address: `0x${string}`;
  /** Balances on each chain by asset, in whole units. Assets that are not listed have 0. */
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

/**
 * Offset between the EIP-155 id of a public chain and the id of its local chain. The ids differ so that a
 * signature for a local chain is not valid on any public chain.
 */
const LOCAL_CHAIN_ID_OFFSET = 31_337_000_000_000;

/**
 * Returns the settings of the default chains, with the chain ids of the local chains.
 *
 * @param chainOverrides JSON in the format of CHAIN_SETTINGS, by chain name
 */
export function readLocalChains(chainOverrides = '{}'): ChainSettings[] {
  return readChains(chainOverrides).map((settings) => ({
    ...settings,
    chainId: LOCAL_CHAIN_ID_OFFSET + settings.chainId,
  }));
}

const NODE_TIMEOUT_MS = 10_000;
/** `toBaseUnits` rounds amounts to this number of decimals. */
const ROUNDED_AMOUNT_DECIMALS = 4;

function toBaseUnits(amount: number, decimals: number): bigint {
  return (
    BigInt(Math.round(amount * 10 ** ROUNDED_AMOUNT_DECIMALS)) *
    10n ** BigInt(decimals - ROUNDED_AMOUNT_DECIMALS)
  );
}

/** Returns the storage slot of an account's balance in TestToken. The formula is Solidity's for a mapping in slot 0. */
function computeBalanceSlot(account: `0x${string}`): string {
  const parameterTypes = [{ type: 'address' }, { type: 'uint256' }] as const;
  return keccak256(encodeAbiParameters(parameterTypes, [account, 0n]));
}

/**
 * Returns the value of storage slot 2 of the contract TestToken. Byte 0 is the number of decimals. Byte 1 is 1 when an
 * allowance must be reset to 0 before it can change (USDT). Byte 2 is 1 when the token supports permits.
 */
function encodeTokenStorageValue(asset: string, decimals: number, supportsPermits: boolean): string {
  const flagBits = asset === 'USDT' ? 256 : asset === 'USDC' && supportsPermits ? 65_536 : 0;
  return toHex(flagBits + decimals, { size: 32 });
}

/** Balances that a new demo wallet gets on a chain, in whole units. The tokens have no real value. */
const NEW_WALLET_AMOUNTS: DemoWallet['amounts'] = { ETH: 10, POL: 1_000, USDC: 10_000, USDT: 10_000 };

/** Returns the RPC calls that set a wallet's native and token balances on a chain. */
function buildBalanceCalls(
  chain: ChainSettings,
  { address, amounts }: DemoWallet,
): [method: string, params: string[]][] {
  const nativeAmount = toBaseUnits(amounts[chain.nativeAsset] ?? 0, chain.nativeDecimals);
  return [
    ['anvil_setBalance', [address, toHex(nativeAmount)]],
    ...chain.tokens.map((token): [string, string[]] => {
      const amount = toHex(toBaseUnits(amounts[token.asset] ?? 0, token.decimals), { size: 32 });
      return ['anvil_setStorageAt', [token.address, computeBalanceSlot(address), amount]];
    }),
  ];
}

/** Sends test money to a wallet on a local chain. Sends nothing when the wallet already has native coins. */
export async function fundWallet(
  chain: ChainSettings,
  rpcUrl: string,
  address: DemoWallet['address'],
): Promise<void> {
  const node = { rpcUrl, timeoutMs: NODE_TIMEOUT_MS };
  if ((await callNode(node, 'eth_getBalance', [address, 'latest'])) !== '0x0') return;
  const balanceCalls = buildBalanceCalls(chain, { address, amounts: NEW_WALLET_AMOUNTS });
  await Promise.all(balanceCalls.map(([method, params]) => callNode(node, method, params)));
}

/**
 * Installs Multicall3 and the tokens, sets the demo wallets' balances, and deploys a USDC vault and a router. If
 * `nowMs` (epoch milliseconds) is given, USDC supports permits and the vault has already earned interest.
 */
async function installContracts(
  chain: ChainSettings,
  rpcUrl: string,
  nowMs: number | undefined,
): Promise<void> {
  const node = { rpcUrl, timeoutMs: NODE_TIMEOUT_MS };
  const balanceCalls: [method: string, params: string[]][] = [
    ['anvil_setCode', [chain.multicallAddress, CONTRACT_ARTIFACTS.Multicall.deployed]],
    ...chain.tokens.flatMap(({ address, asset, decimals }): [string, string[]][] => [
      ['anvil_setCode', [address, CONTRACT_ARTIFACTS.TestToken.deployed]],
      [
        'anvil_setStorageAt',
        [address, toHex(2, { size: 32 }), encodeTokenStorageValue(asset, decimals, nowMs !== undefined)],
      ],
    ]),
  ];
  for (const wallet of DEMO_WALLETS) balanceCalls.push(...buildBalanceCalls(chain, wallet));
  await Promise.all(balanceCalls.map(([method, params]) => callNode(node, method, params)));
  const usdc = chain.tokens.find(({ asset }) => asset === 'USDC');
  if (usdc === undefined) return;
  await deployDemoContracts(node, usdc.address);
  await makeFirstDemoDeposit(node, usdc.address, nowMs);
}

/**
 * Starts the local node of one chain, with test tokens and funded demo wallets. Resolves to undefined when
 * anvil is not installed. When the node does not become ready, stops its process and rejects.
 *
 * @param nowMs if given, the demo vault gets a history that ends at this time (epoch milliseconds). Otherwise the vault
 * is new and holds 0.01 USDC.
 * @throws RangeError for a chain id that is not one of `readLocalChains`
 */
export async function startLocalChain(
  settings: ChainSettings,
  nowMs?: number,
): Promise<ChainNode | undefined> {
  if (settings.chainId < LOCAL_CHAIN_ID_OFFSET)
    throw new RangeError(
      `A local chain must not have the chain id ${settings.chainId}; use readLocalChains()`,
    );
  const args =
    nowMs === undefined ? [] : ['--timestamp', String(Math.floor(computeDemoGenesisMs(nowMs) / 1_000))];
  const node = await startChain({ chainId: settings.chainId, args });
  if (node === undefined) return undefined;
  try {
    await installContracts(settings, node.rpcUrl, nowMs);
    return node;
  } catch (error) {
    await node.stop();
    throw error;
  }
}
