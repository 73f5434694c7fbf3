import { mailLayout } from '@option';
import { type Mail } from '@platform';
import { type QuotaCrossing } from './quota-crossing';

const texts = {
  low: {
    zh: { title: '您的额度即将用尽', state: '您的额度已低于提醒阈值。' },
    en: { title: 'Your quota is about to run out', state: 'Your quota has fallen below the reminder threshold.' },
  },
  usedUp: {
    zh: { title: '您的额度已用尽', state: '您的额度已用尽，新的请求将被拒绝。' },
    en: { title: 'Your quota is used up', state: 'Your quota is used up; new requests will be refused.' },
  },
} as const;

/**
 * Writes the reminder in both languages, because its reader's language is not known.
 *
 * @param left the quota left, as text
 * @param serverAddress where users top up; without one the mail has no link
 */
export function quotaMail(crossing: QuotaCrossing, left: string, serverAddress: string): Omit<Mail, 'to'> {
  const { zh, en } = texts[crossing];
  const url = `${serverAddress}/topup`;
  const link = (label: string) => (serverAddress === '' ? {} : { action: { label, url } });
  return {
    subject: `${zh.title} / ${en.title}`,
    ...mailLayout(
      {
        title: zh.title,
        paragraphs: [zh.state, `剩余额度：${left}`, '为了不影响您的使用，请及时充值。'],
        ...link('前往充值'),
      },
      {
        title: en.title,
        paragraphs: [en.state, `Remaining quota: ${left}`, 'Top up in time to keep using the service.'],
        ...link('Top up'),
      },
    ),
  };
}
