import { songModels, withoutTrailingSlash } from '@contracts';
import { isJsonObject, textIn, type JsonObject } from '@kernel';
import { type TaskProvider } from '../../contract/task';
import { type ChannelTarget } from '../../contract/upstream';
import { readSong, readSongBatch, readSongResponse } from './response';

export type SongAction = keyof typeof songModels;

/** A song, lyrics, or the joining of songs, in the format of the proxies. */
export interface SongRequest {
  readonly action: SongAction;
  /** The caller's address for notifications of changes; empty for none. */
  readonly hookUrl: string;
  /** The body for the upstream, without any hook. */
  readonly body: JsonObject;
}

const CHANNEL_TYPE = 36;
/** Proxies respond to a request for lyrics only when these are finished, which may take two minutes. */
const SUBMIT_TIMEOUT_MS = 150_000;

/** Songs from a proxy of channel type 36. */
export const suno: TaskProvider<SongRequest> = {
  id: 'suno',
  noun: 'song',
  accepts: ({ type }) => type === CHANNEL_TYPE,
  workOf({ action, hookUrl, body }) {
    const model = songModels[action];
    return {
      action,
      models: [model],
      prices: [{ model, factor: 1 }],
      model: '',
      hookUrl,
      properties: body,
      dropped: [],
    };
  },
  submit: {
    timeoutMs: SUBMIT_TIMEOUT_MS,
    build: ({ action, body }, { channel, callbackUrl }) => ({
      method: 'POST',
      url: `${baseOf(channel)}/suno/submit/${action}`,
      headers: headersOf(channel),
      body: { ...body, ...(callbackUrl !== null && { notify_hook: callbackUrl }) },
    }),
    read: readSongResponse,
  },
  poll: {
    kind: 'many',
    build: (taskIds, channel) => ({
      method: 'POST',
      url: `${baseOf(channel)}/suno/fetch`,
      headers: headersOf(channel),
      body: { ids: taskIds },
    }),
    read: readSongBatch,
  },
  readCallback(body, { taskId }) {
    const isAboutIt = isJsonObject(body) && textIn(body, 'task_id') === taskId;
    return isAboutIt ? readSong(body) : null;
  },
};

function baseOf(channel: ChannelTarget): string {
  return withoutTrailingSlash(channel.baseUrl);
}

/** The secret header; a channel without a key sends none. */
function headersOf({ key }: ChannelTarget): Readonly<Record<string, string>> {
  return key === '' ? {} : { authorization: `Bearer ${key}` };
}
