import { type AlertSeverity } from '@contracts';
import { clipped, type AlertMessage } from './alert-text';
import { byStatus, jsonPost, type Wire } from './wire';

const TITLE_MAX = 250;
/** The server takes 4,096 bytes; a character has at most three of them where it is one code unit. */
const TEXT_MAX = 1300;
const PRIORITIES: Readonly<Record<AlertSeverity, number>> = { info: 3, warning: 4, critical: 5 };
const TAGS: Readonly<Record<AlertSeverity, string>> = {
  info: 'information_source',
  warning: 'warning',
  critical: 'rotating_light',
};

/**
 * ntfy, at ntfy.sh or a server of one's own: the address is that of the topic, and the message is published as JSON at
 * the root of its server. Source: "Publish as JSON", "Message priority" and "Access tokens" on docs.ntfy.sh/publish,
 * read 2026-11.
 */
export const ntfy: Wire = {
  write: ({ fields: { address = '', token = '' }, message, texts }) => {
    const { origin, pathname } = new URL(address);
    const body = {
      topic: decodeURIComponent(pathname.split('/').filter(Boolean).at(-1) ?? ''),
      title: clipped(texts.map(({ title }) => title).join(' / '), TITLE_MAX),
      message: clipped(texts.map(({ lines }) => lines.join('\n')).join('\n\n'), TEXT_MAX),
      priority: priorityOf(message),
      tags: [message.event === 'ended' ? 'white_check_mark' : TAGS[message.severity]],
      ...(message.url !== '' && { click: message.url }),
    };
    return jsonPost(`${origin}/`, body, token === '' ? {} : { authorization: `Bearer ${token}` });
  },
  read: byStatus,
};

function priorityOf({ event, severity }: AlertMessage): number {
  return event === 'ended' || event === 'test' ? PRIORITIES.info : PRIORITIES[severity];
}
