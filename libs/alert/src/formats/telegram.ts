import { joinUrl, numberIn, objectIn } from '@kernel';
import { plainText } from './alert-text';
import { bodyOf, byStatus, jsonPost, refusedBecause, type Wire } from './wire';

const TELEGRAM_URL = 'https://api.telegram.org';
/** The most characters of a message. */
const TEXT_MAX = 4096;

/**
 * `sendMessage` of the Bot API, also at a server of one's own. Plain text, so that no name can be read as a mark. A 429
 * says the seconds to wait in `parameters.retry_after`. Source: core.telegram.org/bots/api#sendmessage and
 * #responseparameters, read 2026-11.
 */
export const telegram: Wire = {
  write: ({ fields, message, texts }) => {
    const { token = '', chat_id: chat = '', thread_id: thread = '', base_url: base = '' } = fields;
    return jsonPost(joinUrl(base || TELEGRAM_URL, `/bot${token}/sendMessage`), {
      chat_id: chat,
      text: plainText(message, texts, TEXT_MAX),
      link_preview_options: { is_disabled: true },
      ...(thread !== '' && { message_thread_id: Number(thread) }),
    });
  },
  read: response => {
    const body = bodyOf(response);
    if (body.ok === true) return { isTaken: true };
    const outcome = byStatus(response);
    if (outcome.isTaken) return refusedBecause(`HTTP ${response.status} without "ok": ${response.text}`);
    const seconds = numberIn(objectIn(body, 'parameters'), 'retry_after');
    return seconds === null ? outcome : { ...outcome, retryAfterMs: Math.ceil(seconds * 1000) };
  },
};
