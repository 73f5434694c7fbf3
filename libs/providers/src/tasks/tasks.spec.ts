import { lengthFor, ratioFor, readSize } from './fit-options';
import { refused } from './submit-outcomes';
import { withoutNames } from './without-names';
import { unwrapTask } from './wrapped-task';

describe('a size', () => {
  it.each([
    ['1280x720', '16:9'],
    ['720x1280', '9:16'],
    ['1024x1792', '9:16'],
    ['1000x1000', '1:1'],
    ['16:9', '16:9'],
  ])('%s is %s', (text, ratio) => expect(ratioFor(readSize(text)!, ['16:9', '9:16', '1:1'])).toBe(ratio));

  it.each(['720p', '0x720', '1280x', 'axb', '1280x720x3'])('cannot be read from %s', text =>
    expect(() => readSize(text)).toThrow('size must be written like 1280x720'),
  );
});

it.each([
  [null, 5],
  [1, 5],
  [5, 5],
  [6, 10],
  [10, 10],
])('a length of %j seconds becomes %i', (wanted, length) => expect(lengthFor(wanted, [5, 10], 5)).toBe(length));

it('a length that is not offered is refused', () => {
  expect(() => lengthFor(11, [5, 10], 5)).toThrow('at most 10 seconds');
});

it('fields are removed by name at every depth', () => {
  expect(withoutNames([{ a: 1, b: { a: 2, c: 3 } }], new Set(['a']))).toEqual([{ b: { c: 3 } }]);
});

describe('a wrapped task', () => {
  it('is unwrapped, with times in milliseconds', () => {
    const data = { task_id: 't', status: 'success', start_time: 1_760_000_000, progress: '100%', data: { id: 'x' } };
    expect(unwrapTask({ code: 'success', data })).toMatchObject({
      report: { status: 'SUCCESS', startTimeMs: 1_760_000_000_000 },
      inner: { id: 'x' },
    });
  });

  it.each([
    [null],
    [[]],
    [{ code: 0, data: {} }],
    [{ code: 'success', data: [] }],
    [{ code: 'success', data: { status: 'SUCCESS' } }],
  ])('%j is none', json => expect(unwrapTask(json)).toBeNull());
});

describe('a refusal', () => {
  it.each([401, 402])('with status %i is changed, so that callers do not discard their own key', status => {
    for (const errorClass of ['caller', 'disable', 'denied', 'uncertain'] as const) {
      expect(refused({ errorClass, status, code: '', message: 'm' }).answer.status).not.toBe(status);
    }
  });

  it('has a message of limited length', () => {
    expect(refused({ errorClass: 'caller', status: 400, code: '', message: 'x'.repeat(9999) }).reason).toHaveLength(
      500,
    );
  });
});
