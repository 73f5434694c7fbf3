import { type LookupAddress } from 'node:dns';
import { isLinkLocalAddress, isLinkLocalUrl, LinkLocalHost, linkLocalRefusingLookup } from './link-local';

describe('link-local addresses and metadata services', () => {
  it.each([
    ...['169.254.169.254', '169.254.0.1', '::ffff:169.254.169.254', 'fe80::1', 'febf::1', 'fd00:ec2::254'],
    ...['64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1', '168.63.129.16', '100.100.100.200', '192.0.0.192'],
  ])('%s is one', address => expect(isLinkLocalAddress(address)).toBe(true));

  it.each([
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '192.168.1.1',
    'fd00::1',
    '8.8.8.8',
    '169.253.1.1',
    '64:ff9b::808:808',
    'x',
  ])('%s is none', address => expect(isLinkLocalAddress(address)).toBe(false));

  it.each([
    ['http://169.254.169.254/latest', true],
    ['http://2852039166/', true],
    ['http://0xa9fea9fe', true],
    ['http://169.254.43518', true],
    ['http://[fe80::1]:8080', true],
    ['http://[::ffff:169.254.169.254]', true],
    ['http://metadata.google.internal', true],
    ['http://METADATA.google.internal.:80/x', true],
    ['wss://169.254.1.1/v1', true],
    ['https://api.openai.com', false],
    ['http://localhost:11434', false],
    ['http://metadata.example', false],
    ['', false],
  ])('%s: %s', (url, expected) => expect(isLinkLocalUrl(url)).toBe(expected));
});

describe('the look-up for a connection', () => {
  const lookUp = (addresses: readonly LookupAddress[], all: boolean) =>
    new Promise((resolve, reject) => {
      const lookup = linkLocalRefusingLookup((_host, _options, callback) => callback(null, addresses));
      lookup('rebound.example', { all }, (error, found) => (error ? reject(error) : resolve(found)));
    });
  const bad = { address: '169.254.169.254', family: 4 };
  const good = { address: '192.0.2.1', family: 4 };

  it('gives the addresses that may be used', async () => {
    expect(await lookUp([bad, good], true)).toEqual([good]);
    expect(await lookUp([bad, good], false)).toBe('192.0.2.1');
  });

  it('fails for a name that leads nowhere else', async () => {
    await expect(lookUp([bad], true)).rejects.toThrow(LinkLocalHost);
    await expect(lookUp([bad], false)).rejects.toThrow(LinkLocalHost);
  });
});
