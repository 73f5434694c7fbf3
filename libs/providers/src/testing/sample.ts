import { channelTypeOf } from '@contracts';
import { type Endpoint, type Seal, type WireFormat } from '@formats';
import { type ProviderAdapter } from '../contract/provider-adapter';
import { type ChannelTarget } from '../contract/upstream';
import { adapterFor } from '../registry';
import { type SampleProtocol } from './sample-protocols';

/**
 * A sample account at a provider, and the models that show its abilities. What all adapters have in common is tested
 * with these accounts, so a row here is all that a new provider needs.
 */
export interface Sample {
  readonly type: number;
  /** The difference from other samples of the same type. */
  readonly mode?: string;
  /** What differs from {@link SAMPLE_KEY} at the default address. Each secret part of a key contains `canary`. */
  readonly target?: Partial<ChannelTarget>;
  /**
   * The chat models. Each call goes to all of them, and the best outcome counts; an empty list means that the provider
   * has no chat.
   */
  readonly chat: readonly string[];
  /** The models for other tasks, where they differ from {@link chat}. */
  readonly models?: Partial<Record<Endpoint, string>>;
  /** How the adapter proves that it has the key; absent: the key as a bearer. */
  readonly credential?: SampleCredential;
  /** How it proves the key when it is asked for models and balance, where that differs from {@link credential}. */
  readonly accountCredential?: SampleCredential;
  /** The protocol of chats; absent: that of OpenAI. */
  readonly protocol?: SampleProtocol;
  /** The first model that calls tools, where it is not the first of {@link chat}. */
  readonly toolModel?: string;
  /** The formats whose callers' tools of free text pass as they are; absent: they become functions. */
  readonly freeText?: readonly WireFormat[];
  /** The provider whose sealed reasoning this one takes back; absent: it takes none. */
  readonly seals?: Seal['provider'];
}

/** What a request must show in a header, or in a parameter of its address, once it is signed. */
export type SampleCredential =
  | { readonly header: string; readonly value: string | RegExp }
  | { readonly parameter: string; readonly value: string | RegExp };

/** The key of every account whose key has no shape of its own. */
export const SAMPLE_KEY = 'sample-canary-key';

/** The number of the type, and the mode where a type has several. */
export function nameOfSample({ type, mode }: Sample): string {
  return mode === undefined ? String(type) : `${type} ${mode}`;
}

export function adapterOfSample({ type }: Sample): ProviderAdapter {
  const adapter = adapterFor(type);
  if (!adapter) throw new Error(`no adapter serves type ${type}`);
  return adapter;
}

/** The sample's channel, at the default address of its type unless the sample has another. */
export function targetOfSample({ type, target }: Sample): ChannelTarget {
  const baseUrl = channelTypeOf(type)?.defaultBaseUrl ?? '';
  return { id: 1, type, key: SAMPLE_KEY, baseUrl, other: '', organization: null, ...target };
}
