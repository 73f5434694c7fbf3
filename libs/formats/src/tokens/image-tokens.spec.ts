import { imageSizeOf } from './image-size';
import { imageTokens } from './image-tokens';

function dataUrl(bytes: Buffer): string {
  return `data:image/png;base64,${Buffer.concat([bytes, Buffer.alloc(40)]).toString('base64')}`;
}

function png(width: number, height: number): string {
  const head = Buffer.alloc(24);
  head.writeUInt32BE(0x89504e47, 0);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return dataUrl(head);
}

function jpeg(width: number, height: number): string {
  const profile = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x04, 0x00, 0x00]);
  const frame = Buffer.from([0xff, 0xc2, 0x00, 0x11, 0x08, height >> 8, height & 255, width >> 8, width & 255]);
  return dataUrl(Buffer.concat([profile, frame]));
}

function webp(kind: string, at: number, bytes: readonly number[]): string {
  const head = Buffer.alloc(32);
  head.write('RIFF....WEBP', 0, 'latin1');
  head.write(kind, 12, 'latin1');
  Buffer.from(bytes).copy(head, at);
  return dataUrl(head);
}

describe('imageSizeOf', () => {
  it.each([
    ['png', png(640, 480)],
    ['jpeg', jpeg(640, 480)],
    ['gif', dataUrl(Buffer.from('GIF89a\x80\x02\xe0\x01', 'latin1'))],
    ['extended webp', webp('VP8X', 24, [0x7f, 0x02, 0x00, 0xdf, 0x01, 0x00])],
    ['lossless webp', webp('VP8L', 21, [0x7f, 0xc2, 0x77, 0x00])],
    ['lossy webp', webp('VP8 ', 26, [0x80, 0x02, 0xe0, 0x01])],
  ])('reads the size of a %s', (_format, url) => {
    expect(imageSizeOf(url)).toEqual({ width: 640, height: 480 });
  });

  it.each(['', 'https://a.example/b.png', 'data:image/png;base64,', 'data:image/png;base64,AAAA', png(0, 5)])(
    'does not know the size of %j',
    url => {
      expect(imageSizeOf(url)).toBeNull();
    },
  );
});

describe('imageTokens', () => {
  it.each([
    ['gpt-4o', png(1024, 1024), 'high', 765],
    ['gpt-4o', png(2048, 4096), '', 1105],
    ['gpt-4o', png(4096, 1024), 'auto', 765],
    ['gpt-4o', 'https://a.example/b.png', '', 765],
    ['gpt-4o', png(4096, 4096), 'low', 85],
    ['gpt-4o-mini', png(512, 512), 'high', 8500],
    ['gpt-5', png(1024, 1024), 'high', 630],
    ['o3', png(1024, 1024), 'high', 675],
    ['gpt-4.1-mini', png(1024, 1024), 'high', 1659],
    ['o4-mini', png(4096, 4096), 'low', 2642],
    ['glm-4v-plus', png(10, 10), '', 1047],
    ['claude-sonnet-4', png(10, 10), '', 255],
  ])('is right for %s', (model, url, detail, tokens) => {
    expect(imageTokens(url, detail, model)).toBe(tokens);
  });
});
