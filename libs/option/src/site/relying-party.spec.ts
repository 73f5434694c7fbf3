import { relyingPartyOf } from './relying-party';

function at(ServerAddress: string, PasskeyLoginEnabled = true) {
  return relyingPartyOf({ ServerAddress, PasskeyLoginEnabled });
}

describe('the site that passkeys belong to', () => {
  it.each([
    ['https://gateway.example', 'gateway.example', 'https://gateway.example'],
    ['https://gateway.example:8443/console', 'gateway.example', 'https://gateway.example:8443'],
    ['https://Gateway.Example:443', 'gateway.example', 'https://gateway.example'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ])('of %s is %s', (address, id, origin) => {
    expect(at(address)).toEqual({ id, origin });
  });

  it.each(['', 'http://127.0.0.1:3000', 'https://192.0.2.1', 'https://[2001:db8::1]:8443', 'http://2130706433'])(
    'is none for "%s"',
    address => {
      expect(at(address)).toBeNull();
    },
  );

  it('is none while passkeys are switched off', () => {
    expect(at('https://gateway.example', false)).toBeNull();
  });
});
