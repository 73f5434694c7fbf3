import { type FinishReason } from '../canonical/chat';

/**
 * How a provider's chat format differs from the plain one when a call is written into it or its answers are read.
 * Bodies that are in the chat format already are never rewritten because of this.
 */
export interface OpenAiDialect {
  /** The field in which earlier reasoning goes back to the provider; absent: the provider does not want it. */
  readonly reasoningField?: 'reasoning_content' | 'reasoning';
  /** Sampling settings that are not part of the plain format but that this provider accepts. */
  readonly sampling?: readonly ('topK' | 'minP' | 'repetitionPenalty')[];
  /** True if the provider understands `cache_control` inside parts and tools. */
  readonly takesCacheMarks?: boolean;
  /** False for providers that refuse `tool_choice: {type: "allowed_tools"}`: the other tools are left out instead. */
  readonly takesAllowedTools?: boolean;
  /** False for providers without free-text tools: those are offered as functions with one text parameter. */
  readonly takesCustomTools?: boolean;
  /** True if the signatures of Google's calls stand next to them, as in Google's own layer of the format. */
  readonly takesGoogleSignatures?: boolean;
  /** True if tool results may hold images and documents; otherwise those follow in a user message. */
  readonly takesToolMedia?: boolean;
  /** True if answers have their reasoning between `<think>` and `</think>` at the beginning of the text. */
  readonly readsThinkTags?: boolean;
  /** The provider's own finish reasons, besides the common ones. */
  readonly finishReasons?: Readonly<Record<string, FinishReason>>;
}

/** OpenAI's own dialect. */
export const PLAIN_DIALECT: OpenAiDialect = {};
