import { type UsageReading } from './usage-reading';
import { type AudioBlock, type ChatBlock, type FinishReason, type Seal, type UrlCitation } from './chat';

/** One alternative of an answer. */
export interface ChatChoice {
  readonly index: number;
  /** Reasoning, text, refusal, tool calls, images and audio, in the order they were made. */
  readonly blocks: readonly ChatBlock[];
  readonly finish: FinishReason;
  /** The stop sequence that ended the answer, if the provider names it. */
  readonly stopSequence?: string;
  /** Probabilities in the OpenAI form `{content: [...], refusal: [...]}`. */
  readonly logprobs?: Readonly<Record<string, unknown>>;
}

/** A whole answer, read from a provider's body. */
export interface ChatAnswer {
  /** The provider's id; empty when it sends none. */
  readonly id: string;
  /** The model that the provider names; empty when it names none. */
  readonly model: string;
  readonly choices: readonly ChatChoice[];
  readonly usage: UsageReading;
}

/** An error that a provider sent inside an answer that had begun normally. */
export interface AnswerError {
  readonly message: string;
  readonly type: string;
  readonly code: string | null;
}

/**
 * One step of a streamed answer. `choice` counts alternatives from 0, `call` counts the tool calls of a choice from 0
 * in the order they began; the reader gives both numbers, whatever the provider's own numbering is.
 *
 * A reader guarantees: `toolCall` comes once per call, with id and name, before its `toolArguments`; the argument
 * pieces joined are the arguments; `finish` comes at most once per choice; `usage` holds the whole usage so far, and
 * the last one counts. A writer must accept everything else in any order, interleaved calls included.
 */
export type ChatEvent =
  | { readonly type: 'start'; readonly id: string; readonly model: string }
  | { readonly type: 'reasoning'; readonly choice: number; readonly text: string }
  /** Closes the reasoning before it; a seal of kind `redacted` or `encrypted` is a reasoning block of its own. */
  | { readonly type: 'seal'; readonly choice: number; readonly seal: Seal }
  | { readonly type: 'text'; readonly choice: number; readonly text: string; readonly seal?: Seal }
  | { readonly type: 'refusal'; readonly choice: number; readonly text: string }
  | { readonly type: 'citation'; readonly choice: number; readonly citation: UrlCitation }
  | {
      readonly type: 'toolCall';
      readonly choice: number;
      readonly call: number;
      readonly id: string;
      readonly name: string;
      readonly kind: 'function' | 'custom';
      readonly seal?: Seal;
    }
  | { readonly type: 'toolArguments'; readonly choice: number; readonly call: number; readonly text: string }
  /** A whole image. */
  | { readonly type: 'image'; readonly choice: number; readonly mime: string; readonly data: string }
  /** A piece of speech and of its transcript; either may be empty. */
  | {
      readonly type: 'audio';
      readonly choice: number;
      readonly data: string;
      readonly format: string;
      readonly transcript: string;
      readonly id?: AudioBlock['id'];
    }
  | { readonly type: 'logprobs'; readonly choice: number; readonly logprobs: Readonly<Record<string, unknown>> }
  | {
      readonly type: 'finish';
      readonly choice: number;
      readonly reason: FinishReason;
      readonly stopSequence?: string;
    }
  | { readonly type: 'usage'; readonly usage: UsageReading }
  | { readonly type: 'error'; readonly error: AnswerError };
