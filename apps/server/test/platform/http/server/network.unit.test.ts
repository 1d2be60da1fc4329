import { expect, test } from 'vitest'
import { networkOf } from '../../../../src/platform/http/server/network.ts'

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:fffe', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::FFFF:a00:1', '10.0.0.1'],
  ['::ffff:10.0.0.255', '10.0.0.255'],
  ['unknown', 'unknown'],
  ['', ''],
])('the network of %j is %j', (address, network) => expect(networkOf(address)).toBe(network))
