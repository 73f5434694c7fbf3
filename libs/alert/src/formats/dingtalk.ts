import { createHmac } from 'node:crypto';
import { byCode, jsonPost, type Wire } from './wire';
import { markdownText } from './markdown';

/** More than twenty messages in a minute. */
const BUSY_CODES = [130101, -1];
const TEXT_MAX = 5000;

/**
 * Custom robots of DingTalk. A message of Markdown; with a secret, the address gets `timestamp` in milliseconds and
 * `sign`, the base64 of HMAC-SHA256 over "timestamp, line break, secret" with the secret as the key. 200 with `errcode`
 * 0. Source: "Customize robot security settings" and "Message types of robots" on open.dingtalk.com, read 2026-11.
 */
export const dingtalk: Wire = {
  write: ({ fields: { address = '', secret = '' }, message, texts, nowMs }) => {
    const url = new URL(address);
    if (secret !== '') {
      url.searchParams.set('timestamp', String(nowMs));
      url.searchParams.set('sign', createHmac('sha256', secret).update(`${nowMs}\n${secret}`).digest('base64'));
    }
    return jsonPost(url.href, {
      msgtype: 'markdown',
      markdown: { title: texts[0]?.title ?? '', text: markdownText(message, texts, TEXT_MAX) },
    });
  },
  read: byCode('errcode', 'errmsg', BUSY_CODES),
};
