import dayjs from 'dayjs';
import { windowOf } from '../../shared/table/time-window';
import { noLogFilters, toFilters, usualWindow } from './log-filters';
import { firstTokenSeconds, readOther, triedChannels } from '../../shared/log/log-other';

const usual = { start: 1000, end: 2000 };

describe('the time window of the log', () => {
  it('usually reaches from midnight to one hour ahead', () => {
    const now = dayjs('2026-03-05T10:30:00');
    expect(usualWindow(now)).toEqual({
      start: dayjs('2026-03-05T00:00:00').unix(),
      end: dayjs('2026-03-05T11:30:00').unix(),
    });
  });

  it('is the one in the address if any, and unbounded at 0', () => {
    expect(windowOf({ ...noLogFilters, start: '5' }, usual)).toEqual({ start: 5, end: 2000 });
    expect(windowOf({ ...noLogFilters, start: '0', end: '0' }, usual)).toEqual({ start: 0, end: 0 });
  });

  it.each(['x', '-5', '1.5'])('is the usual one when the address says %s', start => {
    expect(windowOf({ ...noLogFilters, start }, usual)).toEqual(usual);
  });
});

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
