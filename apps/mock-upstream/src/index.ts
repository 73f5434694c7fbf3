export * from './behaviour';
export {
  type MockCall,
  type MockUpstream,
  type MockUpstreamOptions,
  type Script,
  createMockUpstream,
} from './mock-upstream';
export { GEMINI_SIGNATURE, GEMINI_USAGE, answerGemini, geminiEvents, geminiFailure } from './scripts/gemini';
export { MOCK_USAGE, MOCK_WORDS, answerOpenAi, chatEvents } from './scripts/openai';
