/**
 * The canonical chat: one call and one answer in no provider's own format. Every wire format of chat is read into it
 * and written from it, so that N formats need N readers and N writers instead of N x N conversions. Blocks keep their
 * order; parts that only one provider understands (signatures, cache marks) are kept and written again where they are
 * understood.
 */

/** The formats that callers use; each is also the native format of some providers. */
export const wireFormats = ['openai', 'anthropic', 'gemini', 'responses'] as const;
export type WireFormat = (typeof wireFormats)[number];

/**
 * Opaque state of a provider's reasoning that must come back unchanged in the next turn of a tool loop. It is written
 * natively to the provider that made it, carried through callers of other formats in an envelope (`canonical/seal.ts`),
 * and never sent to another provider.
 */
export interface Seal {
  readonly provider: 'anthropic' | 'google' | 'openai';
  /**
   * `redacted` holds the reasoning itself, unreadable. `encrypted` is an encrypted reasoning item of the Responses API.
   */
  readonly kind: 'signature' | 'redacted' | 'encrypted';
  readonly value: string;
  /** The provider's id of the sealed item, if it has one. */
  readonly id?: string;
}

/** A place where a prompt cache may end; `1h` is set only when the caller asked for the longer time. */
export interface CacheMark {
  readonly ttl: '5m' | '1h';
}

/** The place where the bytes of an image, document or video are. `data` is base64 without a prefix. */
export type MediaSource =
  | { readonly kind: 'data'; readonly mime: string; readonly data: string }
  | { readonly kind: 'url'; readonly url: string; readonly mime?: string }
  /** A file stored at the provider; only the provider that issued it can read it. */
  | { readonly kind: 'stored'; readonly id: string; readonly mime?: string };

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  readonly cache?: CacheMark;
  readonly seal?: Seal;
  /** Sources that an answer cites. */
  readonly citations?: readonly UrlCitation[];
}

/**
 * A source that a text cites. Offsets count UTF-16 units of the text block, as the OpenAI format does; they are absent
 * when the provider gives none.
 */
export interface UrlCitation {
  readonly url: string;
  readonly title: string;
  readonly start?: number;
  readonly end?: number;
}

interface RefusalBlock {
  readonly type: 'refusal';
  readonly text: string;
}

/** A piece of reasoning; `text` is empty for redacted reasoning and for encrypted items without text. */
export interface ReasoningBlock {
  readonly type: 'reasoning';
  readonly text: string;
  readonly seal?: Seal;
}

export interface ImageBlock {
  readonly type: 'image';
  readonly source: MediaSource;
  readonly detail?: string;
  readonly cache?: CacheMark;
}

/** Audio in base64; `format` is a word like wav, mp3, flac, opus, pcm16. */
export interface AudioBlock {
  readonly type: 'audio';
  readonly data: string;
  readonly format: string;
  /** The spoken words, on answers. */
  readonly transcript?: string;
  /** The provider's id of an earlier spoken answer. */
  readonly id?: string;
}

export interface VideoBlock {
  readonly type: 'video';
  readonly source: MediaSource;
}

export interface FileBlock {
  readonly type: 'file';
  readonly source: MediaSource;
  readonly name?: string;
  readonly cache?: CacheMark;
}

/** A call that the model made. `arguments` is the text as the model wrote it: JSON for functions, free for custom tools. */
export interface ToolCallBlock {
  readonly type: 'toolCall';
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly kind: 'function' | 'custom';
  readonly seal?: Seal;
  readonly cache?: CacheMark;
}

/**
 * The result of a tool; stands in a message of the user. `name` is set when the caller's format names the function
 * here.
 */
export interface ToolResultBlock {
  readonly type: 'toolResult';
  readonly callId: string;
  readonly name?: string;
  readonly content: readonly (TextBlock | ImageBlock | AudioBlock | FileBlock)[];
  readonly isError?: boolean;
  readonly cache?: CacheMark;
}

export type ChatBlock =
  | TextBlock
  | RefusalBlock
  | ReasoningBlock
  | ImageBlock
  | AudioBlock
  | VideoBlock
  | FileBlock
  | ToolCallBlock
  | ToolResultBlock;

export interface ChatMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant';
  readonly blocks: readonly ChatBlock[];
  /** The name of the participant. */
  readonly name?: string;
}

/** A tool that the caller runs itself. `parameters` is a JSON Schema in lower-case types. */
export interface FunctionTool {
  readonly type: 'function';
  readonly name: string;
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly strict?: boolean;
  readonly cache?: CacheMark;
}

/** A tool that takes free text; `format` is written as in the Responses API (`{type:"text"}` or a grammar). */
export interface CustomTool {
  readonly type: 'custom';
  readonly name: string;
  readonly description?: string;
  readonly format?: Readonly<Record<string, unknown>>;
}

/** A web search that the provider runs. */
export interface WebSearchTool {
  readonly type: 'webSearch';
  readonly contextSize?: 'low' | 'medium' | 'high';
  readonly maxUses?: number;
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
  /** `{country,city,region,timezone}`, as all providers spell it. */
  readonly userLocation?: Readonly<Record<string, string>>;
}

export type ChatTool = FunctionTool | CustomTool | WebSearchTool;

/**
 * The caller's choice among its tools. `allowed` restricts the choice to some of the tools; `isRequired` says that one
 * of them must be called.
 */
export type ToolChoice =
  | { readonly type: 'auto' | 'none' | 'required' }
  | { readonly type: 'tool'; readonly name: string }
  | { readonly type: 'allowed'; readonly names: readonly string[]; readonly isRequired: boolean };

export type ResponseFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json' }
  | {
      readonly type: 'schema';
      readonly name: string;
      readonly schema: Readonly<Record<string, unknown>>;
      readonly description?: string;
      readonly strict?: boolean;
    };

export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];

/**
 * How much the model shall reason. A caller gives an effort, a budget in tokens, or both; `effort: 'none'` switches
 * reasoning off. `canonical/reasoning.ts` turns one into the other for providers that know only the other.
 */
export interface ReasoningOptions {
  readonly effort?: ReasoningEffort;
  /** -1 lets the model decide. */
  readonly budgetTokens?: number;
  /** True if the caller wants to read the reasoning; absent: the format's own default applies. */
  readonly isShown?: boolean;
  /** The Responses API's word for the kind of summary: auto, concise, detailed. */
  readonly summary?: string;
}

/** Everything that steers an answer. An absent field means that the caller did not set it. */
export interface ChatSettings {
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly repetitionPenalty?: number;
  readonly seed?: number;
  /** The number of answers. */
  readonly n?: number;
  readonly stop?: readonly string[];
  readonly logprobs?: boolean;
  readonly topLogprobs?: number;
  readonly logitBias?: Readonly<Record<string, number>>;
  readonly responseFormat?: ResponseFormat;
  readonly reasoning?: ReasoningOptions;
  readonly verbosity?: string;
  readonly toolChoice?: ToolChoice;
  readonly parallelToolCalls?: boolean;
  /** The kinds of output, in the words of the OpenAI format: text, audio, image. */
  readonly modalities?: readonly string[];
  /** `{voice, format}` for a spoken answer. */
  readonly audio?: Readonly<Record<string, unknown>>;
  readonly user?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly serviceTier?: string;
  readonly store?: boolean;
  readonly promptCacheKey?: string;
}

/** One call, read from a caller's body. The model is not part of it, because model mapping may change it. */
export interface ChatCall {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ChatTool[];
  readonly settings: ChatSettings;
  /**
   * The names of fields in the caller's body for which this form has no place, as the caller spelled them (`container`,
   * `tools.code_execution`). They are reported as dropped whenever the call leaves its own format.
   */
  readonly extraFields: readonly string[];
  /**
   * The type of a tool that the provider itself runs and that the caller requires (`file_search`);
   * `settings.toolChoice` has no value for it.
   */
  readonly forcedTool?: string;
}

/** The reason why an answer ended. `unknown`: the provider did not say, or said something new. */
export type FinishReason = 'stop' | 'length' | 'toolCalls' | 'contentFilter' | 'unknown';
