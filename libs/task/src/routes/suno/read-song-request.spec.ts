import { readSongRequest } from './read-song-request';

describe('a request for a song', () => {
  it('keeps unknown fields, and has known fields in the type that proxies expect', () => {
    const { body } = readSongRequest('MUSIC', {
      prompt: 'x',
      continue_at: '30.5',
      make_instrumental: 'true',
      a_fork_field: { deep: 1 },
      title: '',
    });
    expect(body).toEqual({ prompt: 'x', continue_at: 30.5, make_instrumental: true, a_fork_field: { deep: 1 } });
  });

  it('for lyrics or a new song gets no default model', () => {
    expect(readSongRequest('music', { prompt: 'x' }).body).not.toHaveProperty('mv');
    expect(readSongRequest('music', { prompt: 'x', continue_clip_id: 'c', task_id: 't', mv: 'chirp-v4' }).body.mv).toBe(
      'chirp-v4',
    );
  });

  it.each(['toString', '__proto__', 'constructor', ''])('with the action %j is refused', action =>
    expect(() => readSongRequest(action, {})).toThrow('invalid_action'),
  );
});
