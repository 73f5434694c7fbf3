import { clipped, type AlertMessage, type AlertText } from './alert-text';

/** The message as the small Markdown that chat robots read. */
export function markdownText(message: AlertMessage, texts: readonly AlertText[], lengthMax: number): string {
  const pieces = texts.map(({ title, lines }) => `**${plain(title)}**\n\n${lines.map(plain).join('\n\n')}`);
  const link = message.url === '' ? [] : [`[${plain(texts[0]?.open ?? '')}](${encodeURI(message.url)})`];
  const linkText = link.join('');
  const room = lengthMax - linkText.length - 2;
  return [clipped(pieces.join('\n\n'), room), ...link].join('\n\n');
}

/** Names of channels and users make no headings, links or marks. */
function plain(text: string): string {
  return text.replace(/([\\`*_[\]<>#])/g, '\\$1');
}
