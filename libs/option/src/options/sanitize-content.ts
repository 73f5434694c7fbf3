import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { isCheapMarkdown } from './markdown-cost';
import { imageOrNothing } from './safe-address';

/** Markdown with more characters is shown as it was written: reading deep lists costs the cube of their length. */
const MARKDOWN_LENGTH_MAX = 100_000;

/** Limit of tags inside each other; deeper parts lose their tags, not their text. */
const NESTING_MAX = 60;

const BLOCKS = 'h1 h2 h3 h4 h5 h6 p div section article header footer hr br blockquote pre center figure figcaption';
const INLINE = 'a b strong i em u s del ins mark small big sub sup code kbd samp abbr span font q cite time wbr';
const LISTS = 'ul ol li dl dt dd details summary';
const TABLES = 'table caption colgroup col thead tbody tfoot tr th td';

const COLOUR = [/^#[0-9a-f]{3,8}$/i, /^[a-z]{3,20}$/i, /^(rgb|hsl)a?\([\d\s.,%/]{1,40}\)$/i];
const FONT_SIZE = [/^(\d{1,2}px|\d(\.\d{1,2})?r?em|\d{2,3}%)$/];
const WIDTH = [/^(\d{1,4}px|\d{1,2}r?em|\d{1,3}%)$/];

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [BLOCKS, INLINE, LISTS, TABLES, 'img'].join(' ').split(' '),
  // Ids, names and classes are not allowed, because content must not pass for a part of the console.
  allowedAttributes: {
    '*': ['style', 'title', 'dir', 'lang', 'align'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start', 'type', 'reversed'],
    li: ['value'],
    details: ['open'],
    font: ['color', 'size'],
    col: ['span', 'width'],
    colgroup: ['span'],
    table: ['border', 'width'],
    td: ['colspan', 'rowspan', 'width'],
    th: ['colspan', 'rowspan', 'width', 'scope'],
  },
  // Styles are not allowed that move content out of its place or fetch anything.
  allowedStyles: {
    '*': {
      color: COLOUR,
      'background-color': COLOUR,
      'text-align': [/^(left|right|center|justify)$/],
      'font-weight': [/^(normal|bold|bolder|lighter|[1-9]00)$/],
      'font-style': [/^(normal|italic)$/],
      'font-size': FONT_SIZE,
      'text-decoration': [/^(underline|line-through|none)$/],
      width: WIDTH,
      'max-width': WIDTH,
    },
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'http', 'data'] },
  allowProtocolRelative: false,
  // The content of these tags is not text for people.
  nonTextTags:
    'script style textarea option noscript noembed noframes xmp plaintext template title iframe svg math'.split(' '),
  nestingLimit: NESTING_MAX,
  transformTags: {
    // A page that is opened from here must not get access to the console's window.
    a: (tagName, attributes) => ({
      tagName,
      attribs: { ...attributes, target: '_blank', rel: 'noopener noreferrer' },
    }),
    img: (tagName, { src = '', ...attributes }) => ({
      tagName,
      attribs: { ...attributes, src: imageOrNothing(src) },
    }),
  },
  // An image without its address would show as broken.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
};

/**
 * The start and the end of a tag are looked for separately, because a single expression would search the rest of the
 * text for every start.
 */
function looksLikeHtml(text: string): boolean {
  const opens = text.search(/<[a-z!/]/i);
  return opens !== -1 && text.lastIndexOf('>') > opens + 1;
}

/**
 * Turns HTML or markdown of administrators into harmless HTML: without scripts, handlers, forms or frames, and without
 * anything that covers the page. An author of such texts (role 10) must not be able to act in the browsers of other
 * users.
 *
 * @returns empty for a text of blanks
 */
export function sanitizeContent(text: string): string {
  if (text.trim() === '') return '';
  return sanitizeHtml(looksLikeHtml(text) ? text : toHtml(text), RULES).trim();
}

/**
 * Matches markdown that may do harm. In markdown without tags only the address of a link or an image can do harm, also
 * when it is written with entities.
 */
const SUSPICIOUS_MARKDOWN = /(script|data|blob|filesystem)[\s\p{Cc}]*:|&#|&(colon|tab|newline);/iu;

/**
 * Prepares a text that people will edit again: HTML becomes harmless HTML, and markdown stays markdown unless it may
 * do harm, in which case it becomes harmless HTML, too.
 */
export function sanitizeSource(text: string): string {
  return looksLikeHtml(text) || SUSPICIOUS_MARKDOWN.test(text) ? sanitizeContent(text) : text;
}

function toHtml(text: string): string {
  if (text.length > MARKDOWN_LENGTH_MAX || !isCheapMarkdown(text)) return asWritten(text);
  try {
    return marked.parse(text, { async: false });
  } catch {
    return asWritten(text); // quotations nested without end exhaust the reader's stack
  }
}

function asWritten(text: string): string {
  return `<pre>${text.replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`)}</pre>`;
}
