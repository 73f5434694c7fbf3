import { textIn } from '@kernel';
import { createAccountVideos } from '../../tasks/account-videos';
import { zhipuAccount } from './account';
import { toCogvideoRequest } from './video-request';
import { cogvideoFacts, readCogvideoTask } from './video-response';

/** CogVideoX on Zhipu's channels. Source: "Generate video" and "Retrieve result" of its API reference, read 2026-11. */
export const cogvideo = createAccountVideos({
  id: 'cogvideox',
  models: /^cogvideo/i,
  account: zhipuAccount,
  channelTypes: [16, 26],
  videoFor: toCogvideoRequest,
  submitPath: '/videos/generations',
  idIn: body => textIn(body, 'id'),
  pollPath: taskId => `/async-result/${encodeURIComponent(taskId)}`,
  poll: { read: ({ json }) => readCogvideoTask(json) },
  factsOf: cogvideoFacts,
});
