import { csvCell, csvLine } from './csv';

describe('exported cells', () => {
  it.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '-'])('never begin a formula: %j', text => {
    expect(csvCell(text)).toBe(`"'${text}"`);
  });

  it('leave plain numbers alone, negative ones too', () => {
    expect(csvCell(-5)).toBe('"-5"');
    expect(csvCell('-1.5')).toBe('"-1.5"');
  });

  it('double quotes and keep commas and line breaks inside', () => {
    expect(csvCell('say "a,b"\nc')).toBe('"say ""a,b""\nc"');
  });

  it('stand in a line that ends as the format asks', () => {
    expect(csvLine(['a', 1])).toBe('"a","1"\r\n');
  });
});
