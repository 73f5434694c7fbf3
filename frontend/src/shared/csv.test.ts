import { csvCell, toCsv } from './csv';

describe('exported cells', () => {
  it.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1'])('never begin a formula: %j', text => {
    expect(csvCell(text)).toBe(`"'${text}"`);
  });

  it('leave plain numbers alone, negative ones too', () => {
    expect(csvCell(-5)).toBe('"-5"');
    expect(csvCell('-1.5')).toBe('"-1.5"');
  });

  it('double quotes and keep commas and line breaks inside', () => {
    expect(csvCell('say "a,b"\nc')).toBe('"say ""a,b""\nc"');
  });

  it('form rows behind a byte order mark', () => {
    expect(
      toCsv([
        ['a', 1],
        ['b', 2],
      ]),
    ).toBe('\uFEFF"a","1"\r\n"b","2"');
  });
});
