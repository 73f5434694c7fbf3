import { noLogFilters, toFilters } from './log-filters';
import { firstTokenSeconds, readOther, triedChannels } from '../../shared/log/log-other';

const usual = { start: 1000, end: 2000 };

describe('the filters of the log', () => {
  const texts = { ...noLogFilters, type: '2', token_name: 'laptop', username: 'ann', channel: '7' };

  it('send the chosen values and leave out the others', () => {
    expect(toFilters(texts, usual, true)).toEqual({
      type: 2,
      start_timestamp: 1000,
      end_timestamp: 2000,
      token_name: 'laptop',
      username: 'ann',
      channel: 7,
    });
  });

  it('send no administrators’ filter for other users', () => {
    const filters = toFilters(texts, usual, false);
    expect('username' in filters || 'channel' in filters).toBe(false);
  });
});

describe('the `other` record of a row', () => {
  it.each(['', 'nonsense', '[1]', 'null'])('counts as empty when it is %j', text => {
    expect(readOther(text)).toEqual({});
    expect(triedChannels(readOther(text))).toEqual([]);
  });

  it('gives the channels in the order in which they were tried', () => {
    expect(triedChannels(readOther('{"admin_info":{"use_channel":["3","7"]}}'))).toEqual(['3', '7']);
  });

  it.each([
    [{}, null],
    [{ frt: -1000 }, null],
    [{ frt: 640 }, 0.64],
  ])('gives the time to the first token of %j', (other, seconds) => {
    expect(firstTokenSeconds(other)).toBe(seconds);
  });
});
