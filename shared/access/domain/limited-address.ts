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
  const headGroups = head === '' ? [] : head.split(':');
  if (tail === undefined) return headGroups;
  const tailGroups = tail === '' ? [] : tail.split(':');
  return [
    ...headGroups,
    ...Array<string>(Math.max(0, GROUPS - headGroups.length - tailGroups.length)).fill('0'),
    ...tailGroups,
  ];
}

/**
 * Returns an IPv4 address in IPv6 form as IPv4, and an IPv6 address without its zone. Other text
 * stays unchanged.
 */
function bareAddress(address: string): string {
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mappedIpv4?.[1] !== undefined) return mappedIpv4[1];
  const addressWithoutZone = address.split('%')[0] ?? address;
  return isIPv6(addressWithoutZone) ? addressWithoutZone : address;
}

/** Returns the network of the first groups of an IPv6 address, such as `2001:db8:0:7::/64`. */
function ipv6Prefix(address: string, groups: number): string {
  const shownGroups = expand(address)
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${shownGroups.join(':')}::/${16 * groups}`;
}

/**
 * Returns the address or network by which anonymous requests are limited: an IPv4 address, or the
 * /64 of an IPv6 address. Text that is no address stays unchanged.
 */
export function limitedAddress(address: string): string {
  const addressWithoutZone = bareAddress(address);
  return isIPv6(addressWithoutZone) ? ipv6Prefix(addressWithoutZone, NETWORK_GROUPS) : addressWithoutZone;
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
  const addressWithoutZone = bareAddress(address);
  if (isIPv6(addressWithoutZone)) {
    return {
      ipv6Network: ipv6Prefix(addressWithoutZone, NETWORK_GROUPS),
      ipv6Site: ipv6Prefix(addressWithoutZone, SITE_GROUPS),
    };
  }
  return {
    ipv4Network: isIPv4(addressWithoutZone) ? addressWithoutZone.replace(/\d+$/, '0/24') : addressWithoutZone,
  };
}

/** Returns whether an address is a loopback address. */
export function isLoopback(address: string): boolean {
  const addressWithoutZone = bareAddress(address);
  return isIPv6(addressWithoutZone)
    ? expand(addressWithoutZone).every(
        (group, index) => Number.parseInt(group, 16) === Number(index === GROUPS - 1),
      )
    : isIPv4(addressWithoutZone) && addressWithoutZone.startsWith('127.');
}
