import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  parseAbi,
  size,
  toHex,
} from 'viem/utils';
import * as z from 'zod/mini';
import type { Hex } from '../../../shared/chain/abi.ts';
import { callNode } from '../../../shared/chain/json-rpc.ts';
import { readContract } from '../../../shared/chain/node.ts';
import { waitUntilIncluded } from './chains.ts';
import type { VaultChain } from './vault-chain.ts';

/** Returns the compiled code of a contract from the npm package of its authors. */
function readContractBytecode(artifact: string) {
  const require = createRequire(import.meta.url);
  const hex = z.templateLiteral(['0x', z.string()]);
  const { bytecode, deployedBytecode } = z
    .object({ bytecode: hex, deployedBytecode: hex })
    .parse(JSON.parse(readFileSync(require.resolve(artifact), 'utf8')));
  return { creation: bytecode, deployed: deployedBytecode };
}

const SAFE_ARTIFACTS_PATH = '@safe-global/safe-smart-account/build/artifacts/contracts';
const ACCOUNT_ARTIFACTS_PATH = '@account-abstraction/contracts/artifacts';

const ABI = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address handler, address token, uint256 payment, address receiver)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function multiSend(bytes transactions)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) returns (bool)',
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
  'function createAccount(address owner, uint256 salt) returns (address)',
  'struct UserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function getUserOpHash(UserOperation operation) view returns (bytes32)',
  'function handleOps(UserOperation[] operations, address beneficiary)',
]);

const ZERO_ADDRESS: Hex = `0x${'0'.repeat(40)}`;
const lower = (hex: string): Hex => `0x${hex.slice(2).toLowerCase()}`;
/** Returns the address in a 32-byte word. */
const decodeAddressWord = (word: Hex): Hex => lower(`0x${word.slice(-40)}`);

/** One call from the steps of a transaction. */
export interface WalletCall {
  readonly to: Hex;
  readonly data: Hex;
}

/** A contract wallet, with a function that executes several calls in one transaction. */
export interface SmartWallet {
  readonly address: Hex;
  /** Sends the calls. Resolves to the hash once the transaction is in a block. */
  readonly send: (calls: readonly WalletCall[]) => Promise<Hex>;
}

async function deploy({ settings }: VaultChain, from: Hex, data: Hex): Promise<Hex> {
  const hash = await callNode(settings, 'eth_sendTransaction', [{ from, data, gas: toHex(20_000_000) }]);
  await waitUntilIncluded(settings, hash);
  const receipt = await callNode(settings, 'eth_getTransactionReceipt', [hash]);
  return lower(z.object({ contractAddress: z.string() }).parse(receipt).contractAddress);
}

async function sent(chain: VaultChain, from: Hex, to: Hex, data: Hex): Promise<Hex> {
  const hash = await chain.send({ from, to, data });
  await chain.included(hash);
  return hash;
}

/**
 * Deploys a Safe with one owner. It batches calls with its MultiSendCallOnly contract, and the owner sends the
 * transaction.
 */
export async function deploySafe(chain: VaultChain, owner: Hex): Promise<SmartWallet> {
  const singleton = await deploy(
    chain,
    owner,
    readContractBytecode(`${SAFE_ARTIFACTS_PATH}/Safe.sol/Safe.json`).creation,
  );
  const factory = await deploy(
    chain,
    owner,
    readContractBytecode(`${SAFE_ARTIFACTS_PATH}/proxies/SafeProxyFactory.sol/SafeProxyFactory.json`)
      .creation,
  );
  const multiSendAddress = await deploy(
    chain,
    owner,
    readContractBytecode(`${SAFE_ARTIFACTS_PATH}/libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json`)
      .creation,
  );
  const setup = encodeFunctionData({
    abi: ABI,
    functionName: 'setup',
    args: [[owner], 1n, ZERO_ADDRESS, '0x', ZERO_ADDRESS, ZERO_ADDRESS, 0n, ZERO_ADDRESS],
  });
  const create = encodeFunctionData({
    abi: ABI,
    functionName: 'createProxyWithNonce',
    args: [singleton, setup, 0n],
  });
  const address = decodeAddressWord(
    await readContract(chain.settings, { to: factory, data: create, from: owner }),
  );
  await sent(chain, owner, factory, create);
  // When the owner sends the transaction, the signature contains only the owner's address.
  const signature = concat([
    encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, 0n]),
    '0x01',
  ]);
  return {
    address,
    send: (calls) => {
      const packed = calls.map(({ to, data }) =>
        encodePacked(
          ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
          [0, to, 0n, BigInt(size(data)), data],
        ),
      );
      const batch = encodeFunctionData({ abi: ABI, functionName: 'multiSend', args: [concat(packed)] });
      const delegateCallOperation = 1;
      const data = encodeFunctionData({
        abi: ABI,
        functionName: 'execTransaction',
        args: [
          multiSendAddress,
          0n,
          batch,
          delegateCallOperation,
          0n,
          0n,
          0n,
          ZERO_ADDRESS,
          ZERO_ADDRESS,
          signature,
        ],
      });
      return sent(chain, owner, address, data);
    },
  };
}

const encodeBatchCall = (calls: readonly WalletCall[]): Hex =>
  encodeFunctionData({
    abi: ABI,
    functionName: 'executeBatch',
    args: [calls.map(({ to, data }) => ({ target: to, value: 0n, data }))],
  });

const ETHER = 10n ** 18n;
const pair = (high: bigint, low: bigint): Hex =>
  concat([toHex(high, { size: 16 }), toHex(low, { size: 16 })]);

/**
 * Returns a `SimpleAccount`, which is the example account of the authors of ERC-4337. A bundler sends the account's
 * operations to the entry point. The first operation deploys the account.
 * @param sign signs a hash with the key of the owner
 */
export async function createBundledAccount(
  chain: VaultChain,
  { owner, bundler, sign }: { owner: Hex; bundler: Hex; sign: (hash: Hex) => Promise<Hex> },
): Promise<SmartWallet> {
  const entryPoint = await deploy(
    chain,
    bundler,
    readContractBytecode(`${ACCOUNT_ARTIFACTS_PATH}/EntryPoint.json`).creation,
  );
  const word = encodeAbiParameters([{ type: 'address' }], [entryPoint]);
  const creation = concat([
    readContractBytecode(`${ACCOUNT_ARTIFACTS_PATH}/SimpleAccountFactory.json`).creation,
    word,
  ]);
  const factory = await deploy(chain, bundler, creation);
  const callData = encodeFunctionData({ abi: ABI, functionName: 'getAddress', args: [owner, 0n] });
  const address = decodeAddressWord(await readContract(chain.settings, { to: factory, data: callData }));
  await chain.rpc('anvil_setBalance', address, toHex(10n * ETHER));
  const create = encodeFunctionData({ abi: ABI, functionName: 'createAccount', args: [owner, 0n] });
  let nonce = 0n;
  return {
    address,
    send: async (calls) => {
      const unsigned = {
        sender: address,
        nonce,
        initCode: nonce === 0n ? concat([factory, create]) : ('0x' as const),
        callData: encodeBatchCall(calls),
        accountGasLimits: pair(1_000_000n, 2_000_000n),
        preVerificationGas: 100_000n,
        gasFees: pair(10n ** 9n, 10n ** 10n),
        paymasterAndData: '0x' as const,
        signature: '0x' as const,
      };
      nonce += 1n;
      const data = encodeFunctionData({ abi: ABI, functionName: 'getUserOpHash', args: [unsigned] });
      const hash = await readContract(chain.settings, { to: entryPoint, data });
      const operation = { ...unsigned, signature: await sign(hash) };
      const handle = encodeFunctionData({
        abi: ABI,
        functionName: 'handleOps',
        args: [[operation], bundler],
      });
      return sent(chain, bundler, entryPoint, handle);
    },
  };
}

/**
 * Returns the wallet `owner`, delegated to a batching contract with EIP-7702. The wallet sends a batch as a transaction
 * to its own address.
 */
export async function deployDelegatedAccount(chain: VaultChain, owner: Hex): Promise<SmartWallet> {
  const code = readContractBytecode(`${ACCOUNT_ARTIFACTS_PATH}/Simple7702Account.json`).creation;
  const account = await deploy(chain, owner, code);
  await chain.rpc('anvil_setCode', owner, concat(['0xef0100', account]));
  return { address: owner, send: (calls) => sent(chain, owner, owner, encodeBatchCall(calls)) };
}
