import { Module } from '@nestjs/common';
import { Admission } from './admit';
import { Billing } from './bill';
import { Allowances } from './bound/allowances';
import { ChargeWarnings } from './charge-warnings';
import { CountedTokens } from './count/counted-tokens';
import { TokenCounter } from './count/token-counter';
import { ErrorLog } from './error-log';
import { Reservations } from './reservations';
import { RealtimeRoutes } from './realtime/realtime.routes';
import { RealtimeWatch } from './realtime/realtime-watch';
import { RealtimeSessions } from './realtime/realtime-session';
import { LocalUsage } from './endpoints/local-usage';
import { CallDesk } from './http/call-desk';
import { KeyGate } from './http/key-gate';
import { PlaygroundRoutes } from './http/playground.routes';
import { RelayRoutes } from './http/relay.routes';
import { RunningCalls } from './http/running-calls';
import { RelayRunner } from './run-relay';
import { ProbeModule } from './probe/probe.module';
import { ModelReach } from './reach/model-reach';
import { ReachController } from './reach/reach.controller';
import { ReachService } from './reach/reach.service';
import { KeptResponses } from './routing/kept-responses';
import { RoutePlanner } from './routing/route-plan';
import { UpstreamModule } from './transport/upstream.module';
import { FilteredDelivery } from './words/filtered-delivery';
import { SensitiveWords } from './words/sensitive-words';

/** The relay: from a key and a body to an upstream's answer and an exact bill. */
@Module({
  imports: [UpstreamModule, ProbeModule],
  controllers: [ReachController],
  providers: [
    Admission,
    Allowances,
    Billing,
    ChargeWarnings,
    CallDesk,
    CountedTokens,
    ErrorLog,
    FilteredDelivery,
    Reservations,
    KeptResponses,
    KeyGate,
    LocalUsage,
    ModelReach,
    PlaygroundRoutes,
    RealtimeRoutes,
    RealtimeSessions,
    RealtimeWatch,
    ReachService,
    RelayRoutes,
    RelayRunner,
    RoutePlanner,
    RunningCalls,
    SensitiveWords,
    TokenCounter,
  ],
  exports: [
    Admission,
    ErrorLog,
    Reservations,
    KeyGate,
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
