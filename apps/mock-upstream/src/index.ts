export { type MockCall } from './call/mock-call';
export * from './call/behaviour';
export { type MockUpstream, type MockUpstreamOptions, type Script, createMockUpstream } from './mock-upstream';
export {
  ANTHROPIC_SIGNATURE,
  ANTHROPIC_THINKING,
  ANTHROPIC_USAGE,
  answerAnthropic,
  anthropicEvents,
  anthropicFailure,
} from './chat/anthropic';
export { GEMINI_SIGNATURE, GEMINI_USAGE, answerGemini, geminiEvents, geminiFailure } from './chat/gemini';
export { MOCK_USAGE, MOCK_WORDS, answerOpenAi, chatEvents } from './chat/openai';
export {
  type MidjourneyCallKind,
  type MidjourneyProxyOptions,
  type NextSubmit,
  MidjourneyProxy,
} from './scripts/midjourney';
export {
  type MidjourneyButton,
  type MidjourneyFields,
  type MidjourneyStage,
  IMAGE_UUID,
  buttonsOf,
  midjourneyStages,
} from './scripts/midjourney-task';
export { type NextSong, type SunoCallKind, type SunoProxyOptions, SunoProxy } from './scripts/suno';
export { type LyricsResult, type SongClip, type SunoFields, type SunoStage, sunoStages } from './scripts/suno-task';
export { faults, htmlPage, withBareNumbers } from './tasks/faults';
export { FileServer, MP3_BYTES, MP4_BYTES, PNG_BYTES } from './tasks/file-server';
export { type HookCall } from './tasks/post-json';
export { type Stage, TaskLife } from './tasks/task-life';
export { TaskUpstream } from './tasks/task-upstream';
export {
  type KlingApiOptions,
  type KlingCallKind,
  type KlingFields,
  type KlingStage,
  type NextKling,
  KlingApi,
  klingStages,
} from './scripts/kling';
export { klingKeyFault } from './scripts/kling-key';
export {
  type LumaApiOptions,
  type LumaCallKind,
  type LumaFields,
  type LumaStage,
  type NextLuma,
  LUMA_PREFIX,
  LumaApi,
  lumaStages,
} from './scripts/luma';
export {
  type LumaProxyCallKind,
  type LumaProxyFields,
  type LumaProxyStage,
  type NextLumaProxy,
  LumaProxy,
  lumaProxyStages,
} from './scripts/luma-proxy';
export {
  type NextRunway,
  type RunwayApiOptions,
  type RunwayCallKind,
  type RunwayFields,
  type RunwayStage,
  RunwayApi,
  runwayStages,
} from './scripts/runway';
export {
  type NextRunwayProxy,
  type RunwayProxyCallKind,
  type RunwayProxyFields,
  type RunwayProxyStage,
  RunwayProxy,
  runwayProxyStages,
} from './scripts/runway-proxy';
export {
  type CogvideoApiOptions,
  type CogvideoCallKind,
  type CogvideoFields,
  type CogvideoStage,
  type NextCogvideo,
  CogvideoApi,
  cogvideoStages,
} from './scripts/cogvideo';
export {
  type HailuoApiOptions,
  type HailuoCallKind,
  type HailuoFields,
  type HailuoResult,
  type HailuoStage,
  type NextHailuo,
  HailuoApi,
  hailuoStages,
} from './scripts/hailuo';
export {
  type NextWan,
  type WanApiOptions,
  type WanCallKind,
  type WanFields,
  type WanStage,
  WanApi,
  wanStages,
} from './scripts/wan';
