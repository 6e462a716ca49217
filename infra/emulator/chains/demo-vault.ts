import { encodeAbiParameters, getContractAddress, toHex } from 'viem/utils';
import { encodeCall, type Hex } from '../../../shared/chain/abi.ts';
import { KNOWN_TOKENS } from '../../../shared/chain/domain/tokens.ts';
import { encodeStepCall } from '../../../shared/chain/erc4626.ts';
import { callNode, type RpcNode } from '../../../shared/chain/json-rpc.ts';
import { buildVaultListing } from '../../../shared/investments/vaults/vaults.ts';
import { DAY_MS } from '../../../shared/platform/domain/days.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { RetryableError, retry } from '../../../shared/platform/retry.ts';
import { PRICED_WHOLE_SHARES } from '../../../shared/strategies/domain/vault-figures.ts';
import { putVault, recordVaultFigures } from '../../../shared/strategies/records.ts';
import { CONTRACT_ARTIFACTS } from './contracts.ts';

/**
 * Account of anvil's default mnemonic. Its first transactions on every chain deploy the demo contracts, so their
 * addresses are the same on every chain.
 */
const DEPLOYER_ADDRESS = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';
/** Simple interest of the demo vault per year: 5%, as an integer in units of 1e-18. */
const DEMO_VAULT_YEARLY_RATE = 5n * 10n ** 16n;
/** Address of the demo vault on every local chain, known before any chain starts. */
export const DEMO_VAULT_ADDRESS: Hex = getContractAddress({ from: DEPLOYER_ADDRESS, nonce: 0n });
/** The address of the router on every local chain. */
export const DEMO_ROUTER_ADDRESS: Hex = getContractAddress({ from: DEPLOYER_ADDRESS, nonce: 1n });

function waitUntilMined(node: RpcNode, hash: unknown): Promise<void> {
  return retry({ attempts: 100 }, async () => {
    if ((await callNode(node, 'eth_getTransactionReceipt', [hash])) !== null) return;
    await callNode(node, 'evm_mine', []);
    throw new RetryableError('The local node has no block yet');
  });
}

/** Age in milliseconds of the demo vault when its local chain starts. */
const DEMO_VAULT_AGE_MS = 30 * DAY_MS;
/** First deposit into a demo vault with a history: 5,000,000 USDC in base units (6 decimals). */
const DEMO_HISTORY_DEPOSIT_BASE_UNITS = 5_000_000n * 10n ** 6n;
const DEMO_ASSET_DECIMALS = 6;
/** Local chains of `npm start` whose demo vault is listed as a strategy. */
const DEMO_CHAINS = ['base', 'arbitrum'] as const;

/** Whether the demo vault of a chain is listed as a strategy. */
export const isDemoChain = (chain: string): boolean => DEMO_CHAINS.some((each) => each === chain);

/** The time of a local chain's first block, in epoch milliseconds. */
export const computeDemoGenesisMs = (nowMs: number): number => nowMs - DEMO_VAULT_AGE_MS;

/** First deposit into a demo vault without a history: 0.01 USDC in base units. */
export const DEMO_FIRST_DEPOSIT_BASE_UNITS = 10n ** 4n;

async function depositAsDeployer(node: RpcNode, asset: Hex, amount: bigint): Promise<void> {
  const send = async (to: Hex, data: Hex) =>
    waitUntilMined(
      node,
      await callNode(node, 'eth_sendTransaction', [
        { from: DEPLOYER_ADDRESS, to, data, gas: toHex(500_000) },
      ]),
    );
  await send(asset, encodeMint(DEPLOYER_ADDRESS, amount));
  await send(asset, encodeStepCall.approve(DEMO_VAULT_ADDRESS, amount));
  await send(DEMO_VAULT_ADDRESS, encodeStepCall.deposit(amount, DEPLOYER_ADDRESS));
}

/**
 * Makes the first deposit into the demo vault. With `nowMs` (epoch milliseconds), also sets the chain's time to
 * `nowMs`, so that the vault has earned interest.
 */
export async function makeFirstDemoDeposit(
  node: RpcNode,
  asset: Hex,
  nowMs: number | undefined,
): Promise<void> {
  if (nowMs === undefined) return depositAsDeployer(node, asset, DEMO_FIRST_DEPOSIT_BASE_UNITS);
  await depositAsDeployer(node, asset, DEMO_HISTORY_DEPOSIT_BASE_UNITS);
  await callNode(node, 'evm_setNextBlockTimestamp', [Math.floor(nowMs / 1_000)]);
  await callNode(node, 'evm_mine', []);
}

/** Registers the demo vaults as strategies that have earned interest for 30 days. Resolves to the strategy ids. */
export async function registerDemoVaults(table: Table, sourceName: string, now: Date): Promise<string[]> {
  const nowMs = now.getTime();
  const sharePriceAt = (atMs: number) => {
    const unit = PRICED_WHOLE_SHARES * 10n ** BigInt(DEMO_ASSET_DECIMALS);
    const elapsedMs = BigInt(atMs - computeDemoGenesisMs(nowMs));
    return unit + (unit * DEMO_VAULT_YEARLY_RATE * elapsedMs) / (10n ** 18n * BigInt(365 * DAY_MS));
  };
  const ids: string[] = [];
  for (const chain of DEMO_CHAINS) {
    const usdc = KNOWN_TOKENS[chain].find(({ asset }) => asset === 'USDC');
    if (usdc === undefined) throw new Error(`There is no USDC on ${chain}`);
    const { strategyId, listing } = buildVaultListing(sourceName, chain, DEMO_VAULT_ADDRESS, 'demo-vault');
    await putVault(table, {
      strategy_id: strategyId,
      chain,
      address: toLowerCaseAddress(DEMO_VAULT_ADDRESS),
      asset: { address: toLowerCaseAddress(usdc.address), symbol: 'USDC', decimals: usdc.decimals },
      share_decimals: DEMO_ASSET_DECIMALS,
      added_at: now.toISOString(),
      closed: false,
      fees: { entry_percent: 0, exit_percent: 0, performance_percent: null },
      rebasing: false,
      // EIP-712 domain of the local chains' test token.
      permit: { name: 'Test token', version: '1' },
      listing,
    });
    const priceObservations = [computeDemoGenesisMs(nowMs), nowMs].map((atMs) => {
      const sharePrice = sharePriceAt(atMs);
      return {
        atMs,
        block: 0,
        price: sharePrice,
        assets:
          (DEMO_HISTORY_DEPOSIT_BASE_UNITS * sharePrice) /
          (PRICED_WHOLE_SHARES * 10n ** BigInt(DEMO_ASSET_DECIMALS)),
      };
    });
    await recordVaultFigures(table, strategyId, priceObservations);
    ids.push(strategyId);
  }
  return ids;
}

const toLowerCaseAddress = (address: Hex): Hex => `0x${address.slice(2).toLowerCase()}`;

const encodeMint = (to: Hex, value: bigint): Hex => encodeCall('0x40c10f19', to, value);

/** Deploys the demo vault for an asset at DEMO_VAULT_ADDRESS, and the router at DEMO_ROUTER_ADDRESS. */
export async function deployDemoContracts(node: RpcNode, asset: Hex): Promise<void> {
  const parameterTypes = [
    { type: 'address' },
    { type: 'string' },
    { type: 'string' },
    { type: 'uint256' },
  ] as const;
  const args = encodeAbiParameters(parameterTypes, [asset, 'Demo Vault', 'dVAULT', DEMO_VAULT_YEARLY_RATE]);
  for (const data of [
    `${CONTRACT_ARTIFACTS.DemoVault.creation}${args.slice(2)}`,
    CONTRACT_ARTIFACTS.VaultRouter.creation,
  ]) {
    const call = { from: DEPLOYER_ADDRESS, data, gas: toHex(5_000_000) };
    await waitUntilMined(node, await callNode(node, 'eth_sendTransaction', [call]));
  }
}
