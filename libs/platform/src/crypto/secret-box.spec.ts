import { SecretBox } from './secret-box';

const box = new SecretBox(Buffer.from('a master key of sufficient length, for tests only'));

describe('the secret box', () => {
  it('opens what it sealed, and never seals the same way twice', () => {
    const one = box.seal('channel-key', 'sk-äöü-秘密');
    const two = box.seal('channel-key', 'sk-äöü-秘密');
    expect(one).not.toBe(two);
    expect(one).not.toContain('sk-');
    expect(box.open('channel-key', one)).toBe('sk-äöü-秘密');
    expect(box.open('channel-key', two)).toBe('sk-äöü-秘密');
  });

  it('refuses another purpose, another key and an altered text', () => {
    const sealed = box.seal('channel-key', 'secret');
    expect(() => box.open('api-token', sealed)).toThrow();
    expect(() =>
      new SecretBox(Buffer.from('another master key of sufficient length')).open('channel-key', sealed),
    ).toThrow();
    const altered = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(() => box.open('channel-key', altered)).toThrow();
    expect(() => box.open('channel-key', 'plain text')).toThrow();
  });

  it('hashes the same text alike for one purpose and differently for another', () => {
    expect(box.hash('api-token', 'x')).toBe(box.hash('api-token', 'x'));
    expect(box.hash('api-token', 'x')).not.toBe(box.hash('channel-key', 'x'));
    expect(box.hash('api-token', 'x')).toMatch(/^[0-9a-f]{64}$/);
  });
});
