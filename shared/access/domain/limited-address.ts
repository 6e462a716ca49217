import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/** A network customer holds at least this much of an IPv6 address and can pick the rest at will. */
const NETWORK_GROUPS = 4;
const SITE_GROUPS = 3;

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0'), ...right];
}

/** An IPv4 address inside IPv6 as IPv4, and an IPv6 address without its zone; everything else as it is. */
function bareAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const bare = address.split('%')[0] ?? address;
  return isIPv6(bare) ? bare : address;
}

/** `2001:db8:0:7::/64`: the first groups of an IPv6 address. */
function ipv6Prefix(address: string, groups: number): string {
  const shown = expand(address)
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${shown.join(':')}::/${16 * groups}`;
}

/**
 * What requests without a credential are counted against: an IPv4 address as it is, an IPv6 address by its /64, an
 * IPv4 address inside IPv6 as IPv4. Text that is no address counts as itself.
 */
export function limitedAddress(address: string): string {
  const bare = bareAddress(address);
  return isIPv6(bare) ? ipv6Prefix(bare, NETWORK_GROUPS) : bare;
}

/** The networks that an address is in. Text that is no address is its own IPv4 network. */
export interface Networks {
  /** A /24. */
  readonly ipv4Network?: string;
  /** A /64. */
  readonly ipv6Network?: string;
  /** A /48: what a site is commonly given. */
  readonly ipv6Site?: string;
}

export function networksOf(address: string): Networks {
  const bare = bareAddress(address);
  if (isIPv6(bare)) {
    return { ipv6Network: ipv6Prefix(bare, NETWORK_GROUPS), ipv6Site: ipv6Prefix(bare, SITE_GROUPS) };
  }
  return { ipv4Network: isIPv4(bare) ? bare.replace(/\d+$/, '0/24') : bare };
}

/** Whether an address is one of this machine's own. */
export function isLoopback(address: string): boolean {
  const bare = bareAddress(address);
  return isIPv6(bare)
    ? expand(bare).every((group, index) => Number.parseInt(group, 16) === Number(index === GROUPS - 1))
    : isIPv4(bare) && bare.startsWith('127.');
}
