import { type ChannelPreview } from '@contracts';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const form = { type: 1, name: 'x', key: 'sk-very-secret', models: 'gpt-5,gpt-4o', base_url: 'https://api.example.com' };

function preview(fields: Record<string, unknown>): Promise<ChannelPreview> {
  return must(app.root.post<ChannelPreview>('/api/channel/preview', { ...form, ...fields }));
}

describe('the preview of a channel', () => {
  it('shows the request with all that the form changes, and no secret', async () => {
    const shown = await preview({
      header_override: { 'x-region': 'eu', 'x-own': 'k-{api_key}' },
      param_override: { rules: [{ op: 'rename', path: 'max_tokens', to: 'max_completion_tokens' }] },
      system_prompt: 'Be brief.',
      model_mapping: '{"gpt-5":"gpt-5-2026"}',
    });
    expect(shown).toMatchObject({ method: 'POST', url: 'https://api.example.com/v1/chat/completions' });
    expect(shown.headers).toMatchObject({ authorization: 'Bearer ***', 'x-region': 'eu', 'x-own': 'k-***' });
    expect(JSON.parse(shown.body)).toMatchObject({
      model: 'gpt-5-2026',
      max_completion_tokens: 100,
      messages: [{ content: 'Be brief.' }, { role: 'user' }],
    });
    expect(JSON.stringify(shown)).not.toContain('very-secret');
  });

  it('takes a sample in another format, and the key of the saved channel', async () => {
    const id = await app.make.channel({ base_url: 'https://api.example.com', key: 'sk-saved-secret' });
    const sample = JSON.stringify({ model: 'gpt-4o', max_tokens: 7, messages: [{ role: 'user', content: 'hello' }] });
    const shown = await preview({ id, key: '', type: 24, sample_format: 'anthropic', sample_body: sample });
    expect(shown.url).toContain(':generateContent');
    expect(JSON.parse(shown.body)).toMatchObject({ generationConfig: { maxOutputTokens: 7 } });
    expect(JSON.stringify(shown)).not.toContain('saved-secret');
  });

  it.each([
    [{ param_override: '{"stream":1}' }, 'stream'],
    [{ sample_body: '{' }, 'JSON'],
    [{ header_override: '[]' }, 'headers'],
    [{ type: 9999 }, 'type'],
  ])('says what is wrong with %j', async (fields, named) => {
    const { body } = await app.root.post<unknown>('/api/channel/preview', { ...form, ...fields });
    expect(body).toMatchObject({ success: false, message: expect.stringContaining(named) as string });
  });

  it('stores nothing', async () => {
    const count = async () => (await must(app.root.get<unknown[]>('/api/channel/search?keyword='))).length;
    const before = await count();
    await preview({});
    expect(await count()).toBe(before);
  });
});
