import { IMAGES_MAX, readImages, takesImages } from './image-input';

function png(name = 'a.png', type = 'image/png', content: BlobPart = 'x') {
  return new File([content], name, { type });
}

describe('models that accept images', () => {
  it.each([
    'gpt-4o-mini',
    'chatgpt-4o-latest',
    'gpt-4.1',
    'gpt-5-mini',
    'o3',
    'claude-3-5-sonnet-20241022',
    'claude-opus-4-1',
    'gemini-2.5-pro',
    'qwen-vl-max',
    'Qwen/Qwen2.5-VL-72B-Instruct',
    'glm-4v-plus',
    'glm-4.5v',
    'grok-2-vision-1212',
    'doubao-1.5-vision-pro',
  ])('include %s', model => expect(takesImages(model)).toBe(true));

  it.each([
    'gpt-3.5-turbo',
    'gpt-4',
    'deepseek-chat',
    'deepseek-reasoner',
    'qwen-max',
    'glm-4-plus',
    'o1',
    'gpt-4o-audio-preview',
    '',
  ])('do not include %j', model => expect(takesImages(model)).toBe(false));
});

describe('images of a question', () => {
  it('become data URLs', async () => {
    expect(await readImages([png()], 0)).toEqual({ images: ['data:image/png;base64,eA=='], fault: null });
  });

  it.each([
    ['type', png('a.svg', 'image/svg+xml')],
    ['size', png('big.png', 'image/png', new Uint8Array(5 * 1024 * 1024 + 1))],
  ])('are left out because of their %s, and the others are read', async (fault, file) => {
    const { images, fault: received } = await readImages([file, png()], 0);
    expect(received).toBe(fault);
    expect(images).toHaveLength(1);
  });

  it('may be as large as the limit', async () => {
    const file = png('a.png', 'image/png', new Uint8Array(5 * 1024 * 1024));
    expect((await readImages([file], 0)).fault).toBeNull();
  });

  it('are limited to the number that fits into one message', async () => {
    const files = Array.from({ length: IMAGES_MAX + 1 }, () => png());
    expect(await readImages(files, 0)).toMatchObject({ fault: 'count', images: { length: IMAGES_MAX } });
    expect(await readImages([png()], IMAGES_MAX)).toEqual({ images: [], fault: 'count' });
    expect((await readImages([png()], IMAGES_MAX - 1)).fault).toBeNull();
  });
});
