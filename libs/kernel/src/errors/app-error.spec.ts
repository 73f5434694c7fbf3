import { AppError, isAppError } from './app-error';
import { catalogue } from './catalogue';
import { noticeOf } from './notices';
import { fillIn, languageOf } from './sentence';

function names(sentence: string): string[] {
  return (sentence.match(/\{\w+\}/g) ?? []).sort();
}

describe('the catalogue', () => {
  it('names the same parameters in both languages', () => {
    const uneven = Object.entries(catalogue).filter(([, row]) => names(row.en).join() !== names(row.zh).join());
    expect(uneven.map(([code]) => code)).toEqual([]);
  });

  it('uses status 401 on the console only when no user is signed in', () => {
    const console401 = Object.entries(catalogue).filter(([, row]) => row.status === 401 && !('wire' in row));
    expect(console401.map(([code]) => code.slice(0, 5))).toEqual(console401.map(() => 'AUTH_'));
  });

  it('gives every relay and task error a code on the wire', () => {
    const relay = Object.entries(catalogue).filter(([code]) => /^(RELAY|UPSTREAM|PLAYGROUND|DRAWING|TASK)_/.test(code));
    expect(relay.length).toBeGreaterThan(60);
    expect(relay.filter(([, row]) => row.wire === undefined).map(([code]) => code)).toEqual([]);
  });
});

describe('an AppError', () => {
  it('carries code, status, sentence, details and cause', () => {
    const cause = new Error('inner');
    const error = new AppError('OPTION_INVALID', { cause, details: { id: 3 }, params: { key: 'Price' } });
    expect(error).toMatchObject({ code: 'OPTION_INVALID', status: 200, details: { id: 3 }, wireCode: '', cause });
    expect(error.message).toBe('invalid value for Price');
    expect(error.sentence('zh')).toBe('Price 的值无效');
  });

  it('tells the relay its wire code', () => {
    expect(new AppError('RELAY_USER_QUOTA').wireCode).toBe('insufficient_user_quota');
  });

  it('carries fields beside its sentence, and none unless given', () => {
    expect(new AppError('TOTP_REQUIRED', { extras: { totp_required: true } }).extras).toEqual({ totp_required: true });
    expect(new AppError('TOTP_REQUIRED').extras).toEqual({});
  });

  it('has no cause when none was given', () => {
    expect('cause' in new AppError('AUTH_BANNED')).toBe(false);
  });

  it('is recognised by class and code', () => {
    const error: unknown = new AppError('AUTH_BANNED');
    expect(isAppError(error)).toBe(true);
    expect(isAppError(error, 'AUTH_BANNED')).toBe(true);
    expect(isAppError(error, 'AUTH_FORBIDDEN')).toBe(false);
    expect(isAppError(new Error('AUTH_BANNED'))).toBe(false);
  });
});

describe('sentences', () => {
  it('show a parameter that was forgotten, and take none from the prototype', () => {
    expect(fillIn('{a} and {b}', { a: 1 })).toBe('1 and {b}');
    expect(fillIn('{toString}', {})).toBe('{toString}');
  });

  it('do not fill in what a parameter contains', () => {
    expect(fillIn('{a}', { a: '{b}', b: 'x' })).toBe('{b}');
  });

  it.each([
    [undefined, 'zh'],
    ['', 'zh'],
    ['fr-FR', 'zh'],
    ['en', 'en'],
    ['en-GB,en;q=0.9,zh;q=0.8', 'en'],
    ['fr, zh-CN;q=0.5, en;q=0.7', 'en'],
    ['zh;q=0.9,en;q=0.1', 'zh'],
    ['en;q=0', 'zh'],
    ['en;q=abc', 'zh'],
  ] as const)('speak, for the header %s, %s', (header, language) => expect(languageOf(header)).toBe(language));

  it('of success exist in both languages', () => {
    expect(noticeOf('SIGN_IN_OK', 'en')).toBe('check-in succeeded');
    expect(noticeOf('SIGN_IN_OK', 'zh')).toBe('签到成功');
  });
});
