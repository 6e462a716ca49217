import { getPublicKey, signAsync } from '@noble/secp256k1';
import { addressOfPublicKey, keccak256 } from '../platform/domain/ethereum.ts';
import { AbiReader, encodeWord, type Hex } from './abi.ts';
import { decodeNumber } from './erc4626.ts';
import { undefinedIfRejected } from './json-rpc.ts';
import type { ChainSettings } from './networks.ts';
import { readContract } from './node.ts';
import {
  domainFieldsOf,
  encodePermit,
  PERMIT_FIELDS,
  PERMIT_SELECTORS,
  type Permit,
  type PermitDomain,
} from './permit.ts';

/**
 * Private key of a test account without funds. The account signs permits only for simulated calls, so the key
 * need not be secret.
 */
const TEST_PRIVATE_KEY = keccak256(Buffer.from('a key of an account that holds nothing'));
const UINT256_MAX = 2n ** 256n - 1n;
/**
 * EIP-5267 field mask: the domain has name, version, chain and address, but no salt or extensions.
 */
const DOMAIN_FIELDS_WITHOUT_SALT = 0x0fn << 248n;

const hexDigitsOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const hashText = (text: string) => hexDigitsOf(keccak256(Buffer.from(text)));
const hashWords = (...words: readonly string[]) => hexDigitsOf(keccak256(Buffer.from(words.join(''), 'hex')));
const hashType = (name: string, fields: readonly { readonly name: string; readonly type: string }[]) =>
  hashText(`${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`);

/** Returns the hash that the owner of a permit signs (EIP-712). */
function permitHashOf(chainId: number, domain: PermitDomain, permit: Permit): Uint8Array {
  const { token, owner, spender, value, nonce, deadline } = permit;
  const domainSeparator = hashWords(
    hashType('EIP712Domain', domainFieldsOf(domain)),
    hashText(domain.name),
    domain.version === null ? '' : hashText(domain.version),
    encodeWord(BigInt(chainId)),
    encodeWord(token),
  );
  const encodedPermitFields = [owner, spender, value, nonce, deadline].map(encodeWord);
  return keccak256(
    Buffer.from(
      `1901${domainSeparator}${hashWords(hashType('Permit', PERMIT_FIELDS), ...encodedPermitFields)}`,
      'hex',
    ),
  );
}

/**
 * Calls a contract and returns the data. Undefined if the contract rejects the call or has no such function.
 */
async function readIfSupported(node: ChainSettings, to: Hex, data: Hex): Promise<Hex | undefined> {
  const answer = await undefinedIfRejected(readContract(node, { to, data }));
  return answer === '0x' ? undefined : answer;
}

/** Decodes an answer with `read`. Returns undefined if there is no answer, or if it is not valid ABI data. */
function decodeIfValid<T>(answer: Hex | undefined, read: (abiReader: AbiReader) => T): T | undefined {
  try {
    return answer && read(new AbiReader(answer));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Returns the possible permit domains of a token. If the token reports its domain (EIP-5267), only this domain is
 * returned. Otherwise, the token's name is combined with its version, with `1` and with no version.
 */
async function readCandidateDomains(node: ChainSettings, token: Hex): Promise<PermitDomain[]> {
  const encodedDomain = await readIfSupported(node, token, PERMIT_SELECTORS['eip712Domain()']);
  if (encodedDomain !== undefined) {
    const domain = decodeIfValid(encodedDomain, (abiReader) =>
      abiReader.number(0) === DOMAIN_FIELDS_WITHOUT_SALT
        ? { name: abiReader.text(32), version: abiReader.text(64) }
        : undefined,
    );
    return domain === undefined ? [] : [domain];
  }
  const readTextIfSupported = async (data: Hex) =>
    decodeIfValid(await readIfSupported(node, token, data), (abiReader) => abiReader.text(0));
  const name = await readTextIfSupported(PERMIT_SELECTORS['name()']);
  if (name === undefined) return [];
  const version = await readTextIfSupported(PERMIT_SELECTORS['version()']);
  return [...new Set([version ?? '1', '1', null])].map((each) => ({ name, version: each }));
}

/** Signs a permit for the domain and returns whether the token accepts the permit in a simulated call. */
async function acceptsPermit(node: ChainSettings, domain: PermitDomain, permit: Permit): Promise<boolean> {
  const hash = permitHashOf(node.chainId, domain, permit);
  // `signAsync` returns the recovery byte first. Contracts expect the recovery byte last.
  const signatureDigits = hexDigitsOf(
    await signAsync(hash, TEST_PRIVATE_KEY, { prehash: false, format: 'recovered' }),
  );
  const signature: Hex = `0x${signatureDigits.slice(2)}${signatureDigits.slice(0, 2)}`;
  const call = { to: permit.token, data: encodePermit.permit(permit, signature) };
  return (await undefinedIfRejected(readContract(node, call))) !== undefined;
}

/**
 * Returns the domain for which a token's permits are signed (EIP-2612). Undefined if the token does not support
 * permits.
 * To test a domain, a test key signs a permit for it, and a simulated call shows whether the token accepts this permit.
 * @param token in lower case
 * @throws RpcError when the node does not answer
 */
export async function findPermitDomain(node: ChainSettings, token: Hex): Promise<PermitDomain | undefined> {
  const owner = addressOfPublicKey(getPublicKey(TEST_PRIVATE_KEY, false));
  const permitNonce = decodeNumber((await readIfSupported(node, token, encodePermit.nonces(owner))) ?? '0x');
  if (permitNonce === undefined) return undefined;
  const permit: Permit = {
    token,
    owner,
    spender: token,
    value: 1n,
    nonce: permitNonce,
    deadline: UINT256_MAX,
  };
  for (const domain of await readCandidateDomains(node, token)) {
    if (await acceptsPermit(node, domain, permit)) return domain;
  }
  return undefined;
}
