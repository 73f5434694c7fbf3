import { createHmac } from 'node:crypto';
import { type AlertMessage } from './alert-text';
import { byStatus, jsonPost, type Wire } from './wire';

const PREFIX = 'whsec_';

/**
 * A signed JSON event for programs: the headers are those of Standard Webhooks 1.0.0 ("Verifying webhook authenticity"
 * in spec/standard-webhooks.md of github.com/standard-webhooks/standard-webhooks, read 2026-11). The id stays over all
 * attempts, so a program can leave out what it has seen; time and id are signed, so nothing can be played back later.
 */
export const webhook: Wire = {
  write: ({ fields: { address = '', secret = '' }, message, texts, nowMs }) => {
    const timestamp = String(Math.floor(nowMs / 1000));
    const post = jsonPost(address, {
      type: `alert.${message.event}`,
      timestamp: new Date(nowMs).toISOString(),
      data: {
        ...eventOf(message),
        title: texts.map(({ title }) => title).join(' / '),
        text: texts.map(({ lines }) => lines.join('\n')).join('\n\n'),
      },
    });
    const signed = `${message.id}.${timestamp}.${post.body}`;
    const signature = createHmac('sha256', keyOf(secret)).update(signed).digest('base64');
    return {
      ...post,
      headers: {
        ...post.headers,
        'webhook-id': message.id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
    };
  },
  read: byStatus,
};

function eventOf({ id, said, severity, rule, subject, site, url, firedAtMs, endedAtMs }: AlertMessage) {
  const time = (atMs: number) => (atMs === 0 ? null : new Date(atMs).toISOString());
  return {
    id,
    severity,
    rule,
    subject,
    sentence: said.sentence,
    figures: { ...said.figures },
    fired_at: time(firedAtMs),
    ended_at: time(endedAtMs),
    site,
    url,
  };
}

/** `whsec_` and the base64 of the key, as the specification writes secrets; any other text is the key itself. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret, 'utf8');
}
