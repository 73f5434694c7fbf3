import dayjs from 'dayjs';
import { noImageTaskFilters, toImageTaskFilters, usualImageTaskWindow } from './image-task-filters';

const usual = { start: 1000, end: 2000 };

describe('the time window of image tasks', () => {
  it('usually reaches from thirty days ago to one hour ahead', () => {
    const now = dayjs('2026-03-05T10:30:00');
    expect(usualImageTaskWindow(now)).toEqual({
      start: dayjs('2026-02-03T10:30:00').unix(),
      end: dayjs('2026-03-05T11:30:00').unix(),
    });
  });

  it('is sent in milliseconds, including all of its last second', () => {
    expect(toImageTaskFilters(noImageTaskFilters, usual, false)).toEqual({
      start_timestamp: 1_000_000,
      end_timestamp: 2_000_999,
    });
  });

  it('is left out at an unbounded end', () => {
    expect(toImageTaskFilters({ ...noImageTaskFilters, start: '0', end: '0' }, usual, false)).toEqual({});
  });
});

describe('the channel filter of image tasks', () => {
  const filters = (channel: string, isAdmin: boolean) =>
    toImageTaskFilters({ ...noImageTaskFilters, channel, start: '0', end: '0' }, usual, isAdmin);

  it.each(['', 'x', '0', '-1', '1.5'])('is empty when the address says "%s"', channel => {
    expect(filters(channel, true)).toEqual({});
  });

  it('is for administrators only', () => {
    expect(filters('7', true)).toEqual({ channel_id: 7 });
    expect(filters('7', false)).toEqual({});
  });
});
