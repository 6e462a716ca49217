import { BlockList, isIP } from 'node:net';

type Range = readonly [address: string, prefix: number];

/**
 * IPv4 blocks that IANA's special-purpose registry (iana.org/assignments/iana-ipv4-special-registry, RFC 6890) does not
 * call globally reachable, and what is no host's own address.
 */
const REFUSED_IPV4: readonly Range[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private use
  ['100.64.0.0', 10], // shared address space: carriers' NAT, and some clouds' metadata
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local: clouds' metadata
  ['172.16.0.0', 12], // private use
  ['192.0.0.0', 24], // IETF protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays of 6to4, deprecated
  ['192.168.0.0', 16], // private use
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and limited broadcast
];

/**
 * The one IPv6 block that IANA gives out addresses of (iana.org/assignments/ipv6-unicast-address-assignments). Loopback,
 * mapped IPv4, NAT64, unique-local, link-local and multicast addresses all lie outside.
 */
const GLOBAL_IPV6: Range = ['2000::', 3];

/** What of that block carries an IPv4 address inside, or is no host's (iana.org/assignments/iana-ipv6-special-registry). */
const REFUSED_IPV6: readonly Range[] = [
  ['2001::', 23], // IETF protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
];

function listOf(family: 'ipv4' | 'ipv6', ranges: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, family);
  return list;
}

const refusedIpv4 = listOf('ipv4', REFUSED_IPV4);
const globalIpv6 = listOf('ipv6', [GLOBAL_IPV6]);
const refusedIpv6 = listOf('ipv6', REFUSED_IPV6);

/** Whether an address as text is one that everybody on the internet reaches; false for text that is no address. */
export function isGloballyReachable(address: string): boolean {
  const version = isIP(address);
  // With a zone, an address is meant for one machine's own network.
  if (version === 0 || address.includes('%')) return false;
  if (version === 4) return !refusedIpv4.check(address, 'ipv4');
  return globalIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6');
}

/** Whether an address as text is this machine's own. */
export function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}
