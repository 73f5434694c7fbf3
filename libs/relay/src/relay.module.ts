import { Module } from '@nestjs/common';
import { Admission } from './admit';
import { Attempts } from './attempt';
import { Billing } from './bill';
import { TokenCounter } from './count/token-counter';
import { ErrorLog } from './error-log';
import { RelayDoor } from './http/relay-door';
import { RunningCalls } from './http/running-calls';
import { RelayRunner } from './run-relay';
import { UpstreamClient } from './transport/upstream-client';

/** The relay: from a key and a body to an upstream's answer and an exact bill. */
@Module({
  providers: [
    Admission,
    Attempts,
    Billing,
    ErrorLog,
    RelayDoor,
    RelayRunner,
    RunningCalls,
    TokenCounter,
    UpstreamClient,
  ],
  exports: [RelayDoor, RunningCalls, UpstreamClient],
})
export class RelayModule {}
