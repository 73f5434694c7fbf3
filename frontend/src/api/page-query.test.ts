import { pageFields, wirePage } from './page-query';

describe('the page that a call asks for', () => {
  it('is counted from 0 on the wire', () => {
    expect([1, 2, 10].map(wirePage)).toEqual([0, 1, 9]);
  });

  it('is sent with its size', () => {
    expect(pageFields({ page: 3, size: 50 })).toEqual({ p: 2, page_size: 50 });
  });
});
