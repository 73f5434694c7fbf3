import { isShowable } from '../image/media-type';
import { addressesIn, changeTexts, valueAt, withoutAddresses, withoutHosts } from './addresses';

describe('addresses in responses to callers', () => {
  it('are hidden, unless the caller wrote them', () => {
    const text = '/imagine https://a.example/me.png a fox, from http://10.0.0.5:8080/x (https://cdn.example/1.png)';
    expect(withoutAddresses(text, 'https://a.example/me.png a fox')).toBe(
      '/imagine https://a.example/me.png a fox, from […] ([…])',
    );
    expect(withoutHosts(text, new Set(['cdn.example']))).toBe(
      '/imagine https://a.example/me.png a fox, from http://10.0.0.5:8080/x ([…])',
    );
  });

  const task = {
    videoUrl: 'https://cdn.example/0.mp4',
    videoUrls: [{ url: 'https://cdn.example/1.mp4' }],
    width: 5,
    mode: 'FAST',
  };

  it('are found and replaced at any depth, and found again by their path', () => {
    expect(addressesIn(task)).toEqual(['https://cdn.example/0.mp4', 'https://cdn.example/1.mp4']);
    const changed = changeTexts(task, { address: path => `/${path}`, text: text => text.toLowerCase() });
    expect(changed).toEqual({
      videoUrl: '/videoUrl',
      videoUrls: [{ url: '/videoUrls.0.url' }],
      width: 5,
      mode: 'fast',
    });
    expect(valueAt(task, 'videoUrls.0.url')).toBe('https://cdn.example/1.mp4');
  });

  it.each(['', 'videoUrls.1.url', 'constructor', '__proto__.x', 'videoUrls.length.x', 'mode.length'])(
    'are not found at "%s"',
    path => expect(valueAt(task, path)).toBeUndefined(),
  );
});

describe('a content type under the gateway’s own address', () => {
  it.each(['image/png', 'image/webp; charset=binary', 'IMAGE/JPEG', 'video/mp4'])('%s may be shown', type =>
    expect(isShowable(type)).toBe(true),
  );
  it.each([
    '',
    'text/html',
    'image/svg+xml',
    'IMAGE/SVG+XML',
    'application/octet-stream',
    'image',
    'image/png,text/html',
    'video/xhtml',
  ])('%j may not be shown', type => expect(isShowable(type)).toBe(false));
});
