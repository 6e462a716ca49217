import { BlockList, isIP } from 'node:net';

/** Entries of one key's list. */
export const ALLOWED_IPS_MAX = 20;

const BITS = { 4: 32, 6: 128 } as const;

interface Range {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** `203.0.113.0/24`, `2001:db8::/32`, or an address by itself, which is a range of one; undefined for other text. */
function parseRange(text: string): Range | undefined {
  const [address = '', length, ...more] = text.split('/');
  const version = isIP(address);
  if (more.length > 0 || address.includes('%') || (version !== 4 && version !== 6)) return undefined;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const prefix = length === undefined ? BITS[version] : Number(length);
  return prefix > BITS[version] ? undefined : { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Whether a text is an address or a range of addresses. */
export function isRange(text: string): boolean {
  return parseRange(text) !== undefined;
}

/** Whether an address lies in one of the ranges. An IPv4 address inside an IPv6 one is that IPv4 address. */
export function isAllowedFrom(ranges: readonly string[], address: string): boolean {
  const list = new BlockList();
  for (const text of ranges) {
    const range = parseRange(text);
    if (range !== undefined) list.addSubnet(range.address, range.prefix, range.family);
  }
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
