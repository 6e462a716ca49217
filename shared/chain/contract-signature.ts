import { hashPersonalMessage } from '../platform/domain/ethereum.ts';
import { encodeBytes, encodeCall, type Hex } from './abi.ts';
import { callNode, RpcError, type RpcNode } from './json-rpc.ts';

/**
 * Selector of `isValidSignature(bytes32,bytes)` (EIP-1271). For a valid signature, the contract returns this
 * selector.
 */
const IS_VALID_SIGNATURE_SELECTOR = '0x1626ba7e';
/** The contract's answer for a valid signature: the selector as `bytes4`, filled with zeros to a 32-byte word. */
const VALID_SIGNATURE_RESULT = `${IS_VALID_SIGNATURE_SELECTOR}${'0'.repeat(56)}`;
/**
 * Byte position of the signature in the call's arguments. It is 64, because two 32-byte words come before the
 * signature: the hash and this position.
 */
const SIGNATURE_OFFSET_BYTES = 64n;
/** Gas limit of the call: 10 million. A signature check needs far less. */
const GAS_LIMIT_HEX = '0x989680';
/** Suffix of a signature by a wallet whose contract is not deployed yet (EIP-6492). */
const COUNTERFACTUAL_SUFFIX = '6492'.repeat(16);

export function isCounterfactualSignature(signature: string): boolean {
  return signature.toLowerCase().endsWith(COUNTERFACTUAL_SUFFIX);
}

export type ContractSignatureResult = 'valid' | 'invalid' | 'unreachable';

/**
 * Asks the contract at an address whether a signature of a message is valid (EIP-1271), at the latest block.
 * Returns `invalid` also if the contract reverts or does not exist, and `unreachable` if the node does not answer.
 */
export async function checkContractSignature(
  node: RpcNode,
  address: Hex,
  message: string,
  signature: Hex,
): Promise<ContractSignatureResult> {
  const hash: Hex = `0x${Buffer.from(hashPersonalMessage(message)).toString('hex')}`;
  const data = encodeCall(IS_VALID_SIGNATURE_SELECTOR, hash, SIGNATURE_OFFSET_BYTES) + encodeBytes(signature);
  try {
    const answer = await callNode(node, 'eth_call', [{ to: address, data, gas: GAS_LIMIT_HEX }, 'latest']);
    return answer === VALID_SIGNATURE_RESULT ? 'valid' : 'invalid';
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    // A `bad_answer` means that the contract reverted. All other failures come from the node.
    return error.failure === 'bad_answer' ? 'invalid' : 'unreachable';
  }
}
