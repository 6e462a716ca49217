import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** A network customer holds at least this much of an IPv6 address and can pick the rest at will. */
const NETWORK_GROUPS = 4;

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0'), ...right];
}

/**
 * What requests without a credential are counted against: an IPv4 address as it is, an IPv6 address by its /64, an
 * IPv4 address inside IPv6 as IPv4. Text that is no address counts as itself.
 */
export function limitedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const bare = address.split('%')[0] ?? address;
  if (!isIPv6(bare)) return address;
  const network = expand(bare)
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
