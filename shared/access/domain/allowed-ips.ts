import { isIP } from 'node:net';

/** Maximum number of entries in a key's address allowlist. */
export const ALLOWED_IPS_MAX = 20;
export const RANGE_RULE = 'must be an IPv4 or IPv6 address, or a CIDR range such as 203.0.113.0/24';

const BITS = { 4: 32, 6: 128 } as const;
/**
 * Layout of an IPv4 address inside an IPv6 address (`::ffff:0:0/96`): prefix length, and the 16
 * bits before the address.
 */
const MAPPED = { prefix: 96, before: 0xffffn } as const;
const MIN_PREFIX = MAPPED.prefix;
const MAPPED_RULE = `is an IPv4 range in IPv6 form, so its prefix length must be from ${MIN_PREFIX} to 128, as in ::ffff:203.0.113.0/120`;

interface Address {
  readonly family: keyof typeof BITS;
  readonly bits: bigint;
}

interface Range extends Address {
  readonly prefix: number;
}

function ipv4Bits(text: string): bigint {
  return text.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

/**
 * Uses the URL parser, which converts every notation of an IPv6 address to groups of hexadecimal
 * digits.
 */
function ipv6Bits(text: string): bigint {
  const [head = '', tail = ''] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::');
  const [leftGroups, rightGroups] = [head, tail].map((part) =>
    part.split(':').filter((group) => group !== ''),
  );
  const [before, after] = [leftGroups ?? [], rightGroups ?? []];
  const zeros = Array.from({ length: BITS[6] / 16 - before.length - after.length }, () => '0');
  const digits = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0'));
  return BigInt(`0x${digits.join('')}`);
}

function ipv4Text(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((bitShift) => (bits >> bitShift) & 0xffn).join('.');
}

function ipv6Text(bits: bigint): string {
  const groups = bits.toString(16).padStart(32, '0').match(/.{4}/g) ?? [];
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/**
 * Parses an address as written. An IPv4 address inside an IPv6 address stays IPv6 here. Undefined
 * for other text.
 */
function writtenAddress(text: string): Address | undefined {
  const version = text.includes('%') ? 0 : isIP(text);
  if (version === 4) return { family: 4, bits: ipv4Bits(text) };
  return version === 6 ? { family: 6, bits: ipv6Bits(text) } : undefined;
}

const isMapped = ({ family, bits }: Address) => family === 6 && bits >> 32n === MAPPED.before;
const toIpv4Bits = (bits: bigint) => bits & 0xffffffffn;

/**
 * Parses a range such as `203.0.113.0/24` or `2001:db8::/32`, or one address. A range of IPv4
 * addresses in IPv6 form becomes an IPv4 range.
 * @returns the range, or the rule that the text breaks
 */
function readRange(text: string): Range | string {
  const [address = '', length, ...more] = text.split('/');
  const parsedAddress = writtenAddress(address);
  if (parsedAddress === undefined || more.length > 0) return RANGE_RULE;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return RANGE_RULE;
  const prefix = length === undefined ? BITS[parsedAddress.family] : Number(length);
  if (prefix > BITS[parsedAddress.family]) return RANGE_RULE;
  if (!isMapped(parsedAddress)) return requireNetwork(text, { ...parsedAddress, prefix });
  if (prefix < MAPPED.prefix) return MAPPED_RULE;
  return requireNetwork(text, {
    family: 4,
    bits: toIpv4Bits(parsedAddress.bits),
    prefix: prefix - MAPPED.prefix,
  });
}

/**
 * Rejects a range whose address has host bits, because it could mean the address or the network.
 */
function requireNetwork(text: string, { family, bits, prefix }: Range): Range | string {
  const hostBits = BigInt(BITS[family] - prefix);
  const network = (bits >> hostBits) << hostBits;
  if (network === bits) return { family, bits, prefix };
  const firstAddress = family === 4 ? ipv4Text(network) : ipv6Text(network);
  return `${text} is not the first address of its range; use ${firstAddress}/${prefix}`;
}

/** Returns the rule that a text breaks as an address or range, or undefined if it is valid. */
export function rangeProblem(text: string): string | undefined {
  const range = readRange(text);
  return typeof range === 'string' ? range : undefined;
}

/**
 * Returns whether an address is in one of the ranges. An IPv4 address in IPv6 form counts as IPv4.
 * Malformed ranges contain no address.
 */
export function isAllowedFrom(ranges: readonly string[], address: string): boolean {
  const parsedAddress = writtenAddress(address);
  if (parsedAddress === undefined) return false;
  const from: Address = isMapped(parsedAddress)
    ? { family: 4, bits: toIpv4Bits(parsedAddress.bits) }
    : parsedAddress;
  return ranges.some((text) => {
    const range = readRange(text);
    if (typeof range === 'string' || range.family !== from.family) return false;
    const hostBits = BigInt(BITS[range.family] - range.prefix);
    return from.bits >> hostBits === range.bits >> hostBits;
  });
}
