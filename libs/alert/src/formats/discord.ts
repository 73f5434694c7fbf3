import { type AlertSeverity } from '@contracts';
import { numberIn } from '@kernel';
import { clipped, type AlertMessage } from './alert-text';
import { bodyOf, byStatus, jsonPost, type Wire } from './wire';

const TITLE_MAX = 256;
const DESCRIPTION_MAX = 2500;
const COLOURS: Readonly<Record<AlertSeverity, number>> = { info: 0x2d72d2, warning: 0xc87619, critical: 0xcd4246 };
const GOOD_COLOUR = 0x238551;

/**
 * Webhooks of Discord: one embed for each language, and nobody is mentioned whatever a name contains; 204. A 429 says
 * the seconds to wait in `retry_after`. Sources: "Execute Webhook", the embed limits and "Rate Limits" on
 * docs.discord.com, read 2026-11.
 */
export const discord: Wire = {
  write: ({ fields: { address = '' }, message, texts }) =>
    jsonPost(address, {
      allowed_mentions: { parse: [] },
      embeds: texts.map(({ title, lines }) => ({
        title: clipped(title, TITLE_MAX),
        description: clipped(lines.join('\n'), DESCRIPTION_MAX),
        color: colourOf(message),
        ...(message.url !== '' && { url: message.url }),
      })),
    }),
  read: response => {
    const outcome = byStatus(response);
    const seconds = numberIn(bodyOf(response), 'retry_after');
    return outcome.isTaken || seconds === null ? outcome : { ...outcome, retryAfterMs: Math.ceil(seconds * 1000) };
  },
};

function colourOf({ event, severity }: AlertMessage): number {
  return event === 'ended' || event === 'test' ? GOOD_COLOUR : COLOURS[severity];
}
