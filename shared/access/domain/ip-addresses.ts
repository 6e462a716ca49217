import { isIP } from 'node:net';

export const ALLOWED_IPS_MAX = 20;
export const IP_RANGE_RULE = 'must be an IPv4 or IPv6 address, or a CIDR range such as 203.0.113.0/24';

const ADDRESS_BITS = { 4: 32, 6: 128 } as const;
/**
 * The range `::ffff:0:0/96`, which contains the IPv4 addresses in IPv6 form. `before` is the value of the 16 bits
 * in front of the IPv4 address.
 */
const IPV4_MAPPED_RANGE = { prefix: 96, before: 0xffffn } as const;
const IPV4_MAPPED_PREFIX_MIN = IPV4_MAPPED_RANGE.prefix;
const IPV4_MAPPED_RULE = `is an IPv4 range in IPv6 notation; its prefix length must be from ${IPV4_MAPPED_PREFIX_MIN} to 128, such as 120 in ::ffff:203.0.113.0/120`;

interface IpAddress {
  readonly family: keyof typeof ADDRESS_BITS;
  readonly bits: bigint;
}

interface IpRange extends IpAddress {
  readonly prefix: number;
}

function parseIpv4Bits(text: string): bigint {
  return text.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

/** Uses the URL parser, because it converts every notation of an IPv6 address to groups of hexadecimal digits. */
function parseIpv6Bits(text: string): bigint {
  const [head = '', tail = ''] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::');
  const [leftGroups, rightGroups] = [head, tail].map((part) =>
    part.split(':').filter((group) => group !== ''),
  );
  const [groupsBeforeGap, groupsAfterGap] = [leftGroups ?? [], rightGroups ?? []];
  const omittedGroups = Array.from(
    { length: ADDRESS_BITS[6] / 16 - groupsBeforeGap.length - groupsAfterGap.length },
    () => '0',
  );
  const hexGroups = [...groupsBeforeGap, ...omittedGroups, ...groupsAfterGap].map((group) =>
    group.padStart(4, '0'),
  );
  return BigInt(`0x${hexGroups.join('')}`);
}

function formatIpv4(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((bitShift) => (bits >> bitShift) & 0xffn).join('.');
}

/** Returns the eight 16-bit groups of an IPv6 address in hexadecimal. */
const ipv6Groups = (bits: bigint): readonly string[] =>
  (bits.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).map((group) => group.replace(/^0{1,3}/, ''));

function formatIpv6(bits: bigint): string {
  return new URL(`http://[${ipv6Groups(bits).join(':')}]`).hostname.slice(1, -1);
}

/**
 * Returns the address family and the bits of an IP address. Returns undefined if the text is not an IP address. An IPv4
 * address in IPv6 form stays IPv6.
 */
function parseIpAddress(text: string): IpAddress | undefined {
  const version = text.includes('%') ? 0 : isIP(text);
  if (version === 4) return { family: 4, bits: parseIpv4Bits(text) };
  return version === 6 ? { family: 6, bits: parseIpv6Bits(text) } : undefined;
}

const isIpv4Mapped = ({ family, bits }: IpAddress) =>
  family === 6 && bits >> 32n === IPV4_MAPPED_RANGE.before;

const toIpv4IfMapped = (address: IpAddress): IpAddress =>
  isIpv4Mapped(address) ? { family: 4, bits: address.bits & 0xffffffffn } : address;

/**
 * Parses a range such as `203.0.113.0/24` or `2001:db8::/32`, or a single address. Converts a range of IPv4-mapped
 * addresses, such as `::ffff:203.0.113.0/120`, to an IPv4 range.
 * @returns the range, or an error message
 */
function parseRange(text: string): IpRange | string {
  const [address = '', prefixLength, ...more] = text.split('/');
  const ipAddress = parseIpAddress(address);
  if (ipAddress === undefined || more.length > 0) return IP_RANGE_RULE;
  if (prefixLength !== undefined && !/^\d{1,3}$/.test(prefixLength)) return IP_RANGE_RULE;
  const prefixBitCount = prefixLength === undefined ? ADDRESS_BITS[ipAddress.family] : Number(prefixLength);
  if (prefixBitCount > ADDRESS_BITS[ipAddress.family]) return IP_RANGE_RULE;
  if (!isIpv4Mapped(ipAddress)) return checkRangeStart(text, { ...ipAddress, prefix: prefixBitCount });
  if (prefixBitCount < IPV4_MAPPED_RANGE.prefix) return IPV4_MAPPED_RULE;
  return checkRangeStart(text, {
    ...toIpv4IfMapped(ipAddress),
    prefix: prefixBitCount - IPV4_MAPPED_RANGE.prefix,
  });
}

/**
 * Returns the range, or an error message if the range is not valid. A range such as 10.0.0.5/8 is not valid, because
 * the caller could mean the single address or the whole network.
 */
function checkRangeStart(text: string, { family, bits, prefix }: IpRange): IpRange | string {
  const hostBitCount = BigInt(ADDRESS_BITS[family] - prefix);
  const networkBits = (bits >> hostBitCount) << hostBitCount;
  if (networkBits === bits) return { family, bits, prefix };
  const firstAddress = family === 4 ? formatIpv4(networkBits) : formatIpv6(networkBits);
  return `${text} is not the first address of its range; use ${firstAddress}/${prefix}`;
}

/** Returns undefined if the text is an IP address or a valid range, otherwise an error message. */
export function findRangeProblem(text: string): string | undefined {
  const rangeOrProblem = parseRange(text);
  return typeof rangeOrProblem === 'string' ? rangeOrProblem : undefined;
}

/**
 * Returns whether an address is in one of the ranges. An IPv4 address in IPv6 form is treated as IPv4. A
 * malformed range contains no address.
 */
export function isAddressAllowed(allowedRanges: readonly string[], address: string): boolean {
  const parsedAddress = parseIpAddress(address);
  if (parsedAddress === undefined) return false;
  const from = toIpv4IfMapped(parsedAddress);
  return allowedRanges.some((text) => {
    const range = parseRange(text);
    if (typeof range === 'string' || range.family !== from.family) return false;
    const hostBitCount = BigInt(ADDRESS_BITS[range.family] - range.prefix);
    return from.bits >> hostBitCount === range.bits >> hostBitCount;
  });
}

/**
 * Number of 16-bit groups of an IPv6 address that identify the network of one subscriber. The subscriber can choose
 * the remaining bits of the address freely.
 */
const IPV6_NETWORK_GROUP_COUNT = 4;
const IPV6_SITE_GROUP_COUNT = 3;

/** Returns a network such as `2001:db8:0:7::/64`. */
const formatIpv6Network = (bits: bigint, groupCount: number) =>
  `${ipv6Groups(bits).slice(0, groupCount).join(':')}::/${16 * groupCount}`;

/** Parses a caller's IP address without its zone, the part after `%`. */
function parseCallerAddress(text: string): IpAddress | undefined {
  const address = parseIpAddress(text.split('%')[0] ?? text);
  return address && toIpv4IfMapped(address);
}

/**
 * Returns the address or network whose bucket limits anonymous requests: the IPv4 address, or the /64 network
 * of an IPv6 address. A text that is not an address is returned unchanged.
 */
export function rateLimitAddressOf(text: string): string {
  const address = parseCallerAddress(text);
  if (address === undefined) return text;
  return address.family === 6
    ? formatIpv6Network(address.bits, IPV6_NETWORK_GROUP_COUNT)
    : formatIpv4(address.bits);
}

/**
 * The networks that contain an IP address. For a text that is not an IP address, `ipv4Network` is the unchanged text.
 */
export interface AddressNetworks {
  /** The /24 network of an IPv4 address. */
  readonly ipv4Network?: string;
  /** The /64 network of an IPv6 address. */
  readonly ipv6Network?: string;
  /** The /48 network of an IPv6 address. One site of a customer usually has a /48 network. */
  readonly ipv6Site?: string;
}

export function networksOfAddress(text: string): AddressNetworks {
  const address = parseCallerAddress(text);
  if (address === undefined) return { ipv4Network: text };
  const { family, bits } = address;
  if (family === 4) return { ipv4Network: `${formatIpv4((bits >> 8n) << 8n)}/24` };
  return {
    ipv6Network: formatIpv6Network(bits, IPV6_NETWORK_GROUP_COUNT),
    ipv6Site: formatIpv6Network(bits, IPV6_SITE_GROUP_COUNT),
  };
}

export function isLoopback(text: string): boolean {
  const address = parseCallerAddress(text);
  return address?.family === 4 ? address.bits >> 24n === 127n : address?.bits === 1n;
}
