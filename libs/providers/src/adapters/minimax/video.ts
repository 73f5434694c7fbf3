import { isJsonObject, objectIn, textIn } from '@kernel';
import { type TaskUpstreamRequest, type TaskUpstreamResponse } from '../../contract/task';
import { type ChannelTarget } from '../../contract/upstream';
import { createAccountVideos } from '../../tasks/account-videos';
import { minimaxAccount } from './account';
import { toHailuoRequest } from './video-request';
import { fileIdIn, hailuoFacts, isUnknownHailuo, readHailuoTask } from './video-response';

/** Hailuo on MiniMax's channels. Source: "Video generation" and "File retrieve" of its API reference, read 2026-11. */
export const hailuo = createAccountVideos({
  id: 'hailuo',
  models: /^((minimax-)?hailuo|[tis]2v-01)/i,
  account: minimaxAccount,
  channelTypes: [35],
  videoFor: toHailuoRequest,
  submitPath: '/v1/video_generation',
  idIn: body => textIn(body, 'task_id'),
  pollPath: taskId => `/v1/query/video_generation?${new URLSearchParams({ task_id: taskId }).toString()}`,
  poll: {
    isUnknown: ({ json }) => isUnknownHailuo(json),
    // A finished video only names its file. Addresses expire soon, but the file stays and can be requested again.
    file: { idIn: fileIdIn, build: fileRequest, join: withFile },
    read: ({ json }) => readHailuoTask(json),
  },
  factsOf: hailuoFacts,
});

function fileRequest(fileId: string, channel: ChannelTarget): TaskUpstreamRequest {
  const query = new URLSearchParams({ file_id: fileId }).toString();
  return { method: 'GET', ...minimaxAccount.reach(channel, `/v1/files/retrieve?${query}`) };
}

/** The task with the description of its file, if that could be fetched. */
function withFile(task: unknown, { status, json }: TaskUpstreamResponse): unknown {
  const isFound = status < 300 && isJsonObject(json);
  return isFound && isJsonObject(task) ? { ...task, file: objectIn(json, 'file') } : task;
}
