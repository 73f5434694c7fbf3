import { readBill } from './read-bill';

function money(text: string): readonly number[] {
  return readBill(text).map(({ amount }) => Number(amount.numerator) / Number(amount.denominator));
}

describe('the bill of a supplier', () => {
  it('may have its columns in any order, with signs of money and quoted cells', () => {
    const text =
      '\uFEFF"Cost (USD)","Usage date","Model"\r\n"$1,234.50","2026-11-01T00:00:00Z","a ""b"", c"\r\n\r\n1e-3,2026/1/2,d\r\n';
    expect(readBill(text).map(({ day, model }) => [day, model])).toEqual([
      ['2026-11-01', 'a "b", c'],
      ['2026-01-02', 'd'],
    ]);
    expect(money(text)).toEqual([1234.5, 0.001]);
    expect(money('date\tmodel\tamount\n2026-11-01\tm\t-2')).toEqual([-2]);
  });

  it.each([
    ['day,amount\n2026-11-01,1', 'the first line must name'],
    ['date,model,amount\nsoon,m,1', 'line 2'],
    ['date,model,amount\n2026-11-01,m,1\n2026-11-02,m,much', 'line 3'],
  ])('that cannot be read says where: %j', (text, said) => {
    expect(() => readBill(text)).toThrow(said);
  });
});
