import { isPublicAddress } from './public-address';

describe('addresses to which callers may send the gateway', () => {
  it.each(['1.1.1.1', '93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::5e'])(
    'include %s',
    address => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['nothing', ''],
    ['a name', 'localhost'],
    ['this host', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback elsewhere', '127.255.0.9'],
    ['private A', '10.1.2.3'],
    ['private B', '172.31.255.255'],
    ['private C', '192.168.0.1'],
    ['cloud metadata', '169.254.169.254'],
    ['CGNAT', '100.64.0.1'],
    ['metadata in CGNAT', '100.100.100.200'],
    ['protocol assignments', '192.0.0.192'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['future use', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['the agent of a cloud', '168.63.129.16'],
    ['unspecified v6', '::'],
    ['loopback v6', '::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped public', '::ffff:1.1.1.1'],
    ['compatible form', '::7f00:1'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local v6', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast v6', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['outside of global unicast', '4000::1'],
  ])('exclude %s, %s', (_name, address) => expect(isPublicAddress(address)).toBe(false));
});
