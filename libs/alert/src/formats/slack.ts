import { clipped, plainText } from './alert-text';
import { byStatus, jsonPost, type Wire } from './wire';

/** The most characters of the text of a section. */
const SECTION_MAX = 3000;
const FALLBACK_MAX = 3000;

/**
 * Incoming webhooks of Slack: `text` is what notifications show, `blocks` what the channel shows; 200 with "ok".
 * Sources: "Sending messages using incoming webhooks", "Formatting message text" and the section block on
 * docs.slack.dev, read 2026-11.
 */
export const slack: Wire = {
  write: ({ fields: { address = '' }, message, texts }) => {
    const sections = texts.map(({ title, lines }) => `*${escaped(title)}*\n${lines.map(escaped).join('\n')}`);
    const link = message.url === '' ? [] : [`<${escaped(message.url)}|${escaped(texts[0]?.open ?? '')}>`];
    return jsonPost(address, {
      text: escaped(plainText(message, texts, FALLBACK_MAX)),
      blocks: [...sections, ...link].map(text => ({
        type: 'section',
        text: { type: 'mrkdwn', text: clipped(text, SECTION_MAX) },
      })),
    });
  },
  read: byStatus,
};

/** Slack reads `&`, `<` and `>` as its own marks. */
function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
