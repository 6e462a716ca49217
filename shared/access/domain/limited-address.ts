import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/**
 * Number of IPv6 groups (16 bits each) that identify a network. Its customer can choose the other
 * bits freely.
 */
const NETWORK_GROUPS = 4;
const SITE_GROUPS = 3;

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0'), ...right];
}

/**
 * Returns an IPv4 address in IPv6 form as IPv4, and an IPv6 address without its zone. Other text
 * stays unchanged.
 */
function bareAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const bare = address.split('%')[0] ?? address;
  return isIPv6(bare) ? bare : address;
}

/** Returns the network of the first groups of an IPv6 address, such as `2001:db8:0:7::/64`. */
function ipv6Prefix(address: string, groups: number): string {
  const shown = expand(address)
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${shown.join(':')}::/${16 * groups}`;
}

/**
 * Returns the address or network by which anonymous requests are limited: an IPv4 address, or the
 * /64 of an IPv6 address. Text that is no address stays unchanged.
 */
export function limitedAddress(address: string): string {
  const bare = bareAddress(address);
  return isIPv6(bare) ? ipv6Prefix(bare, NETWORK_GROUPS) : bare;
}

/** The networks of an address. Text that is no address counts as its own IPv4 network. */
export interface Networks {
  /** A /24 network. */
  readonly ipv4Network?: string;
  /** A /64 network. */
  readonly ipv6Network?: string;
  /** A /48 network, which a site usually has. */
  readonly ipv6Site?: string;
}

export function networksOf(address: string): Networks {
  const bare = bareAddress(address);
  if (isIPv6(bare)) {
    return { ipv6Network: ipv6Prefix(bare, NETWORK_GROUPS), ipv6Site: ipv6Prefix(bare, SITE_GROUPS) };
  }
  return { ipv4Network: isIPv4(bare) ? bare.replace(/\d+$/, '0/24') : bare };
}

/** Returns whether an address is a loopback address. */
export function isLoopback(address: string): boolean {
  const bare = bareAddress(address);
  return isIPv6(bare)
    ? expand(bare).every((group, index) => Number.parseInt(group, 16) === Number(index === GROUPS - 1))
    : isIPv4(bare) && bare.startsWith('127.');
}
