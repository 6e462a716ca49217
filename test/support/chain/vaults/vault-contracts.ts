import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Abi } from 'viem';
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem/utils';
import * as z from 'zod/mini';
import { compileSolidity } from '../../../../infra/emulator/chains/compile.ts';
import type { Hex } from '../../../../shared/chain/abi.ts';
import { waitUntilIncluded } from '../chains.ts';
import { BEN, type VaultChain } from '../vault-chain.ts';

/** The contracts from npm packages, by the names under which tests deploy them. */
const SOURCE_PATH_BY_CONTRACT = {
  MetaMorpho: 'sphere-mezo-solidity-files/domains/metamorpho/contracts/MetaMorpho.sol',
  Morpho: 'sphere-mezo-solidity-files/domains/morpho/contracts/Morpho.sol',
  IrmMock: 'sphere-mezo-solidity-files/domains/morpho/contracts/mocks/IrmMock.sol',
  OracleMock: 'sphere-mezo-solidity-files/domains/morpho/contracts/mocks/OracleMock.sol',
  StataTokenV2: '@aave-dao/aave-v3-origin/src/contracts/extensions/stata-token/StataTokenV2.sol',
  ERC1967Proxy: '@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol',
} as const;
const REMAPPINGS = [
  'openzeppelin-contracts/contracts/=@openzeppelin/contracts/',
  'openzeppelin-contracts-upgradeable/contracts/=@openzeppelin/contracts-upgradeable/',
  'solidity-utils/contracts/=@bgd-labs/solidity-utils/src/contracts/',
];

/** Compiles all contracts. Returns the code of a contract by its name. */
function compileVaults(): (name: string) => Hex {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.sol'));
  const imports = Object.entries(SOURCE_PATH_BY_CONTRACT).map(
    ([name, path]) => `import {${name}} from "${path}";`,
  );
  const compiled = compileSolidity(
    {
      ...Object.fromEntries(
        files.map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')]),
      ),
      'Packages.sol': ['// SPDX-License-Identifier: MIT', 'pragma solidity ^0.8.20;', ...imports].join('\n'),
    },
    REMAPPINGS,
  );
  const sources = [...Object.values(SOURCE_PATH_BY_CONTRACT), ...files].map(
    (source) => compiled[source] ?? {},
  );
  return (name) => {
    const code = sources.find((contracts) => name in contracts)?.[name]?.creation;
    if (code === undefined) throw new Error(`There is no contract ${name}`);
    return code;
  };
}

/** The functions of vaults and related contracts that tests call. */
export const VAULT_ABI = parseAbi([
  'function approve(address spender, uint256 value)',
  'function mint(address to, uint256 value)',
  'function deposit(uint256 assets, address receiver) returns (uint256)',
  'function stop(string reason)',
  'function lose(uint256 basisPoints)',
  'function process_report()',
  'function initialize(address aToken, string name, string symbol)',
  'function setReserve(bool paused, uint256 supplyCap)',
  'function setPaused(bool paused)',
  'function enableIrm(address irm)',
  'function enableLltv(uint256 lltv)',
  'function setPrice(uint256 price)',
  'struct Market { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }',
  'function createMarket(Market market)',
  'function submitCap(Market market, uint256 cap)',
  'function acceptCap(Market market)',
  'function setSupplyQueue(bytes32[] ids)',
  'function supplyCollateral(Market market, uint256 assets, address onBehalf, bytes data)',
  'function borrow(Market market, uint256 assets, uint256 shares, address onBehalf, address receiver)',
  'function liquidate(Market market, address borrower, uint256 seized, uint256 repaid, bytes data)',
]);

const ben = BEN ?? '0x';
/** Gas limit of a deployment. It is enough for the largest contract. */
const GAS = '0x1c9c380';

/** Deploys and calls contracts on a chain, as Ben. */
export function createVaultWorkshop(chain: VaultChain) {
  const codeOf = compileVaults();
  const receipt = z.object({ status: z.literal('0x1'), contractAddress: z.nullable(z.string()) });
  const confirmed = async (what: string, to: Hex | undefined, data: Hex) => {
    const hash = await chain.rpc('eth_sendTransaction', { from: ben, data, gas: GAS, ...(to && { to }) });
    await waitUntilIncluded(chain.settings, hash);
    const { success, data: found } = receipt.safeParse(await chain.rpc('eth_getTransactionReceipt', hash));
    if (!success) throw new Error(`${what} failed on the chain`);
    return found.contractAddress;
  };
  return {
    async deploy(name: string, types = '', args: readonly unknown[] = []): Promise<Hex> {
      const encoded = types === '' ? '0x' : encodeAbiParameters(parseAbiParameters(types), args);
      const address = await confirmed(name, undefined, `${codeOf(name)}${encoded.slice(2)}`);
      return `0x${address?.slice(2).toLowerCase()}`;
    },
    async call(to: Hex, functionName: string, args: readonly unknown[] = []): Promise<void> {
      const abi: Abi = VAULT_ABI;
      await confirmed(functionName, to, encodeFunctionData({ abi, functionName, args }));
    },
  };
}
export type Workshop = ReturnType<typeof createVaultWorkshop>;
