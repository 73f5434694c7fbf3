export { Admission, type Place } from './admission/admit';
export { toCallerError } from './dialect/caller-error';
export { ErrorLog } from './charge/error-log';
export { ChannelPlaces, haveLimits } from './rate/channel-places';
export { LimitedCalls } from './rate/limited-calls';
export { withChannelHeaders } from './shape/shape-request';
export { Reservations } from './admission/reservations';
export { formatOfRequest, hasProgramHeaders } from './http/caller-format';
export { dialects } from './dialect/dialect';
export { decodeBody } from './http/decode-body';
export { type KeyedRequest, KeyGate, callerOf, rateHeaders } from './http/key-gate';
export { DirectCalls } from './http/direct-calls';
export { PlaygroundRoutes } from './http/playground.routes';
export { KeyHolderRoutes } from './http/key-holder.routes';
export {
  deploymentPathsOf,
  geminiActions,
  geminiPrefixes,
  pathsOf,
  type RelayRoute,
  relayRoutes,
  unofferedRoutes,
} from './http/relay-paths';
export { RelayRoutes } from './http/relay.routes';
export { RunningCalls } from './http/running-calls';
export { ChannelSweep } from './probe/channel-sweep.service';
export { ScheduledSweeps } from './probe/scheduled-sweeps';
export { RelayModule } from './relay.module';
export { type Exchange } from './transport/exchange';
export { UpstreamClient } from './transport/upstream-client';
export { RealtimeRoutes } from './realtime/realtime.routes';
export { type AttemptEnding } from './routing/attempt-ending';
export { RoutePlanner, RoutePlan } from './routing/route-plan';
export { PublicClient, NotPublic, type PublicAnswer } from './transport/public-client';
export { SensitiveWords } from './moderation/sensitive-words';
export { type AttemptTrace } from './tracing/attempt-trace';
export { CallTrace } from './tracing/call-trace';
export { UpstreamFault, toFault } from './transport/upstream-fault';
