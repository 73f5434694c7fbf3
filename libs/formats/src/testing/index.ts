export { arbitraryCall } from './arbitrary-call';
export { bodyOfQuestion, callerFormats, type ChatCapability, type ChatQuestion, chatQuestions } from './chat-questions';
export { foldFrames, sseFrames, type Summary, summaryOf } from './fold-frames';
export { linesOf, recordedFile, recordedFiles, recordedStreams } from './recorded-files';
export { payloadsOf } from './sse-payloads';
