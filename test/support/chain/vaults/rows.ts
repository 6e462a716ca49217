import { encodeAbiParameters, encodeFunctionData, keccak256, parseAbiParameters } from 'viem/utils';
import type { Hex } from '../../../../shared/chain/abi.ts';
import type { RouterKind } from '../../../../shared/chain/erc4626.ts';
import { BEN, type VaultChain } from '../vault-chain.ts';
import { VAULT_ABI, type Workshop } from './vault-contracts.ts';

/** A deployed vault, with functions that tests call on it. */
export interface DeployedVault {
  readonly address: Hex;
  /** Makes the vault lose 30% of its assets. Undefined if the share price cannot fall. */
  readonly lose?: () => Promise<void>;
  /** Makes the vault reject all deposits. */
  readonly refuse: () => Promise<void>;
}

/** One row of the table in docs/vault-compatibility.md. */
export interface VaultRow {
  readonly name: string;
  readonly testedOn: string;
  /** Number of decimals of the shares minus number of decimals of the asset. */
  readonly offset: number;
  readonly router: RouterKind;
  readonly afterLoss: string;
  /** When the vault reports a deposit limit of zero. */
  readonly saysZero: 'always' | 'when it accepts nothing';
  /** Pattern of the error message for a vault that rejects all deposits. */
  readonly reason: RegExp;
  deploy(workshop: Workshop, chain: VaultChain, asset: Hex): Promise<DeployedVault>;
}

const ben = BEN ?? '0x';
const MAX = 2n ** 256n - 1n;
const DAY_SECONDS = 86_400;
const LLTV = 8n * 10n ** 17n;
const ORACLE_SCALE = 10n ** 36n;

/** Deposits assets for Ben. The deposit protects the vault against donation attacks. */
async function deposited(workshop: Workshop, asset: Hex, vault: Hex): Promise<void> {
  await workshop.call(asset, 'mint', [ben, 10n ** 9n]);
  await workshop.call(asset, 'approve', [vault, 10n ** 9n]);
  await workshop.call(vault, 'deposit', [10n ** 9n, ben]);
}

/** Deploys MetaMorpho 1.0 over a market of Morpho Blue from which Ben has borrowed. */
async function deployMetaMorpho(workshop: Workshop, chain: VaultChain, asset: Hex): Promise<DeployedVault> {
  const morpho = await workshop.deploy('Morpho', 'address', [ben]);
  const irm = await workshop.deploy('IrmMock');
  const oracle = await workshop.deploy('OracleMock');
  const collateralToken = await chain.deployPermitToken(6);
  const market = { loanToken: asset, collateralToken, oracle, irm, lltv: LLTV };
  const words = encodeAbiParameters(parseAbiParameters('address, address, address, address, uint256'), [
    asset,
    collateralToken,
    oracle,
    irm,
    LLTV,
  ]);
  await workshop.call(oracle, 'setPrice', [ORACLE_SCALE]);
  await workshop.call(morpho, 'enableIrm', [irm]);
  await workshop.call(morpho, 'enableLltv', [LLTV]);
  await workshop.call(morpho, 'createMarket', [market]);
  const types = 'address, address, uint256, address, string, string';
  const args = [ben, morpho, BigInt(DAY_SECONDS), asset, 'MetaMorpho', 'MM'];
  const address = await workshop.deploy('MetaMorpho', types, args);
  await workshop.call(address, 'submitCap', [market, 10n ** 15n]);
  await chain.rpc('evm_increaseTime', DAY_SECONDS + 1);
  await chain.mine(1);
  await workshop.call(address, 'acceptCap', [market]);
  await workshop.call(address, 'setSupplyQueue', [[keccak256(words)]]);
  await deposited(workshop, asset, address);
  return {
    address,
    refuse: () => workshop.call(address, 'submitCap', [market, 0n]),
    // Ben borrows about three tenths of the vault's assets, and his collateral becomes worthless. The liquidation of
    // the collateral leaves a bad debt.
    lose: async () => {
      const [supplied, debt] = [11n * 10n ** 8n, 33n * 10n ** 7n];
      await workshop.call(collateralToken, 'mint', [ben, supplied]);
      await workshop.call(collateralToken, 'approve', [morpho, MAX]);
      await workshop.call(asset, 'approve', [morpho, MAX]);
      await workshop.call(morpho, 'supplyCollateral', [market, supplied, ben, '0x']);
      await workshop.call(morpho, 'borrow', [market, debt, 0n, ben, ben]);
      await workshop.call(oracle, 'setPrice', [1n]);
      await workshop.call(morpho, 'liquidate', [market, ben, supplied, 0n, '0x']);
    },
  };
}

/** Deploys Aave's static token with a test pool. The pool implements the functions that the token calls. */
async function deployStaticToken(workshop: Workshop, _: VaultChain, asset: Hex): Promise<DeployedVault> {
  const pool = await workshop.deploy('AavePool', 'address', [asset]);
  const code = await workshop.deploy('StataTokenV2', 'address, address', [pool, pool]);
  const data = encodeFunctionData({
    abi: VAULT_ABI,
    functionName: 'initialize',
    args: [pool, 'Static token', 'STATA'],
  });
  const address = await workshop.deploy('ERC1967Proxy', 'address, bytes', [code, data]);
  await deposited(workshop, asset, address);
  return { address, refuse: () => workshop.call(pool, 'setReserve', [true, 0n]) };
}

/**
 * Returns a function that deploys a test vault. The test vault behaves as the documentation of a real vault describes.
 */
const documented =
  (contract: string, reason: string, lose?: (workshop: Workshop, vault: Hex) => Promise<void>) =>
  async (workshop: Workshop, _: VaultChain, asset: Hex): Promise<DeployedVault> => {
    const address = await workshop.deploy(contract, 'address', [asset]);
    await deposited(workshop, asset, address);
    const refuse = () => workshop.call(address, 'stop', [reason]);
    return { address, refuse, ...(lose && { lose: () => lose(workshop, address) }) };
  };

const loseAssets = (workshop: Workshop, vault: Hex) => workshop.call(vault, 'lose', [3_000n]);
const ZERO_WHEN_ACCEPTING_NOTHING = 'when it accepts nothing';

export const VAULT_ROWS: readonly VaultRow[] = [
  {
    name: 'MetaMorpho',
    testedOn: 'its own contract, version 1.0',
    afterLoss: 'lower price',
    offset: 12,
    router: 'erc4626',
    saysZero: ZERO_WHEN_ACCEPTING_NOTHING,
    reason: /step 2 failed/,
    deploy: deployMetaMorpho,
  },
  {
    name: 'Morpho V2',
    testedOn: 'a contract of the tests',
    afterLoss: 'lower price',
    offset: 12,
    router: 'erc4626',
    saysZero: 'always',
    reason: /CannotReceiveShares/,
    deploy: documented('MorphoVaultV2', 'CannotReceiveShares', loseAssets),
  },
  {
    name: 'Yearn v3',
    testedOn: 'a contract of the tests',
    afterLoss: 'lower price, once reported',
    offset: 0,
    router: 'yearn',
    saysZero: ZERO_WHEN_ACCEPTING_NOTHING,
    reason: /exceed deposit limit/,
    deploy: documented('YearnVaultV3', 'exceed deposit limit', async (workshop, vault) => {
      await loseAssets(workshop, vault);
      await workshop.call(vault, 'process_report');
    }),
  },
  {
    name: 'Aave static token',
    testedOn: 'its own contract, over a pool of the tests',
    afterLoss: 'price never falls',
    offset: 0,
    router: 'erc4626',
    saysZero: ZERO_WHEN_ACCEPTING_NOTHING,
    reason: /step 2 failed/,
    deploy: deployStaticToken,
  },
  {
    name: 'Euler EVK',
    testedOn: 'a contract of the tests',
    afterLoss: 'lower price',
    offset: 0,
    router: 'erc4626',
    saysZero: ZERO_WHEN_ACCEPTING_NOTHING,
    reason: /E_OperationDisabled/,
    deploy: documented('EulerVault', 'E_OperationDisabled', loseAssets),
  },
  {
    name: 'Sky savings',
    testedOn: 'a contract of the tests',
    afterLoss: 'price never falls',
    offset: 0,
    router: 'erc4626',
    saysZero: ZERO_WHEN_ACCEPTING_NOTHING,
    reason: /step 2 failed/,
    deploy: documented('SkySavings', 'not live'),
  },
];
