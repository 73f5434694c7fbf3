import { isLocalRequest } from './local-request';

const local = { hasTrustedProxies: false };
const trusting = { hasTrustedProxies: true };

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

  it.each([
    ...['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-server'],
    ...['x-forwarded', 'x-forwarded-by', 'forwarded', 'via', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip'],
    ...['true-client-ip', 'cf-connecting-ip', 'cf-ray', 'cdn-loop', 'fastly-client-ip', 'x-envoy-external-address'],
  ])('does not believe an unnamed proxy (%s)', header => {
    const request = { ip: '127.0.0.1', headers: { [header]: '127.0.0.1' } };
    expect(isLocalRequest(request, local)).toBe(false);
    expect(isLocalRequest({ ...request, headers: { [header]: '' } }, local)).toBe(false);
  });

  it('believes the address a trusted proxy gave', () => {
    const request = { ip: '127.0.0.1', headers: { 'x-forwarded-for': '127.0.0.1' } };
    expect(isLocalRequest(request, trusting)).toBe(true);
    expect(isLocalRequest({ ...request, ip: '203.0.113.9' }, trusting)).toBe(false);
  });

  it.each([
    ['names no client', { 'x-forwarded-proto': 'https' }],
    ['names none that can be read', { 'x-forwarded-for': '' }],
    ['is only seen', { via: '1.1 proxy' }],
  ])('does not take a trusted proxy for the client when it %s', (_, headers) => {
    expect(isLocalRequest({ ip: '127.0.0.1', headers }, trusting)).toBe(false);
  });

  it.each([
    ['localhost', true],
    ['localhost:3000', true],
    ['LOCALHOST.:80', true],
    ['sluice.localhost:3000', true],
    ['127.0.0.1:3000', true],
    ['127.1.2.3', true],
    ['[::1]:3000', true],
    ['evil.example', false],
    ['evil.example:3000', false],
    ['localhost.evil.example', false],
    ['127.0.0.1.nip.example', false],
    ['192.168.1.5:3000', false],
    ['0.0.0.0:3000', false],
    ['2130706433', false],
    ['::1', false],
    ['', false],
  ])('asked for under the host %s: %s', (host, isLocal) => {
    expect(isLocalRequest({ ip: '127.0.0.1', headers: { host } }, local)).toBe(isLocal);
  });

  it('looks at the host a trusted proxy was asked for, too', () => {
    const headers = { host: '127.0.0.1:3000', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'evil.example' };
    expect(isLocalRequest({ ip: '127.0.0.1', headers }, trusting)).toBe(false);
  });
});
