export { CallIds } from './anthropic/call-ids';
export {
  type MessagesReadingOptions,
  MessagesStreamReader,
  readMessage,
  refuseThread,
  writeMessagesCall,
} from './anthropic';
export {
  claudeVersionOf,
  datedNameOf,
  defaultMaxTokensOf,
  type ModelTraits,
  splitThinkingSuffix,
  claudeTraitsOf,
} from './anthropic/models';
export { isReadable } from './anthropic/write-content';
export { fitBudget, TOP_P_MIN_THINKING } from './anthropic/write-thinking';
export { CallRefusal } from './canonical/call-refusal';
export { type AnswerError, type ChatAnswer, type ChatChoice, type ChatEvent } from './canonical/chat-answer';
export {
  type AnswerContext,
  type BeginningSigns,
  type ChatFormat,
  type ChatStreamReader,
  type ChatStreamWriter,
  type EarlyEnd,
  type StreamCloser,
  type StreamFrame,
} from './canonical/chat-format';
export { type ChatReading, type StreamFraming } from './canonical/chat-reading';
export {
  type ChatBlock,
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  type ChatTool,
  type CustomTool,
  type FinishReason,
  type FunctionTool,
  type ImageBlock,
  type MediaSource,
  type ReasoningEffort,
  reasoningEfforts,
  type ReasoningOptions,
  type ResponseFormat,
  type Seal,
  type ToolCallBlock,
  type ToolResultBlock,
  type UrlCitation,
  type WireFormat,
  wireFormats,
} from './canonical/chat';
export { flatFormat } from './canonical/custom-format';
export { DroppedFields } from './canonical/dropped-fields';
export { type Endpoint } from './canonical/endpoint';
export { AnswerFolder, answerOfEvents, eventsOfAnswer, streamOfAnswer } from './canonical/fold-answer';
export { losesForcedTool, refuseForcedTool } from './canonical/forced-tool';
export { nameDropped } from './canonical/name-dropped';
export { budgetOf, effortOf } from './canonical/reasoning';
export { saysNothing } from './canonical/says-nothing';
export { decodeSeal, encodeSeal, isEnvelope, mayHoldEnvelopes, mayHoldSeals, sealedCallId } from './canonical/seal';
export { chatFormats } from './chat-formats';
export { geminiFormat } from './gemini';
export { thinkingConfig, geminiTraitsOf } from './gemini/model-traits';
export { NO_SIGNATURE } from './canonical/no-signature';
export { isOwn } from './gemini/seals';
export { geminiErrorOf } from './gemini/stream-reader';
export { NameRestorer, restorerFor } from './gemini/tool-names';
export { readGeminiUsage } from './gemini/usage';
export { asList, asRecord, asText, at, isJsonObject, parseJson, type JsonObject } from './json/read-value';
export { changedCopy, spliceJson } from './json/splice-json';
export { type MemberChange, withMember } from './json/splice-member';
export { CallNumbers } from './openai/call-numbers';
export { argumentsOfText, functionOfCustom } from './openai/custom-tools';
export {
  googleSealOf,
  isGoogleSignature,
  signatureField,
  wantsSignatures,
  withoutSignature,
} from './openai/google-signatures';
export {
  customNames,
  errorIn,
  type OpenAiDialect,
  OpenAiStreamReader,
  readOpenAiAnswer,
  withFreeText,
  writeOpenAiCall,
} from './openai';
export { findUsage, readOpenAiUsage } from './openai/openai-usage';
export { type UsageReading } from './canonical/usage-reading';
export { readAnswer } from './openai/read-answer';
export { readCall } from './openai/read-call';
export { openSealedId } from './openai/sealed-ids';
export { shortUser } from './canonical/short-user';
export { OpenAiStreamWriter } from './openai/stream-writer';
export { writeUsage as writeOpenAiUsage } from './openai/usage';
export { writeAnswer } from './openai/write-answer';
export { refuseStored, responses } from './responses';
export { INCLUDE_LOGPROBS, INCLUDE_REASONING } from './responses/read-call';
export { responsesErrorOf } from './responses/signs';
export { writeCall } from './responses/write-call';
export { PromptSize } from './tokens/bound-prompt';
export { countGeneratedTokens, countPromptTokens, estimatePromptTokens } from './tokens/count-tokens';
export { estimateTokens } from './tokens/estimate-tokens';
export { GeneratedEvents, generatedIn, type GeneratedText } from './tokens/generated-text';
export { type PromptKind } from './tokens/prompt-parts';
