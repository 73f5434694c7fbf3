export { arbitraryCall } from './arbitrary-call';
export { bodyOfCanary, callerFormats, type ChatCapability, type ChatCanary, chatCanaries } from './chat-canaries';
export { foldFrames, sseFrames, type Summary, summaryOf } from './fold-frames';
export { linesOf, recordedFile, recordedFiles, recordedSource, recordedStreams } from './recorded-files';
export { payloadsOf } from './sse-payloads';
export { textOfChunks } from './text-of-chunks';
