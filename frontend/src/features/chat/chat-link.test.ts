import { canEmbed, chatAddress, linkName } from './chat-link';

const access = { address: 'https://gate.example.com', key: 'sk-abc' };

describe('the address of a chat client', () => {
  it("carries the settings of a web client in the hash, which the client's server does not see", () => {
    const address = chatAddress('https://chat.example.com/', access) ?? '';
    const [client, settings = ''] = address.split('?settings=');
    expect(client).toBe('https://chat.example.com/#/');
    expect(JSON.parse(decodeURIComponent(settings))).toEqual({ key: 'sk-abc', url: 'https://gate.example.com' });
  });

  it('replaces a hash that the link already has', () => {
    expect(chatAddress('https://chat.example.com/#/chat', access)).toMatch(
      /^https:\/\/chat\.example\.com\/#\/\?settings=/,
    );
  });

  it('is filled in at the placeholders of the link', () => {
    const link = 'opencat://team/join?domain={address}&token={key}';
    expect(chatAddress(link, access)).toBe('opencat://team/join?domain=https%3A%2F%2Fgate.example.com&token=sk-abc');
  });

  it('escapes a key, so that it adds nothing else to the address', () => {
    expect(chatAddress('https://c.example.com/?k={key}', { ...access, key: 'a&b=#{address}' })).toBe(
      'https://c.example.com/?k=a%26b%3D%23%7Baddress%7D',
    );
  });

  it.each(['javascript:alert("{key}")', ' JavaScript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,{key}'])(
    'is refused when it would run as a program: %j',
    link => expect(chatAddress(link, access)).toBeNull(),
  );
});

describe('a chat link', () => {
  it('can be embedded when it is a web page', () => {
    expect(canEmbed('https://chat.example.com')).toBe(true);
    expect(canEmbed('opencat://team/join?token={key}')).toBe(false);
    expect(canEmbed('')).toBe(false);
  });

  it('is named by its site, or by the scheme of the program', () => {
    expect(linkName('https://chat.example.com/#/?settings={"key":"{key}"}')).toBe('chat.example.com');
    expect(linkName('opencat://team/join?token={key}')).toBe('opencat');
  });
});
