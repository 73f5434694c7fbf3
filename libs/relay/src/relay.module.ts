import { Module } from '@nestjs/common';
import { Admission } from './admit';
import { Billing } from './bill';
import { CountedTokens } from './count/counted-tokens';
import { TokenCounter } from './count/token-counter';
import { ErrorLog } from './error-log';
import { Holds } from './holds';
import { RealtimeDoor } from './realtime/realtime-door';
import { RealtimeSessions } from './realtime/realtime-session';
import { LocalUsage } from './endpoints/local-usage';
import { CallDesk } from './http/call-desk';
import { PlaygroundDoor } from './http/playground.routes';
import { RelayDoor } from './http/relay-door';
import { RunningCalls } from './http/running-calls';
import { RelayRunner } from './run-relay';
import { ProbeModule } from './probe/probe.module';
import { RoutePlanner } from './routing/route-plan';
import { UpstreamModule } from './transport/upstream.module';
import { FilteredDelivery } from './words/filtered-delivery';
import { SensitiveWords } from './words/sensitive-words';

/** The relay: from a key and a body to an upstream's answer and an exact bill. */
@Module({
  imports: [UpstreamModule, ProbeModule],
  providers: [
    Admission,
    Billing,
    CallDesk,
    CountedTokens,
    ErrorLog,
    FilteredDelivery,
    Holds,
    LocalUsage,
    PlaygroundDoor,
    RealtimeDoor,
    RealtimeSessions,
    RelayDoor,
    RelayRunner,
    RoutePlanner,
    RunningCalls,
    SensitiveWords,
    TokenCounter,
  ],
  exports: [PlaygroundDoor, ProbeModule, RealtimeDoor, RelayDoor, RunningCalls, UpstreamModule],
})
export class RelayModule {}
