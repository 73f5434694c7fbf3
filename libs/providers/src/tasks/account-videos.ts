import { type TaskAction, type TaskPlatform } from '@contracts';
import { type JsonObject } from '@kernel';
import { type AcceptedTask, type PollOne, type PriceChoice } from '../contract/task';
import { type VideoFacts, type VideoOptions, type VideoProvider } from '../contract/video';
import { type ProviderAccount } from '../shared/provider-account';
import { readAccountResponse } from './account-response';

/** A video in the provider's own format. */
export interface AccountVideo {
  readonly action: TaskAction;
  /** The body without the model name, which each channel may map. */
  readonly body: JsonObject;
  readonly prices: readonly PriceChoice[];
  /** Further facts about the video, such as its length and size. */
  readonly facts: JsonObject;
  readonly dropped: readonly string[];
}

interface OrderedVideo extends AccountVideo {
  readonly model: string;
  readonly prompt: string;
}

/** The parts in which such providers differ. Paths begin at the root of the provider's API, with a slash. */
interface AccountVideos {
  readonly id: TaskPlatform;
  readonly models: RegExp;
  readonly account: ProviderAccount;
  readonly channelTypes: readonly number[];
  /** @throws AppError TASK_FIELD when the provider cannot do it */
  videoFor(options: VideoOptions): AccountVideo;
  readonly submitPath: string;
  readonly submitHeaders?: Readonly<Record<string, string>>;
  /** The id in a response to a submission; empty for none. */
  idIn(body: JsonObject): string;
  pollPath(taskId: string): string;
  readonly poll: Pick<PollOne, 'isUnknown' | 'file' | 'read'>;
  factsOf(task: AcceptedTask): VideoFacts;
}

/**
 * Videos of a provider whose channels are there for chats: they are made with the chat's address, key and error
 * classes.
 */
export function createAccountVideos(provider: AccountVideos): VideoProvider<OrderedVideo> {
  const { account } = provider;
  return {
    id: provider.id,
    noun: 'video',
    models: provider.models,
    accepts: ({ type }) => provider.channelTypes.includes(type),
    requestFor: options => ({ ...provider.videoFor(options), model: options.model, prompt: options.prompt }),
    workOf: ({ action, model, prompt, body, prices, facts, dropped }) => ({
      action,
      models: [model],
      prices,
      model,
      hookUrl: '',
      properties: { ...body, prompt, ...facts },
      dropped,
    }),
    submit: {
      build: ({ body }, { channel, model }) => {
        const { url, headers } = account.reach(channel, provider.submitPath);
        return { method: 'POST', url, headers: { ...headers, ...provider.submitHeaders }, body: { ...body, model } };
      },
      read: (response, _video, channel) =>
        readAccountResponse(response, { account, channel, idIn: body => provider.idIn(body) }),
    },
    poll: {
      kind: 'one',
      build: ({ taskId }, channel) => ({ method: 'GET', ...account.reach(channel, provider.pollPath(taskId)) }),
      ...provider.poll,
    },
    factsOf: task => provider.factsOf(task),
  };
}
