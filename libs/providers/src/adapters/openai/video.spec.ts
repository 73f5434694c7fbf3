import { type AcceptedTask } from '../../contract/task';
import { type ChannelTarget } from '../../contract/upstream';
import { optionsFor, pixels } from '../../testing/video-options';
import { openAiRemix, openAiVideo } from './video';

const FACTORS = { mode: {}, durationSeconds: {} };
const CHANNEL: ChannelTarget = { id: 1, type: 1, key: 'sk-1', baseUrl: '', other: '', organization: 'org-1' };
const TASK: AcceptedTask = {
  taskId: 'video/1',
  modelName: 'sora-2-pro',
  status: 'SUCCESS',
  finishTimeMs: 1,
  properties: { seconds: 8 },
  data: { expires_at: 1_760_000_000 },
};
const options = optionsFor('sora-2');

function submission(request: Parameters<typeof openAiVideo.submit.build>[0], model: string) {
  return openAiVideo.submit.build(request, { channel: CHANNEL, model, callbackUrl: 'https://hook' });
}

describe('a request for a video in the format of OpenAI', () => {
  it('has the channel’s name for the model, and the account', () => {
    const request = openAiVideo.requestFor(options({ seconds: 8, size: pixels(1280, 720), image: 'https://a' }));
    expect(submission(request, 'sora-2-mapped')).toEqual({
      method: 'POST',
      url: 'https://api.openai.com/v1/videos',
      headers: { authorization: 'Bearer sk-1', 'openai-organization': 'org-1' },
      body: {
        model: 'sora-2-mapped',
        prompt: 'a boat',
        seconds: '8',
        size: '1280x720',
        input_reference: { image_url: 'https://a' },
      },
    });
  });

  it('passes a form on with all its files', () => {
    const files = [{ field: 'input_reference', filename: 'a.png', mime: 'image/png', bytes: Buffer.from('PNG') }];
    const form = { fields: { prompt: 'a boat', model: 'sora-2' }, files };
    const { headers, body } = submission({ options: options({}), body: form.fields, form, remixOf: '' }, 'mapped');
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const sent = (body as Buffer).toString();
    expect(sent).toContain('name="model"\r\n\r\nmapped');
    expect(sent).toContain('filename="a.png"\r\nContent-Type: image/png\r\n\r\nPNG');
  });

  it('for a new version costs as much as the original, and names no model', () => {
    const remix = openAiRemix(TASK, 'at night');
    expect(openAiVideo.workOf(remix, FACTORS)).toMatchObject({
      action: 'OTHER_VIDEO',
      model: '',
      prices: [{ model: 'sora-2-pro', factor: 2, seconds: 8 }],
      properties: { prompt: 'at night', seconds: 8, remixed_from_video_id: 'video/1' },
    });
    expect(submission(remix, '')).toMatchObject({
      url: 'https://api.openai.com/v1/videos/video%2F1/remix',
      body: { prompt: 'at night' },
    });
  });
});

it.each([
  [1, 'https://gateway.example', 'https://gateway.example/v1/videos/video%2F1'],
  [1, 'https://gateway.example/v2/', 'https://gateway.example/v2/videos/video%2F1'],
  [8, 'https://gateway.example/v1/chat/completions', 'https://gateway.example/v1/videos/video%2F1'],
  [8, 'https://gateway.example/api/videos', 'https://gateway.example/api/v1/videos/video%2F1'],
])('a video of a channel of type %i with the address %s is at %s', (type, baseUrl, url) => {
  const channel = { ...CHANNEL, type, baseUrl };
  expect(openAiVideo.remove?.build(TASK, channel)).toMatchObject({ method: 'DELETE', url });
  expect(openAiVideo.content?.build(TASK, 'thumbnail', channel).url).toBe(`${url}/content?variant=thumbnail`);
});

it('a video is kept as long as the upstream says', () => {
  expect(openAiVideo.factsOf(TASK).expiresAtMs).toBe(1_760_000_000_000);
  expect(openAiVideo.factsOf({ ...TASK, data: {} }).expiresAtMs).toBeNull();
});
