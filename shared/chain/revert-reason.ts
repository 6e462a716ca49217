import { AbiReader, type Hex } from './abi.ts';

/**
 * Selectors of the Solidity, OpenZeppelin and Morpho errors that vaults and tokens return when a call
 * reverts.
 */
export const REVERT_SELECTORS = {
  'Error(string)': '0x08c379a0',
  'Panic(uint256)': '0x4e487b71',
  'EnforcedPause()': '0xd93c0665',
  'ERC20InsufficientBalance(address,uint256,uint256)': '0xe450d38c',
  'ERC20InsufficientAllowance(address,uint256,uint256)': '0xfb8f41b2',
  'ERC4626ExceededMaxDeposit(address,uint256,uint256)': '0x79012fb2',
  'ERC4626ExceededMaxWithdraw(address,uint256,uint256)': '0xfe9cceec',
  'ERC4626ExceededMaxRedeem(address,uint256,uint256)': '0xb94abeec',
  'AllCapsReached()': '0xded0652d',
  'NotEnoughLiquidity()': '0x4323a555',
} as const satisfies Readonly<Record<string, Hex>>;

/** Maximum number of characters of a contract's revert text in a response. */
const REASON_CHARACTERS_MAX = 120;

/**
 * Returns why a call reverted: the contract's text or the name of the contract's error. For an unknown error,
 * the result contains the error's selector. Undefined if there is no revert data.
 */
export function decodeRevertReason(data: Hex): string | undefined {
  const errorSelector = data.slice(0, 10).toLowerCase();
  if (errorSelector.length < 10) return undefined;
  if (errorSelector === REVERT_SELECTORS['Error(string)']) return decodeErrorText(`0x${data.slice(10)}`);
  const knownErrorEntry = Object.entries(REVERT_SELECTORS).find(([, each]) => each === errorSelector);
  return knownErrorEntry?.[0].replace(/\(.*/, '') ?? `error ${errorSelector}`;
}

function decodeErrorText(data: Hex): string | undefined {
  try {
    const text = new AbiReader(data).text(0).replace(/[^\x20-\x7e]/g, '?');
    return text.length > REASON_CHARACTERS_MAX
      ? `${text.slice(0, REASON_CHARACTERS_MAX)}...`
      : text || undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
