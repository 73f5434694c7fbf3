import { logSentence, readLogSentence, type LogSaying } from './log-sentence';
import { logSentences, type LogSentence } from './log-sentence-rows';

const rows: readonly (readonly [string, LogSentence])[] = Object.entries(logSentences);

function parametersOf(template: string) {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
}

describe('the sentences of the log', () => {
  it.each(rows)('%s exists in both languages with the same parameters', (_key, { en, zh }) => {
    expect(en.trim()).not.toBe('');
    expect(zh.trim()).not.toBe('');
    expect(parametersOf(zh)).toEqual(parametersOf(en));
    // Parameters stand beside the key of the sentence, so none may have its name.
    expect(parametersOf(en)).not.toContain('key');
  });

  it.each(rows.filter(([, { en }]) => en.replaceAll(/\{\w+\}/g, '').match(/[a-z]/)))(
    '%s is really written in Chinese',
    (_key, { en, zh }) => {
      expect(en).not.toMatch(/\p{Script=Han}/u);
      // Brackets and joints of other sentences have no words of their own.
      expect(zh).toMatch(/[\p{Script=Han}，（]/u);
    },
  );

  it('have no parameter but texts, numbers, sentences and lists of these', () => {
    const saying: LogSaying = {
      key: 'by_admin',
      name: 'alice',
      deed: {
        key: 'user_changed',
        fields: [{ key: 'user_field_group', before: 'default', after: 'vip' }, { key: 'user_field_password' }],
      },
    };
    expect(logSentence(saying, 'en')).toBe('administrator alice changed group from default to vip, password');
    expect(logSentence(saying, 'zh')).toBe('管理员 alice 修改了分组（由 default 改为 vip）、密码');
    expect(logSentence({ key: 'abilities_rebuilt', count: 0 }, 'zh')).toBe('重建了 0 个渠道的能力表');
  });

  it('take every parameter as it is', () => {
    const saying: LogSaying = { key: 'code_new_quota', before: '{after}', after: '$& $1 {before}' };
    expect(logSentence(saying, 'en')).toBe('quota from {after} to $& $1 {before}');
  });

  it.each([
    [null],
    ['check_in'],
    [{}],
    [{ key: 7 }],
    [{ key: 'constructor' }],
    [{ key: 'check_in', amount: '$1' }],
    [{ key: 'check_in', amount: '$1', streak: { key: 'nothing of ours' } }],
    [{ key: 'user_changed', fields: ['group', null] }],
  ])('are not guessed from %j', said => {
    expect(readLogSentence(said, 'zh')).toBeNull();
  });
});
