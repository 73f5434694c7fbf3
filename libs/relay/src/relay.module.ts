import { Module } from '@nestjs/common';
import { InspectorModule } from '@inspector';
import { UserModule } from '@user';
import { Admission } from './admission/admit';
import { Answers } from './answers';
import { Billing } from './charge/bill';
import { Allowances } from './admission/allowances';
import { CallFigures } from './charge/call-figures';
import { Charges } from './charge/charges';
import { ChargeWarnings } from './charge/charge-warnings';
import { FailedAttempts } from './charge/failed-attempts';
import { RefusedWords } from './charge/refused-words';
import { CountedTokens } from './counted-tokens';
import { TokenCounter } from './usage/token-counter';
import { ErrorLog } from './charge/error-log';
import { Reservations } from './admission/reservations';
import { RealtimeRoutes } from './realtime/realtime.routes';
import { RealtimeWatch } from './realtime/realtime-watch';
import { RealtimeSessions } from './realtime/realtime-sessions';
import { LocalUsage } from './usage/local-usage';
import { DirectCalls } from './http/direct-calls';
import { ServeCall } from './http/serve-call';
import { KeyGate } from './http/key-gate';
import { KeyHolderRoutes } from './http/key-holder.routes';
import { PlaygroundRoutes } from './http/playground.routes';
import { RelayRoutes } from './http/relay.routes';
import { RunningCalls } from './http/running-calls';
import { RelayRunner } from './run-relay';
import { ProbeModule } from './probe/probe.module';
import { ModelAccess } from './access-report/model-access';
import { AccessReportController } from './access-report/access-report.controller';
import { AccessReportService } from './access-report/access-report.service';
import { KeptResponses } from './admission/kept-responses';
import { ModelNames } from './admission/model-names';
import { RetryRules } from './attempt/retry-rules';
import { ChannelPlaces } from './rate/channel-places';
import { ChannelQueue } from './rate/channel-queue';
import { LimitedCalls } from './rate/limited-calls';
import { ChannelPace } from './routing/channel-pace';
import { ConversationMemory } from './routing/conversation-memory';
import { RoutePlanner } from './routing/route-plan';
import { UpstreamModule } from './attempt/upstream.module';
import { FilteredDelivery } from './moderation/filtered-delivery';
import { SensitiveWords } from './moderation/sensitive-words';

/** The relay: it takes a call from the key and the body to an upstream's response and an exact bill. */
@Module({
  imports: [UpstreamModule, ProbeModule, UserModule, InspectorModule],
  controllers: [AccessReportController],
  providers: [
    Admission,
    Allowances,
    Answers,
    Billing,
    CallFigures,
    ChannelPace,
    ChannelPlaces,
    ChannelQueue,
    ConversationMemory,
    Charges,
    ChargeWarnings,
    FailedAttempts,
    RefusedWords,
    DirectCalls,
    ServeCall,
    CountedTokens,
    ErrorLog,
    FilteredDelivery,
    Reservations,
    KeptResponses,
    LimitedCalls,
    KeyGate,
    KeyHolderRoutes,
    LocalUsage,
    ModelAccess,
    ModelNames,
    PlaygroundRoutes,
    RealtimeRoutes,
    RealtimeSessions,
    RealtimeWatch,
    AccessReportService,
    RelayRoutes,
    RelayRunner,
    RetryRules,
    RoutePlanner,
    RunningCalls,
    SensitiveWords,
    TokenCounter,
  ],
  exports: [
    Admission,
    ChannelPlaces,
    DirectCalls,
    ErrorLog,
    Reservations,
    KeyGate,
    KeyHolderRoutes,
    LimitedCalls,
    PlaygroundRoutes,
    ProbeModule,
    RealtimeRoutes,
    RelayRoutes,
    RoutePlanner,
    RunningCalls,
    SensitiveWords,
    UpstreamModule,
  ],
})
export class RelayModule {}
