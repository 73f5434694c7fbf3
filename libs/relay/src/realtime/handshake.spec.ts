import { checkHandshake } from './handshake';

const valid = {
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
  'sec-websocket-protocol': 'realtime, openai-insecure-api-key.sk-1',
};

describe('the handshake of a session', () => {
  it('is accepted when it is valid', () => {
    expect(() => checkHandshake({ method: 'GET', headers: valid })).not.toThrow();
    expect(() => checkHandshake({ method: 'GET', headers: { ...valid, upgrade: 'WebSocket' } })).not.toThrow();
    expect(() =>
      checkHandshake({ method: 'GET', headers: { ...valid, 'sec-websocket-protocol': undefined } }),
    ).not.toThrow();
  });

  it.each<[string, string | undefined]>([
    ['upgrade', 'h2c'],
    ['upgrade', undefined],
    ['sec-websocket-key', undefined],
    ['sec-websocket-key', 'short'],
    ['sec-websocket-version', undefined],
    ['sec-websocket-version', '12'],
    ['sec-websocket-protocol', 'realtime, realtime'],
    ['sec-websocket-protocol', 'realtime,'],
    ['sec-websocket-protocol', 'real time'],
    ['sec-websocket-protocol', ''],
  ])('is refused with 400 for the header %s: %s', (name, value) => {
    expect(() => checkHandshake({ method: 'GET', headers: { ...valid, [name]: value } })).toThrow(
      expect.objectContaining({ code: 'RELAY_HANDSHAKE', status: 400 }) as Error,
    );
  });

  it('is refused for another method', () => {
    expect(() => checkHandshake({ method: 'POST', headers: valid })).toThrow('method');
  });
});
