import { type ChannelTarget } from '../contract/upstream';
import { maskSecrets } from './mask-secrets';

function target(changes: Partial<ChannelTarget>): ChannelTarget {
  return {
    id: 1,
    type: 1,
    key: '',
    baseUrl: '',
    other: '',
    organization: null,
    ...changes,
  };
}

describe('maskSecrets', () => {
  it.each([
    ['see https://a.example/x?key=1 for more', 'see [address] for more'],
    ['wss://a.example:1/x', '[address]'],
    ['connect to 10.0.0.1:443 failed', 'connect to [address] failed'],
    ['key sk-proj-ab***yz is bad', 'key sk-*** is bad'],
    ['sent Bearer abc.def-ghi=', 'sent Bearer ***'],
    ['in org-AbCdEf123456', 'in org-***'],
    ['line\r\nforged\u0000 line', 'line forged line'],
    ['version 1.2.3 of gpt-4.1, 50% risk-free', 'version 1.2.3 of gpt-4.1, 50% risk-free'],
  ])('%j becomes %j', (message, masked) => {
    expect(maskSecrets(message)).toBe(masked);
  });

  it('removes the parts of a compound key and the host, whatever they look like', () => {
    const secrets = target({
      key: 'app-id-77|topsecret',
      baseUrl: 'https://inner.example:8443/x',
      organization: 'acme-ltd',
    });
    expect(maskSecrets('app-id-77 topsecret at inner.example:8443 of acme-ltd', secrets)).toBe('*** *** at *** of ***');
  });

  it('removes the host of the type when the channel names none', () => {
    expect(maskSecrets('getaddrinfo ENOTFOUND api.openai.com', target({}))).toBe('getaddrinfo ENOTFOUND ***');
  });

  it('does not mask a short part of a key', () => {
    expect(maskSecrets('the model is gone', target({ key: 'the|model' }))).toBe('the model is gone');
  });

  describe('for a key that a provider repeats', () => {
    const key = 'Zx81-Kq7Wm2Rt9Yb4Vn6Lp3Sd5Fg8Hj0';
    const secrets = target({ key });
    const base64 = (text: string): string => Buffer.from(text).toString('base64');

    it.each([
      ['whole', key],
      ['in upper case', key.toUpperCase()],
      ['in lower case', key.toLowerCase()],
      ['its beginning', key.slice(0, 10)],
      ['its end', key.slice(-10)],
      ['its middle', key.slice(8, 20)],
      ['in base64', base64(key)],
      ['in base64 for addresses', Buffer.from(key).toString('base64url')],
      ['in base64 behind a name', base64(`api:${key}`)],
      ['in base64 behind a longer name', base64(`user:${key}`)],
      ['in base64 behind a letter', base64(`:${key}`)],
      ['the beginning of its base64', base64(key).slice(0, 20)],
      ['the end of its base64', base64(key).slice(-20)],
      ['in hexadecimal digits', Buffer.from(key).toString('hex')],
      ['in upper hexadecimal digits', Buffer.from(key).toString('hex').toUpperCase()],
    ])('masks the form: %s', (_form, shown) => {
      const message = maskSecrets(`The credential <${shown}> is not accepted by this model.`, secrets);
      expect(message).toMatch(/^The credential <[\w=]{0,8}\*\*\*[\w=]{0,8}> is not accepted by this model\.$/);
    });

    it('masks a key whose characters are escaped in addresses', () => {
      const odd = target({ key: 'a+b/c=d e%f?g&h#i' });
      expect(maskSecrets(`key=${encodeURIComponent(odd.key)} refused`, odd)).toBe('key=*** refused');
    });

    it('masks each part of a compound key', () => {
      const compound = target({ key: 'AKIDEXAMPLE1234567|wJalrXUtnFEMI/K7MDENG+bPxRfi|us-east-1' });
      const shown = `${base64('wJalrXUtnFEMI/K7MDENG+bPxRfi')} AKIDEXAMPLE123 wjalrxutnfemi us-east-1`;
      expect(maskSecrets(shown, compound)).toMatch(/^\*\*\*[\w=]* \*\*\* \*\*\* \*\*\*$/);
    });

    it('masks each value of a document, and the token for which it was exchanged', () => {
      const document = JSON.stringify({
        type: 'service_account',
        private_key: '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n',
        token_uri: 'https://oauth2.googleapis.com/token',
      });
      const secret = target({ key: document, accessToken: 'ya29.a0AfH6SMBexample' });
      expect(maskSecrets('bad MIIEvQIBADANBgkq and YA29.A0AFH6SMBEXAMPLE of a service_account', secret)).toBe(
        'bad *** and *** of a service_account',
      );
    });

    it('keeps the other text readable', () => {
      const plain = 'Rate limit reached for gpt-4o in tier 3: try again in 20 s (limit 10,000 tokens a minute).';
      expect(maskSecrets(plain, secrets)).toBe(plain);
    });
  });

  it('cuts at 500 characters', () => {
    expect(maskSecrets('ab '.repeat(1_000))).toHaveLength(500);
    expect(maskSecrets('a'.repeat(499))).toHaveLength(499);
  });
});
