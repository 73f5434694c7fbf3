import { toProperties } from './shown-properties';
import { droppedHeader } from './submission-response';

describe('the stored properties of a request', () => {
  it('name images instead of containing them, and have long texts cut', () => {
    const stored = toProperties({
      image: `data:image/png;base64,${'A'.repeat(50)}`,
      raw: 'A'.repeat(5000),
      list: [{ image: 'data:image/png;base64,AAAA' }],
      prompt: 'a boat. '.repeat(1000),
      url: 'https://a.example/b.png',
    });
    expect(stored).toMatchObject({
      image: '[file]',
      raw: '[file]',
      list: [{ image: '[file]' }],
      url: 'https://a.example/b.png',
    });
    expect((stored.prompt as string).length).toBeLessThan(4100);
  });
});

it('names of dropped fields cannot break the header', () => {
  expect(droppedHeader(['a\r\nset-cookie: x', 'b'])).toEqual({ 'x-sluice-dropped': 'aset-cookiex,b' });
  expect(droppedHeader([])).toEqual({});
});
