import { type ChannelTarget } from '../spec/upstream';
import { maskSecrets } from './mask-secrets';

const target = (changes: Partial<ChannelTarget>): ChannelTarget => ({
  id: 1,
  type: 1,
  key: '',
  baseUrl: '',
  other: '',
  organization: null,
  ...changes,
});

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

  it('does not take a short key part for a secret', () => {
    expect(maskSecrets('the model is gone', target({ key: 'the|model' }))).toBe('the model is gone');
  });

  it('cuts at 500 characters', () => {
    expect(maskSecrets('ab '.repeat(1_000))).toHaveLength(500);
    expect(maskSecrets('a'.repeat(499))).toHaveLength(499);
  });
});
