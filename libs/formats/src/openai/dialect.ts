import { type FinishReason } from '../canonical/chat';

/**
 * How a provider's chat format differs from the plain one where a call is written into it or its answers are read. Bodies
 * that are in the chat format already are never rewritten by this.
 */
export interface OpenAiDialect {
  /** The field in which earlier reasoning goes back to the provider; absent: it does not want it. */
  readonly reasoningField?: 'reasoning_content' | 'reasoning';
  /** Sampling settings that are no part of the plain format but that this provider takes. */
  readonly sampling?: readonly ('topK' | 'minP' | 'repetitionPenalty')[];
  /** Whether `cache_control` inside parts and tools is understood. */
  readonly takesCacheMarks?: boolean;
  /** False for providers that refuse `tool_choice: {type: "allowed_tools"}`: the other tools are left out instead. */
  readonly takesAllowedTools?: boolean;
  /** False for providers without tools that take free text: those are offered as functions of one text. */
  readonly takesCustomTools?: boolean;
  /** Whether the signatures of Google's calls stand beside them, as in Google's own layer of the format. */
  readonly takesGoogleSignatures?: boolean;
  /** Whether answers of tools may hold images and documents; otherwise those follow in a message of the user. */
  readonly takesToolMedia?: boolean;
  /** Whether answers keep their reasoning between `<think>` and `</think>` at the beginning of the text. */
  readonly readsThinkTags?: boolean;
  /** The provider's own words for why an answer ended, besides the common ones. */
  readonly finishReasons?: Readonly<Record<string, FinishReason>>;
}

/** OpenAI's own. */
export const PLAIN_DIALECT: OpenAiDialect = {};
