import { isIP } from 'node:net';

/** Entries of one key's list. */
export const ALLOWED_IPS_MAX = 20;
export const RANGE_RULE = 'must be an IPv4 or IPv6 address, or a CIDR range such as 203.0.113.0/24';

const BITS = { 4: 32, 6: 128 } as const;
/** Where an IPv4 address begins inside an IPv6 one, `::ffff:0:0/96`, and what stands before it there. */
const MAPPED = { prefix: 96, before: 0xffffn } as const;
const MAPPED_RULE = `must have a prefix length from ${MAPPED.prefix} to 128: it is an IPv4 range in IPv6 form, such as ::ffff:203.0.113.0/120`;

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

/** The URL's own reading of an address turns all ways to write it into groups of hexadecimal digits. */
function ipv6Bits(text: string): bigint {
  const [head = '', tail = ''] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const [before, after] = [left ?? [], right ?? []];
  const zeros = Array.from({ length: BITS[6] / 16 - before.length - after.length }, () => '0');
  const digits = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0'));
  return BigInt(`0x${digits.join('')}`);
}

function ipv4Text(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.');
}

function ipv6Text(bits: bigint): string {
  const groups = bits.toString(16).padStart(32, '0').match(/.{4}/g) ?? [];
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** An address as it is written, one of IPv4 inside one of IPv6 too; undefined for other text. */
function writtenAddress(text: string): Address | undefined {
  const version = text.includes('%') ? 0 : isIP(text);
  if (version === 4) return { family: 4, bits: ipv4Bits(text) };
  return version === 6 ? { family: 6, bits: ipv6Bits(text) } : undefined;
}

const isMapped = ({ family, bits }: Address) => family === 6 && bits >> 32n === MAPPED.before;
const unmapped = (bits: bigint) => bits & 0xffffffffn;

/**
 * `203.0.113.0/24`, `2001:db8::/32`, or an address by itself, which is a range of one. A range of IPv4 addresses inside
 * IPv6 ones is that of IPv4 addresses: otherwise it would be one of IPv6 with a prefix that was meant for IPv4.
 *
 * @returns the range, or the rule that the text breaks
 */
function readRange(text: string): Range | string {
  const [address = '', length, ...more] = text.split('/');
  const written = writtenAddress(address);
  if (written === undefined || more.length > 0) return RANGE_RULE;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return RANGE_RULE;
  const prefix = length === undefined ? BITS[written.family] : Number(length);
  if (prefix > BITS[written.family]) return RANGE_RULE;
  if (!isMapped(written)) return requireNetwork(text, { ...written, prefix });
  if (prefix < MAPPED.prefix) return MAPPED_RULE;
  return requireNetwork(text, { family: 4, bits: unmapped(written.bits), prefix: prefix - MAPPED.prefix });
}

/** Who writes an address with the prefix of its network may have meant either. */
function requireNetwork(text: string, { family, bits, prefix }: Range): Range | string {
  const hostBits = BigInt(BITS[family] - prefix);
  const network = (bits >> hostBits) << hostBits;
  if (network === bits) return { family, bits, prefix };
  return `${text} has host bits; use ${family === 4 ? ipv4Text(network) : ipv6Text(network)}/${prefix}`;
}

/** The rule that a text breaks which should be an address or a range of addresses; undefined where it is one. */
export function rangeProblem(text: string): string | undefined {
  const range = readRange(text);
  return typeof range === 'string' ? range : undefined;
}

/**
 * Whether an address lies in one of the ranges. An IPv4 address inside an IPv6 one is that IPv4 address, and lies in no
 * range of IPv6 ones. Nothing lies in what is no range.
 */
export function isAllowedFrom(ranges: readonly string[], address: string): boolean {
  const written = writtenAddress(address);
  if (written === undefined) return false;
  const from: Address = isMapped(written) ? { family: 4, bits: unmapped(written.bits) } : written;
  return ranges.some((text) => {
    const range = readRange(text);
    if (typeof range === 'string' || range.family !== from.family) return false;
    const hostBits = BigInt(BITS[range.family] - range.prefix);
    return from.bits >> hostBits === range.bits >> hostBits;
  });
}
