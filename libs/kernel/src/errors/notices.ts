import { fillIn, type Language, type Sentence, type SentenceParams } from './sentence';

/** Sentences of success that the console shows verbatim. */
const notices = {
  AFF_TRANSFERRED: { en: 'transfer succeeded', zh: '划转成功' },
  OPTION_RATIO_RESET: { en: 'model ratios have been reset', zh: '模型倍率已重置' },
  SIGN_IN_OK: { en: 'check-in succeeded', zh: '签到成功' },
  TEST_MAIL_SENT: { en: 'the test mail was sent to {address}', zh: '测试邮件已发送至 {address}' },
} satisfies Record<string, Sentence>;

type NoticeCode = keyof typeof notices;

export function noticeOf(code: NoticeCode, language: Language, params?: SentenceParams): string {
  return fillIn(notices[code][language], params);
}
