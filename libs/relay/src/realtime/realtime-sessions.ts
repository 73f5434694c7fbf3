import { SupplierCosts } from '@cost';
import { LogStore } from '@log';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, EventBus, Logger, type Config } from '@platform';
import { Admission } from '../admission/admit';
import { ModelNames } from '../admission/model-names';
import { Reservations } from '../admission/reservations';
import { type ReceivedCall } from '../call/received-call';
import { ChannelPlaces } from '../rate/channel-places';
import { LimitedCalls } from '../rate/limited-calls';
import { RoutePlanner } from '../routing/route-plan';
import { TokenCounter } from '../usage/token-counter';
import { RealtimeSession, type RealtimeParts } from './realtime-session';

/**
 * Opens sessions: it checks the call, reserves quota and connects the upstream; only then is the caller's connection
 * upgraded.
 */
@Injectable()
export class RealtimeSessions {
  private readonly parts: RealtimeParts;

  constructor(
    @Inject(CONFIG) config: Config,
    options: Options,
    private readonly admission: Admission,
    private readonly models: ModelNames,
    reservations: Reservations,
    logs: LogStore,
    events: EventBus,
    counter: TokenCounter,
    routes: RoutePlanner,
    limited: LimitedCalls,
    places: ChannelPlaces,
    costs: SupplierCosts,
    logger: Logger,
  ) {
    this.parts = { config, options, reservations, logs, events, counter, routes, limited, places, costs, logger };
  }

  /** @throws AppError for the caller, to be sent as an ordinary HTTP response; nothing is reserved then */
  async prepare(asked: ReceivedCall): Promise<RealtimeSession> {
    const received = this.models.resolved(asked);
    const admitted = this.admission.admit(received.caller, received.call, received.startedAt);
    const session = new RealtimeSession(this.parts, received, admitted);
    try {
      await session.enter();
      await session.reserve();
      await session.connect();
    } catch (error) {
      await session.abandon();
      throw error;
    }
    return session;
  }
}
