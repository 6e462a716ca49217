import { encodeCall, type Hex } from './abi.ts';

/** Function selectors of ERC-20 tokens, ERC-4626 vaults and routers. */
export const VAULT_SELECTORS = {
  'asset()': '0x38d52e0f',
  'decimals()': '0x313ce567',
  'totalAssets()': '0x01e1d114',
  'totalSupply()': '0x18160ddd',
  'balanceOf(address)': '0x70a08231',
  'allowance(address,address)': '0xdd62ed3e',
  'convertToAssets(uint256)': '0x07a2d13a',
  'previewDeposit(uint256)': '0xef8b30f7',
  'previewWithdraw(uint256)': '0x0a28a477',
  'previewRedeem(uint256)': '0x4cdad506',
  'fee()': '0xddca3f43',
  'cooldownDuration()': '0x35269315',
  'supportsInterface(bytes4)': '0x01ffc9a7',
  'transfer(address,uint256)': '0xa9059cbb',
  'maxDeposit(address)': '0x402d267d',
  'maxWithdraw(address)': '0xce96cb77',
  'approve(address,uint256)': '0x095ea7b3',
  'deposit(uint256,address)': '0x6e553f65',
  'depositToVault(address,address,uint256,uint256)': '0xf943028c',
  'depositToVault(address,uint256,address,uint256)': '0x30b3484f',
  'withdraw(uint256,address,address)': '0xb460af94',
  'redeem(uint256,address,address)': '0xba087652',
  'withdraw(address,address,uint256,uint256)': '0x7bfe950c',
  'redeem(address,address,uint256,uint256)': '0x4be47418',
  'withdrawDefault(address,uint256,address,uint256)': '0x6f63427e',
  'redeemDefault(address,uint256,address,uint256)': '0x5b9a66ee',
} as const satisfies Readonly<Record<string, Hex>>;

/** Topics of the events of vaults and tokens. */
export const VAULT_EVENT_TOPICS = {
  'Deposit(address,address,uint256,uint256)':
    '0xdcbc1c05240f31ff3ad067ef1ee35ce4997762752e3a095284754544f4c709d7',
  'Withdraw(address,address,address,uint256,uint256)':
    '0xfbde797d201c681b91056529119e0b02407c7bb96a4a2c75c01fc9667232c8db',
  'Transfer(address,address,uint256)': '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
} as const satisfies Readonly<Record<string, Hex>>;

const TOPIC_BY_EVENT = {
  deposit: VAULT_EVENT_TOPICS['Deposit(address,address,uint256,uint256)'],
  withdraw: VAULT_EVENT_TOPICS['Withdraw(address,address,address,uint256,uint256)'],
  transfer: VAULT_EVENT_TOPICS['Transfer(address,address,uint256)'],
} as const;
export const VAULT_TOPICS: readonly Hex[] = Object.values(TOPIC_BY_EVENT);
export const TRANSFER_TOPIC: Hex = TOPIC_BY_EVENT.transfer;

/** Encoders of calls that read from a vault or from its token. */
export const encodeReadCall = {
  asset: (): Hex => VAULT_SELECTORS['asset()'],
  decimals: (): Hex => VAULT_SELECTORS['decimals()'],
  totalAssets: (): Hex => VAULT_SELECTORS['totalAssets()'],
  totalSupply: (): Hex => VAULT_SELECTORS['totalSupply()'],
  balanceOf: (owner: Hex): Hex => encodeCall(VAULT_SELECTORS['balanceOf(address)'], owner),
  allowance: (owner: Hex, spender: Hex): Hex =>
    encodeCall(VAULT_SELECTORS['allowance(address,address)'], owner, spender),
  convertToAssets: (shares: bigint): Hex => encodeCall(VAULT_SELECTORS['convertToAssets(uint256)'], shares),
  previewDeposit: (assets: bigint): Hex => encodeCall(VAULT_SELECTORS['previewDeposit(uint256)'], assets),
  previewWithdraw: (assets: bigint): Hex => encodeCall(VAULT_SELECTORS['previewWithdraw(uint256)'], assets),
  previewRedeem: (shares: bigint): Hex => encodeCall(VAULT_SELECTORS['previewRedeem(uint256)'], shares),
  /** For MetaMorpho vaults: the fraction of the interest that the vault keeps, in units of 1e-18. */
  fee: (): Hex => VAULT_SELECTORS['fee()'],
  /** The waiting time before a vault pays out a withdrawal. Only vaults with a waiting time have this function. */
  cooldownDuration: (): Hex => VAULT_SELECTORS['cooldownDuration()'],
  /** The interface check of ERC-165. The 4-byte id is padded on the right to a word. */
  supportsInterface: (id: Hex): Hex =>
    `${VAULT_SELECTORS['supportsInterface(bytes4)']}${id.slice(2).padEnd(64, '0')}`,
  maxDeposit: (owner: Hex): Hex => encodeCall(VAULT_SELECTORS['maxDeposit(address)'], owner),
  maxWithdraw: (owner: Hex): Hex => encodeCall(VAULT_SELECTORS['maxWithdraw(address)'], owner),
} as const;

/** Splits data into 32-byte words, as numbers. */
function abiWordsOf(data: Hex): bigint[] {
  return (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
}

/**
 * Decodes the number that a contract returned. Undefined if the data is not exactly one word, for example
 * because the address has no code.
 */
export function decodeNumber(data: Hex): bigint | undefined {
  const words = abiWordsOf(data);
  return words.length === 1 ? words[0] : undefined;
}

/** Returns the last 20 bytes of a word as a lower-case address. */
function decodeAddressWord(word: Hex): Hex {
  return `0x${word.slice(-40).toLowerCase()}`;
}

/** Decodes the address that a contract returned. Undefined if the data does not have exactly 32 bytes. */
export function decodeAddress(data: Hex): Hex | undefined {
  return data.length === 66 ? decodeAddressWord(data) : undefined;
}

/** A change of one owner's assets and shares in a vault. Withdrawals and sent shares are negative. */
export interface VaultChange {
  readonly kind: 'deposit' | 'withdrawal' | 'transfer';
  /** Address in lower case. */
  readonly owner: Hex;
  /** 0 for a transfer of shares. */
  readonly assets: bigint;
  readonly shares: bigint;
}

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';

/**
 * Returns the share changes in a vault's log. Transfers from or to the zero address are ignored, because Deposit
 * and Withdraw events report the same shares.
 */
export function vaultChangesOf({
  topics,
  data,
}: {
  readonly topics: readonly Hex[];
  readonly data: Hex;
}): VaultChange[] {
  const [eventTopic, firstTopic, secondTopic, thirdTopic] = topics;
  const [x, y] = abiWordsOf(data);
  if (
    eventTopic === TOPIC_BY_EVENT.deposit &&
    secondTopic !== undefined &&
    x !== undefined &&
    y !== undefined
  ) {
    return [{ kind: 'deposit', owner: decodeAddressWord(secondTopic), assets: x, shares: y }];
  }
  if (
    eventTopic === TOPIC_BY_EVENT.withdraw &&
    thirdTopic !== undefined &&
    x !== undefined &&
    y !== undefined
  ) {
    return [{ kind: 'withdrawal', owner: decodeAddressWord(thirdTopic), assets: -x, shares: -y }];
  }
  if (
    eventTopic !== TOPIC_BY_EVENT.transfer ||
    firstTopic === undefined ||
    secondTopic === undefined ||
    x === undefined
  )
    return [];
  const [from, to] = [decodeAddressWord(firstTopic), decodeAddressWord(secondTopic)];
  if (from === ZERO_ADDRESS || to === ZERO_ADDRESS || from === to) return [];
  return [
    { kind: 'transfer', owner: from, assets: 0n, shares: -x },
    { kind: 'transfer', owner: to, assets: 0n, shares: x },
  ];
}

/** Returns the receiver in a vault's Withdraw event, in lower case. Undefined for other logs. */
export function withdrawalReceiverOf({
  topics: [eventTopic, , receiver],
}: {
  readonly topics: readonly Hex[];
}): Hex | undefined {
  return eventTopic === TOPIC_BY_EVENT.withdraw && receiver !== undefined
    ? decodeAddressWord(receiver)
    : undefined;
}

/** Returns the token transfer in a log, with lower-case addresses. Undefined for other logs. */
export function tokenTransferOf({
  topics: [eventTopic, from, to],
  data,
}: {
  readonly topics: readonly Hex[];
  readonly data: Hex;
}): { from: Hex; to: Hex; value: bigint } | undefined {
  const value = decodeNumber(data);
  if (eventTopic !== TOPIC_BY_EVENT.transfer || from === undefined || to === undefined || value === undefined)
    return undefined;
  return { from: decodeAddressWord(from), to: decodeAddressWord(to), value };
}

export const encodeTransfer = (to: Hex, value: bigint): Hex =>
  encodeCall(VAULT_SELECTORS['transfer(address,uint256)'], to, value);

/** The ERC-4626 router or Yearn's router. Their function signatures differ. */
export type RouterKind = 'erc4626' | 'yearn';

interface RouterCallArguments {
  readonly vault: Hex;
  /** In base units of the asset, or in share units when shares are redeemed. */
  readonly amount: bigint;
  readonly receiver: Hex;
}

/** Encodes a router call. The function names and the order of the arguments depend on the kind of router. */
function encodeRouterCall(
  kind: RouterKind,
  functionNameByKind: Readonly<Record<RouterKind, keyof typeof VAULT_SELECTORS>>,
  { vault, amount, receiver, bound }: RouterCallArguments & { readonly bound: bigint },
): Hex {
  const orderedArguments = kind === 'yearn' ? [amount, receiver] : [receiver, amount];
  return encodeCall(VAULT_SELECTORS[functionNameByKind[kind]], vault, ...orderedArguments, bound);
}

/** Encoders of the calls that a wallet signs. */
export const encodeStepCall = {
  approve: (spender: Hex, value: bigint): Hex =>
    encodeCall(VAULT_SELECTORS['approve(address,uint256)'], spender, value),
  deposit: (assets: bigint, receiver: Hex): Hex =>
    encodeCall(VAULT_SELECTORS['deposit(uint256,address)'], assets, receiver),
  /** The call reverts if the vault returns fewer than `minShares` shares. */
  depositToVault: (
    kind: RouterKind,
    { minShares, ...order }: RouterCallArguments & { minShares: bigint },
  ): Hex =>
    encodeRouterCall(
      kind,
      {
        erc4626: 'depositToVault(address,address,uint256,uint256)',
        yearn: 'depositToVault(address,uint256,address,uint256)',
      },
      { ...order, bound: minShares },
    ),
  /**
   * The call reverts if the withdrawal needs more than `maxShares` shares. The router needs an allowance for the
   * shares.
   */
  withdrawFromVault: (
    kind: RouterKind,
    { maxShares, ...order }: RouterCallArguments & { maxShares: bigint },
  ): Hex =>
    encodeRouterCall(
      kind,
      {
        erc4626: 'withdraw(address,address,uint256,uint256)',
        yearn: 'withdrawDefault(address,uint256,address,uint256)',
      },
      { ...order, bound: maxShares },
    ),
  /**
   * The call reverts if the vault returns less than `minAssets` base units. The router needs an allowance for the
   * shares.
   */
  redeemFromVault: (
    kind: RouterKind,
    { minAssets, ...order }: RouterCallArguments & { minAssets: bigint },
  ): Hex =>
    encodeRouterCall(
      kind,
      {
        erc4626: 'redeem(address,address,uint256,uint256)',
        yearn: 'redeemDefault(address,uint256,address,uint256)',
      },
      { ...order, bound: minAssets },
    ),
  withdraw: (assets: bigint, owner: Hex): Hex =>
    encodeCall(VAULT_SELECTORS['withdraw(uint256,address,address)'], assets, owner, owner),
  redeem: (shares: bigint, owner: Hex): Hex =>
    encodeCall(VAULT_SELECTORS['redeem(uint256,address,address)'], shares, owner, owner),
} as const;
