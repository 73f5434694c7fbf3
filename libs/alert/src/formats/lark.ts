import { createHmac } from 'node:crypto';
import { byCode, jsonPost, type Wire } from './wire';

/** Too many messages, in a minute or in a second. */
const BUSY_CODES = [9499, 11232];

/**
 * Custom bots of Lark and Feishu, which differ in the host of the address only. A message of rich text; with a secret,
 * `sign` is the base64 of HMAC-SHA256 whose KEY is "timestamp, line break, secret" and whose text is empty, the time in
 * seconds. 200 with `code` 0. Source: "Custom bot usage guide" on open.feishu.cn and open.larksuite.com, read 2026-11.
 */
export const lark: Wire = {
  write: ({ fields: { address = '', secret = '' }, message, texts, nowMs }) => {
    const [first] = texts;
    const rest = texts.slice(1).flatMap(({ title, lines }) => ['', title, ...lines]);
    const lines = [...(first?.lines ?? []), ...rest].map(text => [{ tag: 'text', text }]);
    const link = message.url === '' ? [] : [[{ tag: 'a', text: first?.open ?? '', href: message.url }]];
    return jsonPost(address, {
      ...(secret !== '' && signatureOf(secret, nowMs)),
      msg_type: 'post',
      content: { post: { zh_cn: { title: first?.title ?? '', content: [...lines, ...link] } } },
    });
  },
  read: byCode('code', 'msg', BUSY_CODES),
};

function signatureOf(secret: string, nowMs: number): { readonly timestamp: string; readonly sign: string } {
  const timestamp = String(Math.floor(nowMs / 1000));
  return { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).digest('base64') };
}
