import { taskPlatforms } from '@contracts';
import { TASK_PROVIDERS, VIDEO_PROVIDERS, videoProviderFor, videoProviderOf } from './task-registry';

describe('the providers of tasks', () => {
  it('are one for each platform that the console knows', () => {
    expect(TASK_PROVIDERS.map(({ id }) => id).sort()).toEqual([...taskPlatforms].sort());
  });

  it('have one among them for the models that nobody claims', () => {
    expect(VIDEO_PROVIDERS.filter(({ models }) => models === null).map(({ id }) => id)).toEqual(['openai']);
  });
});

it.each([
  ['kling-v2-master', 'kling'],
  ['ray-2', 'luma'],
  ['luma_video_api', 'luma'],
  ['gen4_turbo', 'runway'],
  ['gen-3', 'runway'],
  ['runway-gen3', 'runway'],
  ['cogvideox-3', 'cogvideox'],
  ['MiniMax-Hailuo-02', 'hailuo'],
  ['S2V-01', 'hailuo'],
  ['wan2.6-t2v', 'wan'],
  ['wan2.6-i2v-flash', 'wan'],
  ['wan2.6', 'openai'],
  ['sora-2', 'openai'],
  ['my-kling', 'openai'],
])('the model %s is made by %s', (model, id) => expect(videoProviderFor(model).id).toBe(id));

it('a stored video belongs to the provider that made it', () => {
  for (const { id } of VIDEO_PROVIDERS) expect(videoProviderOf(id).id).toBe(id);
});
