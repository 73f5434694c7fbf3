import { joinList, splitLines, splitList } from './list';

describe('lists', () => {
  it('drop blanks, empty parts and repetitions and keep the order', () => {
    expect(splitList(' b, a ,,b,')).toEqual(['b', 'a']);
    expect(splitList('')).toEqual([]);
    expect(splitLines('one\r\n two \n\none\rthree')).toEqual(['one', 'two', 'three']);
    expect(joinList([' a ', '', 'b', 'a'])).toBe('a,b');
  });
});
