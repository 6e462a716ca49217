import { BlockList, isIP } from 'node:net';

type AddressRange = readonly [address: string, prefix: number];

/**
 * Blocked IPv4 ranges. They contain all multicast addresses, and all ranges that IANA's special-purpose
 * registry does not mark as globally reachable (iana.org/assignments/iana-ipv4-special-registry, RFC 6890).
 */
const BLOCKED_IPV4_RANGES: readonly AddressRange[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private use
  ['100.64.0.0', 10], // shared address space: carrier NAT, and metadata services of some clouds
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local: metadata services of clouds
  ['172.16.0.0', 12], // private use
  ['192.0.0.0', 24], // IETF protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // deprecated 6to4 relays
  ['192.168.0.0', 16], // private use
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, including limited broadcast
];

/**
 * The only IPv6 range with global unicast addresses (iana.org/assignments/ipv6-unicast-address-assignments).
 * Loopback, mapped IPv4, NAT64, unique-local, link-local and multicast addresses are not in this range.
 */
const GLOBAL_IPV6_RANGE: AddressRange = ['2000::', 3];

/**
 * Blocked ranges inside GLOBAL_IPV6_RANGE. Some contain IPv4 addresses, and the others are not used for hosts
 * (iana.org/assignments/iana-ipv6-special-registry).
 */
const BLOCKED_IPV6_RANGES: readonly AddressRange[] = [
  ['2001::', 23], // IETF protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
];

function createBlockList(ipFamily: 'ipv4' | 'ipv6', ranges: readonly AddressRange[]): BlockList {
  const list = new BlockList();
  for (const [address, prefixBits] of ranges) list.addSubnet(address, prefixBits, ipFamily);
  return list;
}

const blockedIpv4Networks = createBlockList('ipv4', BLOCKED_IPV4_RANGES);
const globalIpv6Networks = createBlockList('ipv6', [GLOBAL_IPV6_RANGE]);
const blockedIpv6Networks = createBlockList('ipv6', BLOCKED_IPV6_RANGES);

/** Returns whether an IP address is reachable from the whole internet. */
export function isGloballyReachable(address: string): boolean {
  const version = isIP(address);
  // An IPv6 address with a zone, such as `fe80::1%eth0`, is valid only in a local network.
  if (version === 0 || address.includes('%')) return false;
  if (version === 4) return !blockedIpv4Networks.check(address, 'ipv4');
  return globalIpv6Networks.check(address, 'ipv6') && !blockedIpv6Networks.check(address, 'ipv6');
}

export function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}
