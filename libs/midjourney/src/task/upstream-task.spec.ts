import { toReport } from './upstream-task';

const running = { id: '17', status: 'IN_PROGRESS', progress: '46%', startTime: 1_760_000_004_090, finishTime: null };

describe('the report on a task object of a Midjourney proxy', () => {
  it.each([
    ['', 'NOT_START'],
    ['NOT_START', 'NOT_START'],
    ['SUBMITTED', 'SUBMITTED'],
    ['MODAL', 'MODAL'],
    ['IN_PROGRESS', 'IN_PROGRESS'],
    ['SUCCESS', 'SUCCESS'],
    ['FAILURE', 'FAILURE'],
    ['CANCEL', 'FAILURE'],
    ['PAUSED', 'UNKNOWN'],
    ['toString', 'UNKNOWN'],
  ])('turns status %j into %s', (status, state) => expect(toReport({ ...running, status }).status).toBe(state));

  it('is a failure whenever a fail reason is given, unless the task is finished', () => {
    expect(toReport({ ...running, failReason: 'Banned prompt' })).toMatchObject({
      status: 'FAILURE',
      failReason: 'Banned prompt',
    });
    const done = { ...running, status: 'SUCCESS', progress: '100%', failReason: 'a warning' };
    expect(toReport(done)).toMatchObject({ status: 'SUCCESS' });
    expect(toReport(done).failReason).toBeUndefined();
    expect(toReport({ ...running, status: 'FAILURE' }).failReason).toBe('the drawing failed');
    expect(toReport({ ...running, status: 'CANCEL' }).failReason).toBe('the drawing was cancelled');
  });

  it('accepts words as progress, and drops times that are not positive numbers', () => {
    expect(toReport({ ...running, progress: 'Waiting to start' }).progress).toBe('Waiting to start');
    const report = toReport({ ...running, startTime: 'soon', finishTime: 0 });
    expect([report.startTimeMs, report.finishTimeMs]).toEqual([undefined, undefined]);
    expect(toReport(running).startTimeMs).toBe(1_760_000_004_090);
  });

  it('keeps fields that forks add, and drops fields about the account', () => {
    const { data } = toReport({
      ...running,
      videoUrls: [{ url: 'https://cdn.example/0.mp4' }],
      seed: '636646138',
      buttons: [{ customId: 'MJ::JOB::upsample::1::x', label: 'U1' }],
      instanceId: '1118000000000000001',
      maskBase64: 'AAAA',
      properties: {
        finalPrompt: 'a fox',
        discordInstanceId: '1118',
        notifyHook: 'https://gw.example/mj/notify/s3cret',
      },
    });
    expect(data).toEqual({
      videoUrls: [{ url: 'https://cdn.example/0.mp4' }],
      seed: '636646138',
      buttons: [{ customId: 'MJ::JOB::upsample::1::x', label: 'U1' }],
      properties: { finalPrompt: 'a fox', finalZhPrompt: '' },
    });
  });

  it('drops large texts and deeply nested values', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 50; depth++) deep = { deep };
    const { data } = toReport({
      ...running,
      imageUrl: `data:image/png;base64,${'A'.repeat(100)}`,
      note: 'x'.repeat(30_000),
      list: Array.from({ length: 1000 }, () => 1),
      deep,
    });
    expect(JSON.stringify(data).length).toBeLessThan(1000);
    expect(data).toMatchObject({ imageUrl: '', note: '' });
  });
});
