import { makeUser } from '../../test-support/render-page';
import { readStored, readStoredUser, removeStored, writeStored } from './storage';

beforeEach(() => localStorage.clear());

describe('the browser storage', () => {
  it('returns a stored value', () => {
    writeStored('page-size', 50);
    writeStored('id-sort', true);
    writeStored('theme', 'dark');
    expect([readStored('page-size'), readStored('id-sort'), readStored('theme')]).toEqual([50, true, 'dark']);
  });

  it('stores texts raw, so that other pages can read them', () => {
    writeStored('chat_link', 'https://chat.example.com');
    expect(localStorage.getItem('chat_link')).toBe('https://chat.example.com');
  });

  it('returns nothing for a value that was never stored, was removed or is damaged', () => {
    localStorage.setItem('page-size', '{');
    writeStored('theme', 'dark');
    removeStored('theme');
    expect([readStored('status'), readStored('page-size'), readStored('theme')]).toEqual([null, null, null]);
  });

  it.each(['null', '{"id":"7","role":1}', '{"id":7}', '"ann"'])('does not accept %s as a user', text => {
    localStorage.setItem('user', text);
    expect(readStoredUser()).toBeNull();
  });

  it('accepts a complete user', () => {
    writeStored('user', makeUser());
    expect(readStoredUser()).toEqual(makeUser());
  });

  it('works without storage when the browser forbids it', () => {
    const forbid = () => {
      throw new Error('forbidden');
    };
    const { getItem, setItem, removeItem } = Storage.prototype;
    Object.assign(Storage.prototype, { getItem: forbid, setItem: forbid, removeItem: forbid });
    try {
      expect(() => writeStored('theme', 'dark')).not.toThrow();
      expect(() => removeStored('theme')).not.toThrow();
      expect(readStored('theme')).toBeNull();
    } finally {
      Object.assign(Storage.prototype, { getItem, setItem, removeItem });
    }
  });
});
