/** A part of a message that holds more than one kind of content; images are data addresses. */
type PlaygroundPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

export interface PlaygroundMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string | readonly PlaygroundPart[];
}

/** The body of `POST /pg/chat/completions`; a max_tokens of 0 means "not set". */
export interface PlaygroundRequest {
  readonly model: string;
  readonly group: string;
  readonly messages: readonly PlaygroundMessage[];
  readonly stream: boolean;
  readonly temperature: number;
  readonly max_tokens: number;
  /** How long the model thinks; when absent, the model decides. */
  readonly reasoning_effort?: string;
}

/** The data of the last event of a stream. */
export const STREAM_DONE = '[DONE]';

export const messageStates = ['loading', 'incomplete', 'complete', 'error'] as const;
export type MessageState = (typeof messageStates)[number];

export const playgroundDefaults = { model: 'gpt-4o-mini', temperature: 0, maxTokens: 0 } as const;
export const temperatureRange = { min: 0.1, max: 1, step: 0.1 } as const;
/** The playground refuses to choose a model whose name begins with this. */
export const PLAYGROUND_REFUSED_PREFIX = 'o1';
