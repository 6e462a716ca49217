import { personalHash } from '../platform/domain/ethereum.ts';
import { encodeBytes, encodeCall, type Hex } from './abi.ts';
import { callNode, RpcError, type RpcNode } from './json-rpc.ts';

/** `isValidSignature(bytes32,bytes)` (EIP-1271), which is also what it answers with. */
const IS_VALID_SIGNATURE = '0x1626ba7e';
/** The answer as a word, for which a bytes4 is filled up at its end. */
const VALID = `${IS_VALID_SIGNATURE}${'0'.repeat(56)}`;
/** Where the signature's bytes begin among the arguments: after the hash and this very position. */
const SIGNATURE_AT = 64n;
/** Far more than checking signatures takes; a contract that runs for longer is none that checks one. */
const GAS_MAX = '0x989680';
/** A signature for a wallet that is not deployed yet ends so (EIP-6492). */
const COUNTERFACTUAL_END = '6492'.repeat(16);

/** Whether a signature (hex) is that of a wallet whose contract is still to be deployed. */
export function isCounterfactual(signature: string): boolean {
  return signature.toLowerCase().endsWith(COUNTERFACTUAL_END);
}

export type ContractVerdict = 'valid' | 'invalid' | 'unreachable';

/**
 * Whether the contract at an address calls the signature of a message its own (EIP-1271), as of the latest block. One
 * call without a retry, within the node's `timeoutMs`: it follows nothing that the contract answers. A contract that
 * reverts, and an address without one, are `invalid`; a node that does not answer is `unreachable`.
 */
export async function contractVerdict(
  node: RpcNode,
  address: Hex,
  message: string,
  signature: Hex,
): Promise<ContractVerdict> {
  const hash: Hex = `0x${Buffer.from(personalHash(message)).toString('hex')}`;
  const data = encodeCall(IS_VALID_SIGNATURE, hash, SIGNATURE_AT) + encodeBytes(signature);
  try {
    const answer = await callNode(node, 'eth_call', [{ to: address, data, gas: GAS_MAX }, 'latest']);
    return answer === VALID ? 'valid' : 'invalid';
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    // A revert is what the node says of the contract, everything else of itself.
    return error.failure === 'bad_answer' ? 'invalid' : 'unreachable';
  }
}
