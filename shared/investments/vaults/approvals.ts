import { encodeReadCall, encodeStepCall } from '../../chain/erc4626.ts';
import type { Hex } from '../../chain/multicall.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { readNumber, type WalletCall } from './step-plan.ts';

/**
 * Returns the steps that let a contract spend exactly `value` of the wallet's token. Returns no steps if the
 * allowance is already high enough.
 * Some tokens, such as USDT, reject a change of an allowance that is not 0, so it is first set to 0.
 *
 * @param value base units of the token
 */
export async function planApprovalSteps(
  node: ChainSettings,
  { token, owner, spender, value }: { token: Hex; owner: Hex; spender: Hex; value: bigint },
): Promise<WalletCall[]> {
  const currentAllowance = await readNumber(node, token, encodeReadCall.allowance(owner, spender));
  if (currentAllowance >= value) return [];
  const approvedAmounts = currentAllowance === 0n ? [value] : [0n, value];
  return approvedAmounts.map((amount) => ({
    type: 'approve',
    to: token,
    data: encodeStepCall.approve(spender, amount),
  }));
}
