import { clipsReport, readSong, readSongResponse } from './response';

function clip(status: string, more: object = {}) {
  return { id: status, status, user_id: 'secret', ...more };
}

describe('the state of a task by its songs', () => {
  it.each([
    [[clip('submitted')], { status: 'SUBMITTED' }],
    [[clip('submitted'), clip('queued')], { status: 'QUEUED', progress: '10%' }],
    [[clip('queued'), clip('streaming')], { status: 'IN_PROGRESS' }],
    [[clip('complete'), clip('queued')], { status: 'IN_PROGRESS' }],
    [[clip('complete'), clip('complete')], { status: 'SUCCESS', progress: '100%' }],
    [
      [clip('complete'), clip('error', { metadata: { error_message: 'too long' } })],
      { status: 'FAILURE', failReason: 'too long' },
    ],
    [[clip('error')], { status: 'FAILURE', failReason: 'a song could not be made' }],
  ])('%j is %j', (clips, report) => expect(clipsReport(clips)).toMatchObject(report));

  it.each([[[]], [null], ['x'], [{ id: 'words' }], [[1, null]], [[clip('dancing')]]])('is unknown for %j', data =>
    expect(clipsReport(data)).toBeNull(),
  );
});

describe('a task of a batch', () => {
  it('has the state of its songs when it has none of its own', () => {
    expect(readSong({ task_id: 't', status: '', data: [clip('streaming')] })).toMatchObject({ status: 'IN_PROGRESS' });
    expect(readSong({ task_id: 't', data: null })).toMatchObject({ status: 'NOT_START' });
  });

  it('is finished when both songs are', () => {
    const task = { task_id: 't', status: 'SUCCESS', progress: '100%', finish_time: 1_760_000_151 };
    expect(readSong({ ...task, data: [clip('complete'), clip('streaming')] })).toMatchObject({ status: 'IN_PROGRESS' });
    expect(readSong({ ...task, data: [clip('complete'), clip('complete')] })).toMatchObject({
      status: 'SUCCESS',
      finishTimeMs: 1_760_000_151_000,
    });
  });

  it('with a fail reason has failed, whatever its state', () => {
    expect(readSong({ status: 'IN_PROGRESS', fail_reason: 'no' })).toMatchObject({
      status: 'FAILURE',
      failReason: 'no',
    });
  });

  it('is stored without fields about the account', () => {
    expect(JSON.stringify(readSong({ status: 'SUCCESS', data: [clip('complete')] }))).not.toContain('secret');
  });
});

describe('a response to a submission', () => {
  const answer = (status: number, json: unknown, text = '') => readSongResponse({ status, json, text });

  it.each([
    [
      401,
      { code: 'invalid_request', message: 'unauthorized secret token' },
      { mayRetry: true, shouldDisableChannel: true },
    ],
    [500, { code: 'internal_error', message: 'insufficient credits' }, { mayRetry: true, shouldDisableChannel: true }],
    [500, { code: 'internal_error', message: 'captcha' }, { mayRetry: true, shouldDisableChannel: false }],
    [429, {}, { mayRetry: true, shouldDisableChannel: false }],
    [503, {}, { mayRetry: true, shouldDisableChannel: false }],
    [307, {}, { mayRetry: true, shouldDisableChannel: false }],
    [504, {}, { mayRetry: false }],
    [524, {}, { mayRetry: false }],
    [400, { code: 'invalid_request', message: 'no' }, { mayRetry: false }],
    [408, {}, { mayRetry: false }],
    [500, { message: 'moderation_failure' }, { mayRetry: false, shouldDisableChannel: false }],
    [200, { code: 'success', data: null }, { mayRetry: false }],
    [200, 'what', { mayRetry: false }],
  ])('of %i %j is a refusal %j', (status, json, refusal) =>
    expect(answer(status, json)).toMatchObject({ kind: 'refused', ...refusal }),
  );

  it('may have a number as task id', () => {
    expect(answer(200, { code: 'success', data: 12 })).toMatchObject({ kind: 'accepted', upstreamId: '12' });
  });

  it('does not show an HTML page of a proxy to the caller', () => {
    const { answer: shown } = answer(502, undefined, '<html>nginx</html>');
    expect(JSON.stringify(shown)).not.toContain('html');
  });
});
