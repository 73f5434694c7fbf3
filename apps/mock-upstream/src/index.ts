export * from './behaviour';
export {
  type MockCall,
  type MockUpstream,
  type MockUpstreamOptions,
  type Script,
  createMockUpstream,
} from './mock-upstream';
export {
  ANTHROPIC_SIGNATURE,
  ANTHROPIC_THINKING,
  ANTHROPIC_USAGE,
  answerAnthropic,
  anthropicEvents,
  anthropicFailure,
} from './scripts/anthropic';
export { GEMINI_SIGNATURE, GEMINI_USAGE, answerGemini, geminiEvents, geminiFailure } from './scripts/gemini';
export { MOCK_USAGE, MOCK_WORDS, answerOpenAi, chatEvents } from './scripts/openai';
