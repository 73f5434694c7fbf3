import { hasResults, readResults } from './task-results';

function takes(data: unknown) {
  return readResults(data).takes.map(({ address }) => address);
}

describe('the songs of a task', () => {
  const song = {
    id: 'c1',
    title: 'Fox',
    audio_url: 'https://cdn.example.com/c1.mp3',
    video_url: 'https://cdn.example.com/c1.mp4',
    image_url: 'https://cdn.example.com/c1.jpeg',
    image_large_url: 'https://cdn.example.com/c1-large.jpeg',
    metadata: { prompt: '[Verse]\nA fox' },
  };

  it('have title, cover, video and lyrics', () => {
    expect(readResults([song])).toEqual({
      clips: [
        {
          address: song.audio_url,
          title: 'Fox',
          cover: song.image_large_url,
          video: song.video_url,
          lyrics: '[Verse]\nA fox',
        },
      ],
      lyrics: [],
      takes: [],
    });
  });

  it('are listed once, also when they are inside an envelope or in JSON text', () => {
    expect(readResults({ code: 'success', data: { clips: [song, song] } }).clips).toHaveLength(1);
    expect(readResults(JSON.stringify([song])).clips).toHaveLength(1);
  });

  it('are empty before there is audio', () => {
    expect(hasResults(readResults([{ ...song, audio_url: '' }]))).toBe(false);
  });
});

describe('the lyrics of a task', () => {
  it.each([
    [{ id: 'l1', title: 'Fox', text: 'A fox', status: 'complete' }],
    [[{ title: 'Fox', text: 'A fox' }]],
    [{ data: { title: 'Fox', text: 'A fox' } }],
  ])('are found in %j', data => {
    expect(readResults(data)).toEqual({ clips: [], lyrics: [{ title: 'Fox', text: 'A fox' }], takes: [] });
  });
});

describe('the videos of a task', () => {
  const address = 'https://cdn.example.com/v.mp4';

  it.each([
    ['Kling', { code: 0, data: { task_id: 'k', task_result: { videos: [{ id: 'v', url: address, duration: '5' }] } } }],
    ['Kling without its envelope', { task_result: { videos: [{ url: address }] } }],
    ['Luma', { id: 'l', state: 'completed', assets: { video: address } }],
    ['Luma’s older form', { id: 'l', video: { url: address, width: 1 } }],
    ['Luma with both forms', { assets: { video: address }, video: { url: address } }],
    ['Luma with a download only', { video: { url: null, download_url: address } }],
    ['Runway', { id: 'r', status: 'SUCCEEDED', output: [address] }],
    ['Runway’s other form', { video_url: address }],
    ['Runway’s artifacts', { artifacts: [{ url: address, previewUrls: [] }] }],
    ['CogVideoX', { id: 'c', task_status: 'SUCCESS', video_result: [{ url: address, cover_image_url: null }] }],
    ['Hailuo', { task_id: 'h', status: 'Success', file_id: '9', file: { file_id: 9, download_url: address } }],
    ['Wan', { output: { task_id: 'w', task_status: 'SUCCEEDED', video_url: address }, usage: { video_duration: 5 } }],
    ['a bare address', address],
  ])('are found in the response of %s', (_provider, data) => {
    expect(takes(data)).toEqual([address]);
  });

  it.each([
    { video: { url: address }, thumbnail: { url: 'https://cdn.example.com/t.jpg' } },
    { video: { url: address, thumbnail: 'https://cdn.example.com/t.jpg' } },
    { video_url: address, poster: 'https://cdn.example.com/t.jpg' },
  ])('keep their cover: %j', data => {
    expect(readResults(data).takes).toEqual([{ address, cover: 'https://cdn.example.com/t.jpg' }]);
  });

  it('are left out when the address is unsafe', () => {
    expect(takes({ output: ['javascript:alert(1)', 'file:///etc/passwd', { url: 'data:text/html,1' }] })).toEqual([]);
  });
});

describe('the results in a response', () => {
  const loop = (depth: number): unknown =>
    depth === 0 ? { url: 'https://cdn.example.com/v.mp4' } : { data: loop(depth - 1) };

  it.each([null, undefined, '', 'queued', 7, {}, [], [null, 1], { message: 'https://cdn.example.com/help' }])(
    'are none for %j',
    data => {
      expect(hasResults(readResults(data))).toBe(false);
    },
  );

  it('are found down to a depth of eight envelopes, which is deeper than any provider nests them', () => {
    expect(takes(loop(8))).toHaveLength(1);
    expect(takes(loop(9))).toEqual([]);
  });

  it('are limited to fifty', () => {
    const data = Array.from({ length: 200 }, (_, index) => ({ data: [{ url: `https://cdn.example.com/${index}` }] }));
    expect(takes(data)).toHaveLength(50);
  });
});
