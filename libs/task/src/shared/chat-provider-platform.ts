import { upstreamModelName, type CatalogChannel } from '@channel';
import { type TaskAction } from '@contracts';
import { type JsonObject } from '@kernel';
import { ChannelAddressError, type ProviderAccount, type ProviderReach } from '@providers';
import { type PriceChoice, type SubmitOutcome } from '../engine/task-platform';
import { type TaskPlatforms } from '../engine/task-platforms';
import { isResponse, type NoResponse, type TaskClientResponse, type TaskClient } from '../transport/task-client';
import { readProviderResponse } from './provider-response';
import { unanswered, type SubmissionResult } from './submission-result';
import { POLL_TIMEOUT_MS, SUBMIT_TIMEOUT_MS, VideoPlatform } from './video-platform';
import { type VideoOptions, type VideoWork } from './video-provider';

/** A request in a provider's own format. */
export interface ProviderRequest {
  readonly action: TaskAction;
  /** The body without the model name, which each channel may map. */
  readonly body: JsonObject;
  readonly prices: readonly PriceChoice[];
  /** Further facts about the video, such as its length and size. */
  readonly facts: JsonObject;
  readonly dropped: readonly string[];
}

/** The parts in which providers differ. */
export interface ProviderFacts {
  readonly account: ProviderAccount;
  readonly channelTypes: readonly number[];
  /** Path below the root of the provider's API. */
  readonly submitPath: string;
  readonly submitHeaders: Readonly<Record<string, string>>;
}

/**
 * Videos of a provider whose channels are there for chats: they are made with the chat's address, key and judgement.
 */
export abstract class ChatProviderPlatform extends VideoPlatform {
  protected abstract readonly facts: ProviderFacts;

  constructor(
    platforms: TaskPlatforms,
    private readonly client: TaskClient,
  ) {
    super(platforms);
  }

  /** @throws AppError TASK_FIELD when the provider cannot do it */
  protected abstract requestFor(options: VideoOptions): ProviderRequest;
  /** The id in a response to a submission; empty for none. */
  protected abstract idIn(body: JsonObject): string;

  workFor(options: VideoOptions): VideoWork {
    const { action, body, prices, facts, dropped } = this.requestFor(options);
    const { channelTypes } = this.facts;
    return {
      action,
      models: [options.model],
      prices,
      accepts: ({ type }) => channelTypes.includes(type),
      parent: null,
      hookUrl: '',
      properties: { ...body, prompt: options.prompt, ...facts },
      dropped,
      send: ({ channel }) => this.submit(channel, { ...body, model: upstreamModelName(channel, options.model) }),
    };
  }

  /** @param path path below the root of the provider's API */
  protected async get(channel: CatalogChannel, path: string): Promise<TaskClientResponse | NoResponse> {
    const reach = this.reachOf(channel, path);
    return reach ? this.client.ask({ ...reach, method: 'GET', timeoutMs: POLL_TIMEOUT_MS }) : NOT_REACHABLE;
  }

  private async submit(channel: CatalogChannel, body: JsonObject): Promise<SubmitOutcome<SubmissionResult>> {
    const { account, submitPath, submitHeaders } = this.facts;
    const reach = this.reachOf(channel, submitPath);
    if (!reach) return unanswered(NOT_REACHABLE);
    const answer = await this.client.ask({
      method: 'POST',
      url: reach.url,
      headers: { ...reach.headers, ...submitHeaders },
      body,
      timeoutMs: SUBMIT_TIMEOUT_MS,
    });
    if (!isResponse(answer)) return unanswered(answer);
    return readProviderResponse(answer, { account, channel, idIn: found => this.idIn(found) });
  }

  /** Null when the channel's address is invalid, so that the next channel is tried. */
  private reachOf(channel: CatalogChannel, path: string): ProviderReach | null {
    try {
      return this.facts.account.reach(channel, path);
    } catch (error) {
      if (error instanceof ChannelAddressError) return null;
      throw error;
    }
  }
}

const NOT_REACHABLE: NoResponse = { fault: 'unreachable', isUnsent: true };
