import { EMAIL_CODE_LIFETIME_SECONDS } from '@contracts';
import { fillIn, type Language, type Sentence } from '@kernel';
import { mailLayout } from '@option';
import { type Mail } from '@platform';

const texts = {
  codeSubject: { en: 'e-mail verification', zh: '邮箱验证' },
  codeIntroduction: {
    en: 'Somebody, probably you, wants to use this address at {site}. The code above proves that it is yours.',
    zh: '您正在 {site} 验证此邮箱地址，验证码如上。',
  },
  codeEnd: {
    en: 'It is valid for {minutes} minutes. If you did not ask for it, you need not do anything.',
    zh: '验证码 {minutes} 分钟内有效。如果不是您本人操作，请忽略此邮件。',
  },
  resetSubject: { en: 'password reset', zh: '密码重置' },
  resetIntroduction: {
    en: 'Somebody, probably you, asked for a new password for your account at {site}. Open this link to get one:',
    zh: '您正在重置 {site} 账户的密码，请打开以下链接：',
  },
  resetLabel: { en: 'Reset password', zh: '重置密码' },
  resetEnd: {
    en: 'The link works once, within {minutes} minutes. If you did not ask for it, your password stays as it is.',
    zh: '链接 {minutes} 分钟内有效，仅可使用一次。如果不是您本人操作，请忽略此邮件，您的密码不会改变。',
  },
} as const satisfies Record<string, Sentence>;

interface Receiver {
  readonly email: string;
  readonly language: Language;
  /** Name of the site. */
  readonly site: string;
}

/** The mail that carries a verification code. */
export function codeMail({ email, language, site }: Receiver, code: string): Mail {
  const say = speaker(language, site);
  const body = mailLayout({
    title: `${site} ${say(texts.codeSubject)}`,
    code,
    paragraphs: [say(texts.codeIntroduction), say(texts.codeEnd)],
  });
  return { to: [email], subject: say(texts.codeSubject), ...body };
}

/** The mail that carries a reset link. */
export function resetMail({ email, language, site }: Receiver, url: string): Mail {
  const say = speaker(language, site);
  const body = mailLayout({
    title: `${site} ${say(texts.resetSubject)}`,
    paragraphs: [say(texts.resetIntroduction), say(texts.resetEnd)],
    action: { label: say(texts.resetLabel), url },
  });
  return { to: [email], subject: say(texts.resetSubject), ...body };
}

function speaker(language: Language, site: string) {
  return (sentence: Sentence): string =>
    fillIn(sentence[language], { site, minutes: EMAIL_CODE_LIFETIME_SECONDS / 60 });
}
