import { isLocalRequest } from './local-request';

const local = { hasTrustedProxies: false };

describe('isLocalRequest', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['192.168.1.5', false],
    ['2001:db8::1', false],
    ['', false],
  ])('%s: %s', (ip, isLocal) => {
    expect(isLocalRequest({ ip, headers: {} }, local)).toBe(isLocal);
  });

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])('does not believe an unnamed proxy (%s)', header => {
    expect(isLocalRequest({ ip: '127.0.0.1', headers: { [header]: '127.0.0.1' } }, local)).toBe(false);
  });

  it('believes the address a trusted proxy gave', () => {
    const request = { ip: '127.0.0.1', headers: { 'x-forwarded-for': '127.0.0.1' } };
    expect(isLocalRequest(request, { hasTrustedProxies: true })).toBe(true);
    expect(isLocalRequest({ ...request, ip: '203.0.113.9' }, { hasTrustedProxies: true })).toBe(false);
  });
});
