/** The content of a mail in plain text. It may hold texts from users, because it is escaped here. */
export interface MailContent {
  readonly title: string;
  /** A code that the reader types somewhere; stands large and bold below the title. */
  readonly code?: string;
  /** Texts of which each is its own paragraph. */
  readonly paragraphs: readonly string[];
  /** The one thing to do, as a button and as a bare address below it. Only http(s) addresses become a link. */
  readonly action?: { readonly label: string; readonly url: string };
}

/** Both bodies of a mail. */
export interface MailBody {
  readonly html: string;
  readonly text: string;
}

const PAGE = 'margin:0;padding:24px;background:#f6f7f9;color:#1c2127;font:15px/1.6 -apple-system,"Segoe UI",sans-serif';
const CARD = 'max-width:560px;margin:0 auto;padding:24px 32px;background:#fff;border-radius:8px';
const BUTTON =
  'display:inline-block;padding:10px 20px;background:#2d72d2;color:#fff;border-radius:4px;text-decoration:none';
const CODE = 'font:bold 24px/1.6 monospace;letter-spacing:4px';
const SMALL = 'color:#5f6b7c;font-size:13px;word-break:break-all';

/**
 * Lays out one or more pieces in one mail, for example the same piece in two languages. Styles are inline, because mail
 * readers drop others.
 */
export function mailLayout(...contents: readonly MailContent[]): MailBody {
  const title = escapeHtml(contents[0]?.title ?? '');
  const cards = contents.map(cardOf).join('<hr style="border:0;border-top:1px solid #d3d8de;margin:24px 0">');
  return {
    html:
      `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head>` +
      `<body style='${PAGE}'><div style="${CARD}">${cards}</div></body></html>`,
    text: contents.map(textOf).join('\n\n----------\n\n') + '\n',
  };
}

function cardOf({ title, code, paragraphs, action }: MailContent): string {
  const shownCode = code === undefined ? '' : `<p><b style="${CODE}">${escapeHtml(code)}</b></p>`;
  const texts = paragraphs.map(text => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`).join('');
  return `<h2>${escapeHtml(title)}</h2>${shownCode}${texts}${action ? linkOf(action) : ''}`;
}

function linkOf({ label, url }: { readonly label: string; readonly url: string }): string {
  const address = escapeHtml(url);
  if (!/^https?:\/\//i.test(url)) return `<p>${escapeHtml(label)}: ${address}</p>`;
  return `<p><a href="${address}" style="${BUTTON}">${escapeHtml(label)}</a></p><p style="${SMALL}">${address}</p>`;
}

function textOf({ title, code, paragraphs, action }: MailContent): string {
  return [
    title,
    ...(code === undefined ? [] : [code]),
    ...paragraphs,
    ...(action ? [`${action.label}: ${action.url}`] : []),
  ].join('\n\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? character);
}
