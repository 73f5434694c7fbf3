import { minuteOfDay, saidBytes, saidDuration, saidTime, saidUnits, startOf } from './said';

const DISPLAY = { DisplayInCurrencyEnabled: true, QuotaPerUnit: 500_000 };

describe('figures in sentences', () => {
  it('are written so that people can read them', () => {
    expect([saidUnits(750_000, DISPLAY), saidUnits(750_000, { ...DISPLAY, DisplayInCurrencyEnabled: false })]).toEqual([
      '$1.50',
      '750000',
    ]);
    expect([saidDuration(850), saidDuration(31_240)]).toEqual(['850 ms', '31.2 s']);
    expect([saidBytes(512), saidBytes(1_610_612_736), saidBytes(5e15)]).toEqual(['512 B', '1.5 GiB', '4547.5 TiB']);
  });

  it('have times of the zone of the server', () => {
    const atMs = Date.UTC(2026, 0, 31, 20, 5);
    expect(saidTime(atMs, 'Asia/Shanghai')).toBe('2026-02-01 04:05');
    expect(minuteOfDay(atMs, 'Asia/Shanghai')).toBe(245);
  });
});

describe('the start of a day and of a month', () => {
  const hour = (text: string) => Date.parse(`${text}:00Z`);

  it.each([
    ['day', '2026-02-01T04:30', 'UTC', '2026-02-01T00:00'],
    ['day', '2026-01-31T20:05', 'Asia/Shanghai', '2026-01-31T16:00'],
    ['day', '2026-03-29T12:00', 'Europe/Berlin', '2026-03-28T23:00'], // a day of 23 hours
    ['day', '2026-10-25T12:00', 'Europe/Berlin', '2026-10-24T22:00'], // a day of 25 hours
    ['month', '2026-02-28T23:59', 'UTC', '2026-02-01T00:00'],
    ['month', '2026-01-31T20:05', 'Asia/Shanghai', '2026-01-31T16:00'],
    ['month', '2026-03-31T12:00', 'Europe/Berlin', '2026-02-28T23:00'],
  ] as const)('of the %s at %s in %s is %s', (span, at, zone, start) => {
    expect(startOf(span, hour(at), zone)).toBe(hour(start));
  });

  it('is the whole hour where a zone begins its days between two', () => {
    expect(startOf('day', hour('2026-02-01T04:30'), 'Asia/Kolkata')).toBe(hour('2026-01-31T19:00'));
  });
});
