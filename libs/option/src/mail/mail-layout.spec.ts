import { mailLayout } from './mail-layout';

describe('the body of a mail', () => {
  it('escapes texts of users', () => {
    const evil = `<script>alert("1")</script> & 'x'`;
    const { html, text } = mailLayout({
      title: evil,
      paragraphs: [evil],
      action: { label: evil, url: 'https://site.example/?a="><b>&c=1' },
    });
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;');
    expect(html).toContain('href="https://site.example/?a=&quot;&gt;&lt;b&gt;&amp;c=1"');
    expect(text).toContain(evil);
  });

  it('makes no link of an address that is not http', () => {
    const { html } = mailLayout({ title: 't', paragraphs: [], action: { label: 'go', url: 'javascript:alert(1)' } });
    expect(html).not.toContain('<a ');
    expect(html).toContain('javascript:alert(1)');
  });

  it('has the same content without HTML, one piece after the other', () => {
    const action = { label: 'Top up', url: 'https://site.example/topup' };
    const { html, text } = mailLayout(
      { title: '标题', paragraphs: ['一', '二'], action: { ...action, label: '充值' } },
      { title: 'Title', paragraphs: ['one\ntwo'], action },
    );
    expect(text).toBe(
      '标题\n\n一\n\n二\n\n充值: https://site.example/topup\n\n----------\n\nTitle\n\none\ntwo\n\nTop up: https://site.example/topup\n',
    );
    expect(html.indexOf('标题')).toBeLessThan(html.indexOf('Title</h2>'));
    expect(html).toContain('one<br>two');
  });
});
