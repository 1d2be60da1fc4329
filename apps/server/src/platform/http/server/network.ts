import { isIPv6 } from 'node:net'

/** An IPv6 address has 8 groups of 16 bits; the first 4 name its network. */
const GROUPS = 8
const NETWORK = 4

/**
 * The address for which attempts are counted: for IPv6 its network of 64 bits, as one subscriber has at least that many addresses (RFC 6177) and could
 * use a new one for each attempt. IPv4 is returned unchanged, even if it was mapped into IPv6 (RFC 4291, 2.5.5.2).
 */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return address
  // The URL parser writes every form of an address the same way, even one with dotted last 32 bits.
  const [head = '', tail = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = Array<string>(GROUPS - first.length - last.length).fill('0')
  const groups = [...first, ...zeros, ...last]
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return dotted(groups.slice(6))
  return `${groups.slice(0, NETWORK).join(':')}::/64`
}

const dotted = (groups: readonly string[]) =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 255])
    .join('.')
