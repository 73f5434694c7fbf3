import { objectIn, textIn } from '@kernel';
import { createAccountVideos } from '../../tasks/account-videos';
import { qwenAccount } from './account';
import { toWanRequest } from './video-request';
import { isUnknownWan, readWanTask, wanFacts } from './video-response';

/** Wan on Alibaba's channels. Source: "Text-to-video", "Image-to-video" and "Tasks" of Model Studio, read 2026-11. */
export const wan = createAccountVideos({
  id: 'wan',
  models: /^wan.*-(t2v|i2v)/i,
  account: qwenAccount,
  channelTypes: [17],
  videoFor: toWanRequest,
  submitPath: '/api/v1/services/aigc/video-generation/video-synthesis',
  // The provider makes videos only asynchronously.
  submitHeaders: { 'x-dashscope-async': 'enable' },
  idIn: body => textIn(objectIn(body, 'output'), 'task_id'),
  pollPath: taskId => `/api/v1/tasks/${encodeURIComponent(taskId)}`,
  poll: { isUnknown: ({ json }) => isUnknownWan(json), read: ({ json }) => readWanTask(json) },
  factsOf: wanFacts,
});
