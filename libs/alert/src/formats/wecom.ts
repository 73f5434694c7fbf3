import { markdownText } from './markdown';
import { byCode, jsonPost, type Wire } from './wire';

/** More than twenty messages in a minute. */
const BUSY_CODES = [45009, -1];
/** The limit is 4,096 bytes, and a character has at most three of them where it is one code unit. */
const TEXT_MAX = 1300;

/**
 * Group robots of WeCom. A message of Markdown; the key in the address is the only secret. 200 with `errcode` 0.
 * Source: "Group robot configuration" (path 91770) on developer.work.weixin.qq.com, read 2026-11.
 */
export const wecom: Wire = {
  write: ({ fields: { address = '' }, message, texts }) =>
    jsonPost(address, { msgtype: 'markdown', markdown: { content: markdownText(message, texts, TEXT_MAX) } }),
  read: byCode('errcode', 'errmsg', BUSY_CODES),
};
