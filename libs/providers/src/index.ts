export { type BalanceAnswer, type AuthorizeCapability, type ModelListCapability } from './contract/account';
export { ChannelAddressError } from './contract/channel-address-error';
export { type ProviderAdapter } from './contract/provider-adapter';
export {
  type AcceptedState,
  type AcceptedSubmit,
  type AcceptedTask,
  type PollMany,
  type PollOne,
  type PriceChoice,
  type RefusedSubmit,
  type SubmissionResult,
  type SubmitOutcome,
  type TaskProvider,
  type TaskReport,
  type TaskUpstreamRequest,
  type TaskUpstreamResponse,
} from './contract/task';
export {
  type ChannelTarget,
  type CallContent,
  type UpstreamCall,
  type UpstreamRequest,
  type ReframeReading,
  type BytesReading,
  type AnswerReading,
  type UpstreamRefusal,
  type FailureKind,
  type UpstreamError,
  type UpstreamFailure,
} from './contract/upstream';
export { type VideoFacts, type VideoOptions, type VideoProvider, type VideoVariant } from './contract/video';
export { adapterFor } from './registry';
export { maskSecrets } from './shared/mask-secrets';
export { isKlingClass, type KlingClassName } from './adapters/kling/classes';
export { kling } from './adapters/kling';
export { type KlingRequest, readKlingRequest } from './adapters/kling/request';
export { luma } from './adapters/luma';
export { readOfficialLuma, readProxyLuma } from './adapters/luma/read-request';
export { type LumaForm, type LumaRequest } from './adapters/luma/request';
export { openAiRemix, openAiVideo } from './adapters/openai/video';
export { runway, runwayFormOf, runwayOutputOf } from './adapters/runway';
export { readRunwayApi, readRunwayProxy } from './adapters/runway/read-request';
export { isRunwayKind, type RunwayRequest } from './adapters/runway/request';
export { suno, type SongAction, type SongRequest } from './adapters/suno';
export { TASK_PROVIDERS, VIDEO_PROVIDERS, videoProviderFor, videoProviderOf } from './task-registry';
export { readSize } from './tasks/fit-options';
export { refuseField } from './tasks/refuse-field';
export { refused } from './tasks/submit-outcomes';
export { type Form, type FormFile, writeForm } from './tasks/write-form';
