import { type ContactInfo, type OptionEntry, type SiteStatus } from '@contracts';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { processorMs } from '../support/processor-time';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

/** The route of each text, and the readers who may call it. */
const PLACES: readonly (readonly [key: string, path: string, who: 'guest' | 'user'])[] = [
  ['Notice', '/api/notice', 'guest'],
  ['About', '/api/about', 'guest'],
  ['HomePageContent', '/api/home_page_content', 'guest'],
  ['HomePageContent', '/api/home-page-content', 'guest'],
  ['Footer', '/api/status', 'guest'],
  ['TokenChannelDescription', '/api/token-channel-description', 'user'],
  ['DebugDocument', '/api/debug-document', 'user'],
];

/** Saves a text as an administrator of role 10, whose texts must not run in the browser of any other user. */
function save(key: string, value: string) {
  return must(app.admin.put('/api/option/', { key, value }));
}

async function read(path: string, client: TestClient): Promise<string> {
  const data = await must(client.get<string | SiteStatus>(path));
  return typeof data === 'string' ? data : data.footer_html;
}

async function shown(text: string, key = 'Notice', path = '/api/notice'): Promise<string> {
  await save(key, text);
  return read(path, app.guest);
}

/** Everything that may stand in the output: text without an opening bracket, and whole tags whose values are quoted. */
const PIECE = /[^<]+|<(\/?)([a-z][a-z0-9]*)((?:\s[a-z-]+(?:="[^"<>]*")?)*)\s?\/?>/y;
const TAGS =
  /^(h[1-6]|p|div|span|b|i|em|strong|s|del|u|a|img|br|hr|ul|ol|li|table|thead|tbody|tr|th|td|blockquote|pre|code|center|font|details|summary)$/;
const ATTRIBUTES = /^(href|target|rel|src|alt|width|height|style|title|color|align|colspan|open)$/;
const STYLE = /^((color|background-color|text-align|font-size|width):[#a-z0-9]+;?)*$/;
const ADDRESS = /^(https?:\/\/|mailto:|\/(?!\/)|data:image\/(png|gif);base64,|[^:&]*$)/;

/** Reads HTML as a strict reader would, and names everything in it that is not in the short list above. */
function problemsOf(html: string): readonly string[] {
  const problems: string[] = [];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < html.length) {
    const at = PIECE.lastIndex;
    const match = PIECE.exec(html);
    if (!match) return [...problems, `no tag: ${html.slice(at, at + 60)}`];
    const [, , tag, attributes = ''] = match;
    if (tag === undefined) continue;
    if (!TAGS.test(tag)) problems.push(`tag ${tag}`);
    for (const [, name = '', value = ''] of attributes.matchAll(/\s([a-z-]+)(?:="([^"]*)")?/g)) {
      if (!ATTRIBUTES.test(name)) problems.push(`attribute ${name}`);
      if (name === 'style' && !STYLE.test(value)) problems.push(`style ${value}`);
      if ((name === 'href' || name === 'src') && !ADDRESS.test(value)) problems.push(`address ${value}`);
    }
  }
  return problems;
}

const VECTORS: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script\n>alert(1)</script\n>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" OnError="alert(1)"/>',
  '<img/src/onerror=alert(1)>',
  '<img src=`x`onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src="data:text/html,<script>alert(1)</script>">',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<img srcset="x 1x" src="https://a.example/x.png" onload=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;&#97;vascript&colon;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="https://a.example" onclick="alert(1)" onmouseover=alert(1)>x</a>',
  '<a href="https://a.example/&quot;onmouseover=&quot;alert(1)">x</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="https://evil.example/x.swf">',
  '<form action="/api/user/self"><input name="password"><button formaction="javascript:alert(1)">x</button></form>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<base href="https://evil.example/"><link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>body{background:url(https://evil.example)}</style>',
  '<div style="position:fixed;inset:0;z-index:9999;background:url(javascript:alert(1))">x</div>',
  '<div style="width:expression(alert(1));color:red;color:url(x)">x</div>',
  '<p style="color:red;background-image:url(https://evil.example/?leak)">x</p>',
  '<div id="root" name="cookie" class="bp6-overlay">x</div>',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)></audio>',
  '<details ontoggle=alert(1) open>x</details>',
  '<body onload=alert(1)><marquee onstart=alert(1)>x</marquee>',
  '<x-widget onclick=alert(1)>x</x-widget>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<p title="</p><script>alert(1)</script>">x</p>',
  "<p title='\"><script>alert(1)</script>'>x</p>",
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<<img src=x onerror=alert(1)>>',
  '<img src=x onerror=alert(1)',
  '[x](javascript:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x]: javascript:alert(1)\n\n[x]',
  '![x](javascript:alert(1))',
  '![x](https://a.example/"onerror="alert(1))',
  '```"><script>\nalert(1)\n```',
  '`<script>alert(1)</script>`',
  'https://a.example/"onmouseover="alert(1)',
];

describe('a text of an administrator', () => {
  it.each(VECTORS)('cannot run: %s', async vector => {
    for (const text of [vector, `before ${vector} after`, `<p>before</p>${vector}`]) {
      const html = await shown(text);
      expect({ text, html, problems: problemsOf(html) }).toEqual({ text, html, problems: [] });
    }
  });

  it.each(PLACES)('in %s cannot run at %s, for %s', async (key, path, who) => {
    for (const text of [VECTORS.join('\n'), `<p>before</p>${VECTORS.join('')}`, '[x](javascript:alert(1))']) {
      await save(key, text);
      const html = await read(path, app[who]);
      expect(html).not.toBe('');
      expect(problemsOf(html)).toEqual([]);
    }
  });

  it('is read by the check above as a browser would read it', () => {
    expect(problemsOf('<p onclick="x">')).toEqual(['attribute onclick']);
    expect(problemsOf('<a href="javascript:alert(1)">')).toEqual(['address javascript:alert(1)']);
    expect(problemsOf('<script>')).toEqual(['tag script']);
    expect(problemsOf('a <b')).toHaveLength(1);
    expect(problemsOf('<p style="position:fixed">')).toHaveLength(1);
  });

  it('keeps the words around what was removed', async () => {
    expect(await shown('<p>before</p><script>alert(1)</script><x-y>in</x-y><p>after</p>')).toBe(
      '<p>before</p>in<p>after</p>',
    );
  });

  it('stays as written where administrators edit it', async () => {
    const text = '## Hello\n\n<script>alert(1)</script>';
    await save('About', text);
    const options = await must(app.admin.get<OptionEntry[]>('/api/option/'));
    expect(options.find(({ key }) => key === 'About')?.value).toBe(text);
  });
});

describe('rich content', () => {
  it.each([
    ['<h1>A</h1><h6 style="text-align:center">B</h6>', undefined],
    [
      '<p>one <b>two</b> <em>three</em> <del>four</del><br>five</p><hr>',
      '<p>one <b>two</b> <em>three</em> <del>four</del><br />five</p><hr />',
    ],
    ['<ul><li>a</li><li>b<ol start="3"><li>c</li></ol></li></ul>', undefined],
    [
      '<table border="1"><thead><tr><th align="right">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
      undefined,
    ],
    [
      '<img src="https://a.example/x.png" alt="x" width="40">',
      '<img alt="x" width="40" src="https://a.example/x.png" />',
    ],
    ['<img src="/logo.png">', '<img src="/logo.png" />'],
    ['<img src="data:image/png;base64,iVBORw0KGgo=">', '<img src="data:image/png;base64,iVBORw0KGgo=" />'],
    ['<span style="color:#ff0000;background-color:yellow;font-size:18px">x</span>', undefined],
    ['<center><font color="red" size="4">x</font></center>', undefined],
    ['<details open><summary>x</summary>y</details>', undefined],
    ['<pre><code>a &lt; b</code></pre><blockquote>c</blockquote>', undefined],
    ['<p>中文 &amp; émoji 😀</p>', undefined],
  ])('survives as HTML: %s', async (text, expected) => {
    const html = await shown(text);
    expect(html.replace(/<details open="">/g, '<details open>')).toBe(expected ?? text);
  });

  it('survives as markdown', async () => {
    const html = await shown(
      '# Title\n\nsome *text*, **bold** and `code`\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![x](https://a.example/x.png)',
    );
    for (const piece of [
      '<h1>Title</h1>',
      '<em>text</em>, <strong>bold</strong> and <code>code</code>',
      '<li>one</li>',
      '<td>1</td>',
      '<img alt="x" src="https://a.example/x.png" />',
    ]) {
      expect(html).toContain(piece);
    }
  });

  it('is markdown only without tags, so that HTML means what it says', async () => {
    expect(await shown('<p>2 * 3 * 4</p>\n\n# no title')).toBe('<p>2 * 3 * 4</p>\n\n# no title');
  });

  it('opens links in a window that cannot reach back', async () => {
    const link = '<a href="https://a.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">docs</a>';
    expect(await shown('[docs](https://a.example/?a=1&b=2)')).toBe(`<p>${link}</p>`);
    expect(await shown('<a href="https://a.example/?a=1&b=2" target="_top" rel="opener">docs</a>')).toBe(link);
    expect(await shown('<a href="mailto:a@b.example">x</a>')).toContain('href="mailto:a@b.example"');
  });

  it('is empty when only blanks were written', async () => {
    expect(await shown(' \n ')).toBe('');
  });

  it('follows the text at once, and is rendered again only for a changed text', async () => {
    expect(await shown('one')).toBe('<p>one</p>');
    expect(await shown('two')).toBe('<p>two</p>');
    expect(await read('/api/notice', app.guest)).toBe('<p>two</p>');
    expect(await shown('one', 'About', '/api/about')).toBe('<p>one</p>');
  });

  it.each([
    ['quotations', '>'.repeat(50_000)],
    ['tags', '<div>'.repeat(50_000)],
    ['lists', Array.from({ length: 1500 }, (_, level) => `${' '.repeat(level)}- x`).join('\n')],
    ['brackets', '['.repeat(100_000)],
  ])('does not block the server by many repetitions of %s', async (_, text) => {
    const startedMs = processorMs();
    const html = await shown(`${text} end`);
    expect(processorMs() - startedMs).toBeLessThan(3000);
    expect(html).toContain('end');
  });
});

describe('an address alone', () => {
  const ADDRESS_ALONE = 'https://docs.example/start?a=1&b=%20#top';

  it.each([
    ['About', '/api/about', 'guest'],
    ['HomePageContent', '/api/home_page_content', 'guest'],
    ['DebugDocument', '/api/debug-document', 'user'],
  ] as const)('of %s stays one, for the frame', async (key, path, who) => {
    await save(key, `  ${ADDRESS_ALONE}\n`);
    expect(await read(path, app[who])).toBe(ADDRESS_ALONE);
  });

  it('becomes a link in an announcement', async () => {
    expect(await shown(ADDRESS_ALONE)).toContain('<a href="https://docs.example/start?a=1&amp;b=%20#top"');
  });

  it.each([
    'http://docs.example',
    'javascript:alert(1)',
    'https://docs.example and more',
    'https://docs.example/"><script>alert(1)</script>',
    "https://docs.example/'onload='alert(1)",
    'https://user:password@docs.example',
    'https://',
  ])('is none when it is %s', async text => {
    const html = await shown(text, 'About', '/api/about');
    expect(html).not.toBe(text);
    expect(problemsOf(html)).toEqual([]);
    // The console recognises an address for its frame by this pattern.
    expect(html).not.toMatch(/^https:\/\/[^\s<>"]+$/);
  });
});

describe('the image of the invitation', () => {
  const image = async (text: string) => {
    await save('TopupAffiliate', text);
    return must(app.user.get<string>('/api/topup-affiliate/img'));
  };

  it.each([
    'https://a.example/x.png?a=1',
    'http://a.example/x.png',
    '/promo.png',
    'data:image/png;base64,iVBORw0KGgo=',
  ])('may lie at %s', async address => expect(await image(` ${address} `)).toBe(address));

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml;base64,PHN2Zy8+',
    '//evil.example/x.png',
    '/\\evil.example/x.png',
    '/x.png" onerror="alert(1)',
    '<img src=x onerror=alert(1)>',
    'x.png',
  ])('is left out when its address is %s', async address => expect(await image(address)).toBe(''));
});

describe('plain texts and links', () => {
  it('contacts are plain text and come out as they are', async () => {
    await save('QQContact', 'a < b & <i>c</i>');
    expect((await must(app.guest.get<ContactInfo>('/api/contact-info'))).QQContact).toBe('a < b & <i>c</i>');
  });

  it.each([
    ['https://chat.example/?key={key}&url={address}', true],
    ['opencat://team/join?token={key}', true],
    ['javascript:alert(1)', false],
    [' java\tscript:alert(1)', false],
    ['data:text/html,<script>alert(1)</script>', false],
  ])('a chat link to %s is offered: %s', async (link, isOffered) => {
    await save('ChatLink', link);
    await save('ChatLink2', link);
    const status = await must(app.guest.get<SiteStatus>('/api/status'));
    expect([status.chat_link, status.chat_link2]).toEqual(isOffered ? [link, link] : ['', '']);
  });
});
