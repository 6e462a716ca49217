import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem/utils';
import type { ChainNode } from '../../../infra/emulator/chains/anvil.ts';
import { CONTRACT_ARTIFACTS } from '../../../infra/emulator/chains/contracts.ts';
import { DEMO_VAULT_ADDRESS } from '../../../infra/emulator/chains/demo-vault.ts';
import {
  DEMO_WALLETS,
  readLocalChains,
  startLocalChain,
} from '../../../infra/emulator/chains/local-chains.ts';
import { decodeNumber, encodeReadCall } from '../../../shared/chain/erc4626.ts';
import { callNode } from '../../../shared/chain/json-rpc.ts';
import type { Hex } from '../../../shared/chain/multicall.ts';
import type { ChainSettings } from '../../../shared/chain/networks.ts';
import { readContract } from '../../../shared/chain/node.ts';
import { waitUntilIncluded } from './chains.ts';

/** The functions with which tests control the demo vault and its token. */
const ABI = parseAbi([
  'function setPaused(bool paused)',
  'function lose(uint256 basisPoints)',
  'function rebase(int256 basisPoints)',
  'function mint(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function deposit(uint256 assets, address receiver)',
]);

/** The mnemonic of the accounts of every local node. The first two accounts are those of Ann and Ben. */
export const LOCAL_MNEMONIC = 'test test test test test test test test test test test junk';

export const VAULT: Hex = `0x${DEMO_VAULT_ADDRESS.slice(2).toLowerCase()}`;
export const [ANN, BEN] = DEMO_WALLETS.map(({ address }): Hex => `0x${address.slice(2).toLowerCase()}`);

/** A local chain with the demo vault, and the functions with which tests change it. */
export interface VaultChain {
  readonly settings: ChainSettings;
  readonly usdc: Hex;
  rpc(method: string, ...params: unknown[]): Promise<unknown>;
  /** Sends a call from an account whose key the node holds, and returns its hash. */
  send(call: { from: Hex; to: Hex; data: Hex; nonce?: Hex; gas?: Hex; gasPrice?: Hex }): Promise<Hex>;
  included(hash: Hex): Promise<void>;
  mine(blocks: number): Promise<void>;
  /** Shares of a wallet in the vault, as the chain has them. */
  sharesOf(wallet: Hex): Promise<bigint>;
  /**
   * Deploys a vault whose behaviour tests can control, and returns its address. The asset is USDC by default. If
   * `decimalsOffset` is 0 (the default), Ben then deposits 10,000 base units. The value `empty` means an offset of 0
   * without this deposit.
   */
  deployOddVault(asset?: Hex, decimalsOffset?: number | 'empty'): Promise<Hex>;
  /** Deploys a token with signed allowances (EIP-2612), and returns its address. */
  deployPermitToken(decimals: number): Promise<Hex>;
  /** Deploys a token with 6 decimals, and returns its address. Tests can rebase the balances of this token. */
  deployRebasingToken(): Promise<Hex>;
  /** Takes a snapshot of the chain, and returns a function that restores it. */
  keep(): Promise<() => Promise<void>>;
  /** Deploys a router for deposits, and returns its address. */
  deployRouter(): Promise<Hex>;
  stop(): Promise<void>;
}

/** Base units of the asset that a vault must hold to accept deposits without a router. */
const FIRST_DEPOSIT = 10_000n;

const isHex = (value: unknown): value is Hex => typeof value === 'string' && value.startsWith('0x');

/** Starts a chain. With `nowMs`, the vault has a history that ends at this time. */
export async function startVaultChain(
  name: string,
  confirmations: number,
  nowMs?: number,
): Promise<VaultChain> {
  const found = readLocalChains(JSON.stringify({ [name]: { confirmations } })).find(
    ({ chain }) => chain === name,
  );
  if (found === undefined) throw new Error(`There is no chain ${name}`);
  const node: ChainNode | undefined = await startLocalChain(found, nowMs);
  if (node === undefined) throw new Error('anvil is not installed');
  // A busy machine makes the node slow, which is not a failure.
  const settings = { ...found, rpcUrl: node.rpcUrl, timeoutMs: 60_000 };
  const rpc = (method: string, ...params: unknown[]) => callNode(settings, method, params);
  const address = found.tokens.find(({ asset }) => asset === 'USDC')?.address;
  if (address === undefined) throw new Error(`There is no USDC on ${name}`);
  const usdc: Hex = `0x${address.slice(2).toLowerCase()}`;
  const deploy = async (creation: Hex): Promise<Hex> => {
    const hash = await rpc('eth_sendTransaction', { from: BEN, data: creation, gas: '0x4c4b40' });
    await waitUntilIncluded(settings, hash);
    const receipt = await rpc('eth_getTransactionReceipt', hash);
    if (typeof receipt !== 'object' || receipt === null || !('contractAddress' in receipt))
      throw new Error('Nothing was deployed');
    return `0x${String(receipt.contractAddress).slice(2).toLowerCase()}`;
  };
  return {
    settings,
    usdc,
    deployRouter: () => deploy(CONTRACT_ARTIFACTS.VaultRouter.creation),
    deployRebasingToken: () => deploy(CONTRACT_ARTIFACTS.RebasingToken.creation),
    deployPermitToken: (decimals) => {
      const args = encodeAbiParameters([{ type: 'uint8' }], [decimals]);
      return deploy(`${CONTRACT_ARTIFACTS.PermitToken.creation}${args.slice(2)}`);
    },
    deployOddVault: async (asset = usdc, offset = 0) => {
      const types = [{ type: 'address' }, { type: 'uint8' }] as const;
      const args = encodeAbiParameters(types, [asset, offset === 'empty' ? 0 : offset]);
      const vault = await deploy(`${CONTRACT_ARTIFACTS.OddVault.creation}${args.slice(2)}`);
      if (offset !== 0) return vault;
      const ben = BEN ?? '0x';
      const deposit = encodeFunctionData({ abi: ABI, functionName: 'deposit', args: [FIRST_DEPOSIT, ben] });
      const approve = encodeFunctionData({ abi: ABI, functionName: 'approve', args: [vault, FIRST_DEPOSIT] });
      for (const [to, data] of [
        [asset, call.mint(ben, FIRST_DEPOSIT)],
        [asset, approve],
        [vault, deposit],
      ] as const) {
        await waitUntilIncluded(
          settings,
          await rpc('eth_sendTransaction', { from: ben, to, data, gas: '0x7a1200' }),
        );
      }
      return vault;
    },
    rpc,
    send: async (call) => {
      const hash = await rpc('eth_sendTransaction', { gas: '0x7a1200', ...call });
      if (!isHex(hash)) throw new Error('The node gave no hash');
      return hash;
    },
    included: (hash) => waitUntilIncluded(settings, hash),
    mine: async (blocks) => {
      await rpc('anvil_mine', `0x${blocks.toString(16)}`);
    },
    sharesOf: async (wallet) =>
      decodeNumber(await readContract(settings, { to: VAULT, data: encodeReadCall.balanceOf(wallet) })) ??
      -1n,
    keep: async () => {
      const snapshot = await rpc('evm_snapshot');
      return async () => {
        await rpc('evm_revert', snapshot);
        // Restoring the snapshot also moved the clock back. A later deposit could then be older than its request, and
        // would not match the request.
        await rpc('evm_setTime', Math.floor(Date.now() / 1_000));
      };
    },
    stop: () => node.stop(),
  };
}

/** Call data of calls that tests send directly to the chain, without the service. */
export const call = {
  setPaused: (paused: boolean) => encodeFunctionData({ abi: ABI, functionName: 'setPaused', args: [paused] }),
  lose: (basisPoints: bigint) => encodeFunctionData({ abi: ABI, functionName: 'lose', args: [basisPoints] }),
  rebase: (basisPoints: bigint) =>
    encodeFunctionData({ abi: ABI, functionName: 'rebase', args: [basisPoints] }),
  mint: (to: Hex, value: bigint) => encodeFunctionData({ abi: ABI, functionName: 'mint', args: [to, value] }),
  transfer: (to: Hex, value: bigint) =>
    encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [to, value] }),
} as const;
