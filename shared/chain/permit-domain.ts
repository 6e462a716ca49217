import { getPublicKey, signAsync } from '@noble/secp256k1';
import { addressOfKey, keccak256 } from '../platform/domain/ethereum.ts';
import { AbiReader, type Hex, word } from './abi.ts';
import { decodeNumber } from './erc4626.ts';
import { unlessRefused } from './json-rpc.ts';
import type { ChainSettings } from './networks.ts';
import { readContract } from './node.ts';
import {
  domainFields,
  encodePermit,
  PERMIT_FIELDS,
  PERMIT_SELECTORS,
  type Permit,
  type PermitDomain,
} from './permit.ts';

/** Of an account that holds nothing: it signs permits that are tried and never sent. Everybody may know it. */
const TRIAL_KEY = keccak256(Buffer.from('a key of an account that holds nothing'));
const UINT256_MAX = 2n ** 256n - 1n;
/** EIP-5267: the domain has name, version, chain and address, and neither salt nor extensions. */
const PLAIN_FIELDS = 0x0fn << 248n;

const digitsOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const hashText = (text: string) => digitsOf(keccak256(Buffer.from(text)));
const hashWords = (...words: readonly string[]) => digitsOf(keccak256(Buffer.from(words.join(''), 'hex')));
const typeHash = (name: string, fields: readonly { readonly name: string; readonly type: string }[]) =>
  hashText(`${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`);

/** What the owner of a permit signs (EIP-712). */
function hashToSign(chainId: number, domain: PermitDomain, permit: Permit): Uint8Array {
  const { token, owner, spender, value, nonce, deadline } = permit;
  const separator = hashWords(
    typeHash('EIP712Domain', domainFields(domain)),
    hashText(domain.name),
    domain.version === null ? '' : hashText(domain.version),
    word(BigInt(chainId)),
    word(token),
  );
  const message = [owner, spender, value, nonce, deadline].map(word);
  return keccak256(
    Buffer.from(`1901${separator}${hashWords(typeHash('Permit', PERMIT_FIELDS), ...message)}`, 'hex'),
  );
}

/** What a contract returns to a call; undefined where it refuses the call or has no such function. */
async function maybeRead(node: ChainSettings, to: Hex, data: Hex): Promise<Hex | undefined> {
  const answer = await unlessRefused(readContract(node, { to, data }));
  return answer === '0x' ? undefined : answer;
}

/** What is read out of an answer; undefined without one, or where it is not laid out as the ABI has it. */
function decoded<T>(answer: Hex | undefined, read: (reader: AbiReader) => T): T | undefined {
  try {
    return answer && read(new AbiReader(answer));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What the domain may be: what the token says that it is, and what is usual where it says nothing. */
async function candidates(node: ChainSettings, token: Hex): Promise<PermitDomain[]> {
  const told = await maybeRead(node, token, PERMIT_SELECTORS['eip712Domain()']);
  if (told !== undefined) {
    const domain = decoded(told, (reader) =>
      reader.number(0) === PLAIN_FIELDS ? { name: reader.text(32), version: reader.text(64) } : undefined,
    );
    return domain === undefined ? [] : [domain];
  }
  const textOf = async (data: Hex) => decoded(await maybeRead(node, token, data), (reader) => reader.text(0));
  const name = await textOf(PERMIT_SELECTORS['name()']);
  if (name === undefined) return [];
  const version = await textOf(PERMIT_SELECTORS['version()']);
  return [...new Set([version ?? '1', '1', null])].map((each) => ({ name, version: each }));
}

/** Whether the token carries out a permit of the domain, in a call that changes nothing. */
async function takes(node: ChainSettings, domain: PermitDomain, permit: Permit): Promise<boolean> {
  const hash = hashToSign(node.chainId, domain, permit);
  // The byte that names the point comes first here, and last in what contracts take.
  const signed = digitsOf(await signAsync(hash, TRIAL_KEY, { prehash: false, format: 'recovered' }));
  const signature: Hex = `0x${signed.slice(2)}${signed.slice(0, 2)}`;
  const call = { to: permit.token, data: encodePermit.permit(permit, signature) };
  return (await unlessRefused(readContract(node, call))) !== undefined;
}

/**
 * The domain that permits of a token are signed for (EIP-2612); undefined for a token without permits. It is not
 * believed but tried: a permit of an account that holds nothing is signed for it, and the token has to take that.
 *
 * @param token in lower case
 * @throws RpcError when the node does not answer
 */
export async function permitDomainOf(node: ChainSettings, token: Hex): Promise<PermitDomain | undefined> {
  const owner = addressOfKey(getPublicKey(TRIAL_KEY, false));
  const nonce = decodeNumber((await maybeRead(node, token, encodePermit.nonces(owner))) ?? '0x');
  if (nonce === undefined) return undefined;
  const permit: Permit = { token, owner, spender: token, value: 1n, nonce, deadline: UINT256_MAX };
  for (const domain of await candidates(node, token)) {
    if (await takes(node, domain, permit)) return domain;
  }
  return undefined;
}
