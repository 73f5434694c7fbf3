import { startTranslations } from '../../i18n';
import { formatDuration, formatSeconds } from './duration';
import { formatCompact, formatQuota } from './quota';
import {
  durationTone,
  firstTokenTone,
  formatTime,
  parseTime,
  responseTimeTone,
  taskDurationTone,
  toInputTime,
} from './time';

const money = { quota_per_unit: 500_000, display_in_currency: true };
const units = { ...money, display_in_currency: false };

describe('quota amounts', () => {
  it.each([
    [0, '$0.00'],
    [500_000, '$1.00'],
    [-250_000, '-$0.50'],
    [-1, '-$0.000002'],
    [1, '$0.000002'],
    [617_283_945_000, '$1,234,567.89'],
  ])('shows %i units as %s', (amount, text) => {
    expect(formatQuota(amount, money)).toBe(text);
  });

  it('shows the fractions of a cent of a single call', () => {
    expect(formatQuota(41, money, 6)).toBe('$0.000082');
  });

  it.each([
    [9_999, '9,999'],
    [10_000, '10,000'],
    [10_001, '10k'],
    [1_000_000, '1,000k'],
    [1_000_001, '1M'],
    [1_234_567, '1.2M'],
    [1_000_000_000, '1,000M'],
    [2_500_000_000, '2.5B'],
    [-20_000, '-20k'],
  ])('shortens %i to %s', (amount, text) => {
    expect(formatCompact(amount)).toBe(text);
    expect(formatQuota(amount, units)).toBe(text);
  });

  it('does not divide by a rate of zero', () => {
    expect(formatQuota(5, { quota_per_unit: 0, display_in_currency: true })).toBe('$0.00');
  });
});

describe('a time in Unix seconds', () => {
  it('is empty for 0 and for never', () => {
    expect(formatTime(0)).toBe('');
    expect(formatTime(-1)).toBe('');
    expect(toInputTime(-1)).toBe('');
  });

  it('is parsed back from its text', () => {
    expect(parseTime(toInputTime(1_740_000_000))).toBe(1_740_000_000);
  });

  it.each(['', '  ', 'tomorrow', '2026-99-99T99:99'])('is not parsed from "%s"', text => {
    expect(parseTime(text)).toBeNull();
  });
});

describe('a time in the reader’s locale', () => {
  afterAll(() => startTranslations('en'));

  it.each([
    ['en', ['en-US'], 'Feb 19, 2025, 9:05:07 PM'],
    ['en', ['de-DE', 'en-GB', 'en'], '19 Feb 2025, 21:05:07'],
    ['en', ['de-DE'], 'Feb 19, 2025, 9:05:07 PM'],
    ['zh', ['en-US', 'zh-CN'], '2025年2月19日 21:05:07'],
    ['zh', [], '2025年2月19日 21:05:07'],
  ] as const)('is written in %s as a browser of %j writes it', async (language, tags, text) => {
    await startTranslations(language, ['first']);
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
    expect(formatTime(new Date(2025, 1, 19, 21, 5, 7).getTime() / 1000).replace(/\s/g, ' ')).toBe(text);
  });
});

describe('a duration', () => {
  it.each([
    [0, '0s'],
    [0.4, '0s'],
    [1, '1ms'],
    [999.4, '999ms'],
    [999.5, '1s'],
    [1_480, '1.48s'],
    [9_949, '9.95s'],
    [9_996, '10s'],
    [12_340, '12.3s'],
    [59_949, '59.9s'],
    [59_950, '1m'],
    [60_000, '1m'],
    [73_000, '1m 13s'],
    [3_599_499, '59m 59s'],
    [3_599_500, '1h'],
    [7_500_000, '2h 5m'],
    [90_000_000, '25h'],
  ])('of %d ms is %s in English', (ms, text) => {
    expect(formatDuration(ms, 'en')).toBe(text);
  });

  it.each([
    [850, '850ms'],
    [1_480, '1.48秒'],
    [73_000, '1分钟13秒'],
    [7_500_000, '2小时5分钟'],
  ])('of %d ms is %s in Chinese', (ms, text) => {
    expect(formatDuration(ms, 'zh')).toBe(text);
  });

  it.each([
    [0, 'en', '0s'],
    [1_480, 'en', '1.48s'],
    [12_340, 'en', '12.3s'],
    [73_400, 'en', '73s'],
    [7_500_000, 'en', '7,500s'],
    [73_000, 'zh', '73秒'],
  ])('of %d ms in seconds only, in %s, is %s', (ms, language, text) => {
    expect(formatSeconds(ms, language)).toBe(text);
  });
});

describe('the colour of a duration', () => {
  it.each([
    [0, 'none'],
    [1, 'green'],
    [1000, 'green'],
    [1001, 'lime'],
    [3000, 'lime'],
    [3001, 'yellow'],
    [5000, 'yellow'],
    [5001, 'red'],
  ])('for a response of %i ms is %s', (ms, tone) => {
    expect(responseTimeTone(ms)).toBe(tone);
  });

  it.each([
    [100, 'green'],
    [101, 'orange'],
    [299, 'orange'],
    [300, 'red'],
  ])('for a request of %i s is %s', (seconds, tone) => {
    expect(durationTone(seconds)).toBe(tone);
  });

  it.each([
    [0, 'green'],
    [60, 'green'],
    [61, 'red'],
  ])('for a task of %i s is %s', (seconds, tone) => {
    expect(taskDurationTone(seconds)).toBe(tone);
  });

  it.each([
    [2.9, 'green'],
    [3, 'orange'],
    [9.9, 'orange'],
    [10, 'red'],
  ])('for a first token after %d s is %s', (seconds, tone) => {
    expect(firstTokenTone(seconds)).toBe(tone);
  });
});
