import { encodeAbiParameters, getContractAddress, toHex } from 'viem/utils';
import { callNode, type RpcNode } from '../../../shared/chain/json-rpc.ts';
import type { Hex } from '../../../shared/chain/multicall.ts';
import { CONTRACTS } from './contracts.ts';

/** An account of the mnemonic that every local node has: it does nothing else, so that what it deploys has one address. */
const DEPLOYER = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';
/** Simple interest a year, in units of 1e-18: 5%. */
const DEMO_VAULT_RATE = 5n * 10n ** 16n;
/** Where the vault of every local chain stands, known before any of them has started. */
export const DEMO_VAULT: Hex = getContractAddress({ from: DEPLOYER, nonce: 0n });

/** Waits until the transaction is in a block: local nodes make one at once. */
async function mined(node: RpcNode, hash: unknown): Promise<void> {
  for (let attempt = 1; (await callNode(node, 'eth_getTransactionReceipt', [hash])) === null; attempt += 1) {
    if (attempt > 100) throw new Error('The local node has made no block');
    await callNode(node, 'evm_mine', []);
  }
}

/** Deploys the demo vault over a token, and gives the address where it stands. */
export async function deployDemoVault(node: RpcNode, asset: Hex, rate = DEMO_VAULT_RATE): Promise<Hex> {
  const types = [{ type: 'address' }, { type: 'string' }, { type: 'string' }, { type: 'uint256' }] as const;
  const args = encodeAbiParameters(types, [asset, 'Demo Vault', 'dVAULT', rate]);
  const data = `${CONTRACTS.DemoVault.creation}${args.slice(2)}`;
  const call = { from: DEPLOYER, data, gas: toHex(5_000_000) };
  await mined(node, await callNode(node, 'eth_sendTransaction', [call]));
  return DEMO_VAULT;
}
