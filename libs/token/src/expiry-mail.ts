import { mailLayout } from '@option';
import { type Mail } from '@platform';

/** A key that expires soon. */
export interface ExpiringKey {
  readonly name: string;
  /** In UTC, as a person reads it. */
  readonly until: string;
}

/**
 * Writes of keys that expire soon, in both languages, because its reader's language is not known.
 *
 * @param serverAddress where users extend their keys; without one the mail has no link
 */
export function expiryMail(keys: readonly ExpiringKey[], serverAddress: string): Omit<Mail, 'to'> {
  const link = (label: string) => (serverAddress === '' ? {} : { action: { label, url: `${serverAddress}/token` } });
  return {
    subject: '您的令牌即将过期 / Your keys are about to expire',
    ...mailLayout(
      {
        title: '您的令牌即将过期',
        paragraphs: [...keys.map(({ name, until }) => `${name}：${until}`), '过期后使用它的请求将被拒绝。'],
        ...link('查看令牌'),
      },
      {
        title: 'Your keys are about to expire',
        paragraphs: [
          ...keys.map(({ name, until }) => `${name}: ${until}`),
          'Requests with an expired key will be refused.',
        ],
        ...link('Open the keys'),
      },
    ),
  };
}
