import { encodeFunctionData, toEventSelector } from 'viem/utils';
import type { Hex } from './multicall.ts';

const address = (name: string) => ({ name, type: 'address' }) as const;
const uint = (name: string) => ({ name, type: 'uint256' }) as const;

/** The parts of ERC-20 and ERC-4626 that settlement needs, spelled out: parsing them from text takes another 12 kB. */
const READS = [
  { type: 'function', name: 'asset', stateMutability: 'view', inputs: [], outputs: [address('')] },
  {
    type: 'function',
    name: 'decimals',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'uint8' }],
  },
  { type: 'function', name: 'totalAssets', stateMutability: 'view', inputs: [], outputs: [uint('')] },
  { type: 'function', name: 'totalSupply', stateMutability: 'view', inputs: [], outputs: [uint('')] },
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [address('owner')],
    outputs: [uint('')],
  },
  {
    type: 'function',
    name: 'allowance',
    stateMutability: 'view',
    inputs: [address('owner'), address('spender')],
    outputs: [uint('')],
  },
  {
    type: 'function',
    name: 'convertToAssets',
    stateMutability: 'view',
    inputs: [uint('shares')],
    outputs: [uint('')],
  },
  {
    type: 'function',
    name: 'previewDeposit',
    stateMutability: 'view',
    inputs: [uint('assets')],
    outputs: [uint('')],
  },
  {
    type: 'function',
    name: 'previewRedeem',
    stateMutability: 'view',
    inputs: [uint('shares')],
    outputs: [uint('')],
  },
  {
    type: 'function',
    name: 'maxWithdraw',
    stateMutability: 'view',
    inputs: [address('owner')],
    outputs: [uint('')],
  },
] as const;

const WRITES = [
  {
    type: 'function',
    name: 'approve',
    stateMutability: 'nonpayable',
    inputs: [address('spender'), uint('value')],
    outputs: [{ name: '', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'deposit',
    stateMutability: 'nonpayable',
    inputs: [uint('assets'), address('receiver')],
    outputs: [uint('')],
  },
  {
    type: 'function',
    name: 'withdraw',
    stateMutability: 'nonpayable',
    inputs: [uint('assets'), address('receiver'), address('owner')],
    outputs: [uint('')],
  },
  {
    type: 'function',
    name: 'redeem',
    stateMutability: 'nonpayable',
    inputs: [uint('shares'), address('receiver'), address('owner')],
    outputs: [uint('')],
  },
] as const;

/** Topics of the events Deposit, Withdraw and Transfer: by them a node finds what happened in a vault. */
const TOPICS = {
  deposit: toEventSelector('Deposit(address,address,uint256,uint256)'),
  withdraw: toEventSelector('Withdraw(address,address,address,uint256,uint256)'),
  transfer: toEventSelector('Transfer(address,address,uint256)'),
} as const;
export const VAULT_TOPICS: readonly Hex[] = Object.values(TOPICS);

/** Data of the reads of a vault and its token. */
export const encodeRead = {
  asset: (): Hex => encodeFunctionData({ abi: READS, functionName: 'asset' }),
  decimals: (): Hex => encodeFunctionData({ abi: READS, functionName: 'decimals' }),
  totalAssets: (): Hex => encodeFunctionData({ abi: READS, functionName: 'totalAssets' }),
  totalSupply: (): Hex => encodeFunctionData({ abi: READS, functionName: 'totalSupply' }),
  balanceOf: (owner: Hex): Hex =>
    encodeFunctionData({ abi: READS, functionName: 'balanceOf', args: [owner] }),
  allowance: (owner: Hex, spender: Hex): Hex =>
    encodeFunctionData({ abi: READS, functionName: 'allowance', args: [owner, spender] }),
  convertToAssets: (shares: bigint): Hex =>
    encodeFunctionData({ abi: READS, functionName: 'convertToAssets', args: [shares] }),
  previewDeposit: (assets: bigint): Hex =>
    encodeFunctionData({ abi: READS, functionName: 'previewDeposit', args: [assets] }),
  previewRedeem: (shares: bigint): Hex =>
    encodeFunctionData({ abi: READS, functionName: 'previewRedeem', args: [shares] }),
  maxWithdraw: (owner: Hex): Hex =>
    encodeFunctionData({ abi: READS, functionName: 'maxWithdraw', args: [owner] }),
} as const;

/** The 32-byte words of data, as numbers. */
function wordsOf(data: Hex): bigint[] {
  return (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
}

/** The one number that a read has returned; undefined where it returned none, as an address without code does. */
export function decodeNumber(data: Hex): bigint | undefined {
  const words = wordsOf(data);
  return words.length === 1 ? words[0] : undefined;
}

/** The last 20 bytes of a word as an address in lower case. */
function addressOf(word: Hex): Hex {
  return `0x${word.slice(-40).toLowerCase()}`;
}

/** The one address that a read has returned. */
export function decodeAddress(data: Hex): Hex | undefined {
  return data.length === 66 ? addressOf(data) : undefined;
}

/** What a vault's event says of one owner's holdings: signed, out of the vault is negative. */
export interface VaultChange {
  readonly kind: 'deposit' | 'withdrawal' | 'transfer';
  /** In lower case. */
  readonly owner: Hex;
  /** 0 for a transfer of shares: no assets move. */
  readonly assets: bigint;
  readonly shares: bigint;
}

const ZERO = '0x0000000000000000000000000000000000000000';

/** The changes that a log of a vault stands for. Minting and burning are told by Deposit and Withdraw alone. */
export function changesOf({
  topics,
  data,
}: {
  readonly topics: readonly Hex[];
  readonly data: Hex;
}): VaultChange[] {
  const [signature, first, second, third] = topics;
  const [x, y] = wordsOf(data);
  if (signature === TOPICS.deposit && second !== undefined && x !== undefined && y !== undefined) {
    return [{ kind: 'deposit', owner: addressOf(second), assets: x, shares: y }];
  }
  if (signature === TOPICS.withdraw && third !== undefined && x !== undefined && y !== undefined) {
    return [{ kind: 'withdrawal', owner: addressOf(third), assets: -x, shares: -y }];
  }
  if (signature !== TOPICS.transfer || first === undefined || second === undefined || x === undefined)
    return [];
  const [from, to] = [addressOf(first), addressOf(second)];
  if (from === ZERO || to === ZERO || from === to) return [];
  return [
    { kind: 'transfer', owner: from, assets: 0n, shares: -x },
    { kind: 'transfer', owner: to, assets: 0n, shares: x },
  ];
}

/** Data of the calls that a wallet signs. */
export const encodeStep = {
  approve: (spender: Hex, value: bigint): Hex =>
    encodeFunctionData({ abi: WRITES, functionName: 'approve', args: [spender, value] }),
  deposit: (assets: bigint, receiver: Hex): Hex =>
    encodeFunctionData({ abi: WRITES, functionName: 'deposit', args: [assets, receiver] }),
  withdraw: (assets: bigint, owner: Hex): Hex =>
    encodeFunctionData({ abi: WRITES, functionName: 'withdraw', args: [assets, owner, owner] }),
  redeem: (shares: bigint, owner: Hex): Hex =>
    encodeFunctionData({ abi: WRITES, functionName: 'redeem', args: [shares, owner, owner] }),
} as const;
