import { toChecksummedAddress } from '../platform/domain/ethereum.ts';
import { encodeArray, encodeBytes, encodeCall, type Hex } from './abi.ts';

/** Selectors of the token and router functions that permits use. */
export const PERMIT_SELECTORS = {
  'nonces(address)': '0x7ecebe00',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': '0xd505accf',
  'eip712Domain()': '0x84b0196e',
  'name()': '0x06fdde03',
  'version()': '0x54fd4d50',
  'selfPermitIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)': '0xc2e3140a',
  'multicall(bytes[])': '0xac9650d8',
} as const satisfies Readonly<Record<string, Hex>>;

/** The name and version in a token's EIP-712 domain. */
export interface PermitDomain {
  readonly name: string;
  /** Null if the token's domain has no version. */
  readonly version: string | null;
}

/**
 * An allowance that the owner grants by a signature instead of a transaction (EIP-2612). Amounts are in base
 * units of the token.
 */
export interface Permit {
  readonly token: Hex;
  readonly owner: Hex;
  readonly spender: Hex;
  readonly value: bigint;
  readonly nonce: bigint;
  /** Time until which the token accepts the permit, in epoch seconds. */
  readonly deadline: bigint;
}

/** The fields of a permit, in the order in which EIP-712 hashes them. */
export const PERMIT_FIELDS = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
] as const;

/** Returns the fields of a token's EIP-712 domain, in the order in which EIP-712 hashes them. */
export function domainFieldsOf({ version }: PermitDomain) {
  return [
    { name: 'name', type: 'string' },
    ...(version === null ? [] : [{ name: 'version', type: 'string' }]),
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ];
}

/**
 * Returns a permit as JSON for `eth_signTypedData_v4`. Large numbers are decimal strings, because JSON
 * parsers would round such numbers. Addresses are in EIP-55 form (with checksum).
 */
export function buildPermitTypedData(chainId: number, domain: PermitDomain, permit: Permit): string {
  const { value, nonce, deadline } = permit;
  const { name, version } = domain;
  const [token, owner, spender] = [permit.token, permit.owner, permit.spender].map(toChecksummedAddress);
  return JSON.stringify({
    types: { EIP712Domain: domainFieldsOf(domain), Permit: PERMIT_FIELDS },
    primaryType: 'Permit',
    domain: { name, ...(version === null ? {} : { version }), chainId, verifyingContract: token },
    message: { owner, spender, value: String(value), nonce: String(nonce), deadline: String(deadline) },
  });
}

/**
 * Splits a 65-byte signature into v, r and s, as contracts expect. Because some wallets write 0 or 1 for v,
 * these values are converted to 27 or 28.
 */
function splitSignature(signature: Hex): [v: bigint, r: Hex, s: Hex] {
  const v = BigInt(`0x${signature.slice(130, 132)}`);
  return [v < 27n ? v + 27n : v, `0x${signature.slice(2, 66)}`, `0x${signature.slice(66, 130)}`];
}

export const encodePermit = {
  nonces: (owner: Hex): Hex => encodeCall(PERMIT_SELECTORS['nonces(address)'], owner),
  permit: ({ owner, spender, value, deadline }: Permit, signature: Hex): Hex =>
    encodeCall(
      PERMIT_SELECTORS['permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'],
      ...[owner, spender, value, deadline, ...splitSignature(signature)],
    ),
  /** A router call that executes the caller's permit. It does not fail if the permit has already been executed. */
  selfPermit: ({ token, value, deadline }: Permit, signature: Hex): Hex =>
    encodeCall(
      PERMIT_SELECTORS['selfPermitIfNecessary(address,uint256,uint256,uint8,bytes32,bytes32)'],
      ...[token, value, deadline, ...splitSignature(signature)],
    ),
  /** Encodes several calls of one contract as a single call, in which all calls succeed or none. */
  multicall: (calls: readonly Hex[]): Hex =>
    `${encodeCall(PERMIT_SELECTORS['multicall(bytes[])'], 32n)}${encodeArray(calls.map(encodeBytes))}`,
} as const;
