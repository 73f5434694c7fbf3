import { AppError, isAppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { ChangeNotices, EventBus, Logger } from '@platform';
import { TokenGate, type ApiCaller } from '@token';
import { checkModel } from '../admission/admit';
import { toCallerError } from '../dialect/caller-error';
import { type Cuttable } from '../http/running-calls';

/** A session that must end when its caller loses the right to it. */
export interface WatchedSession extends Cuttable {
  /** The caller as it was when the session was admitted. */
  readonly caller: ApiCaller;
  readonly model: string;
}

interface Standing {
  /** Unix seconds; 0 for never. The expiry of a key may be changed while a session runs. */
  expiresAtSeconds: number;
  /** Time of the last check in milliseconds of the monotonic clock; -Infinity when a change requires a new check. */
  checkedAt: number;
}

const LOOK_EVERY_MS = 1_000;
/** Sessions are checked again after this time even without a notice, because notices can be lost. */
const RECHECK_MS = 60_000;

/**
 * Ends sessions whose key was disabled, deleted or has expired, and those of banned and deleted users. Changes on this
 * node arrive as events and those on other nodes as notices; each session is also checked once after it was opened,
 * because a change may have come while it was being opened.
 */
@Injectable()
export class RealtimeWatch {
  private readonly sessions = new Map<WatchedSession, Standing>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly gate: TokenGate,
    private readonly logger: Logger,
    events: EventBus,
    notices: ChangeNotices,
  ) {
    events.subscribe('token.changed', ({ tokenId }) => this.recheck(caller => caller.tokenId === tokenId));
    events.subscribe('user.changed', ({ userId }) => this.recheck(caller => caller.userId === userId));
    notices.subscribe('token', id => this.recheck(caller => id === null || caller.tokenId === Number(id)));
    notices.subscribe('user', id => this.recheck(caller => id === null || caller.userId === Number(id)));
  }

  /** @param done resolves when the session is over */
  watch(session: WatchedSession, done: Promise<void>): void {
    this.sessions.set(session, { expiresAtSeconds: session.caller.expiresAtSeconds, checkedAt: -Infinity });
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    void done.finally(() => this.forget(session));
    this.look();
  }

  private forget(session: WatchedSession): void {
    this.sessions.delete(session);
    if (this.sessions.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private recheck(isConcerned: (caller: ApiCaller) => boolean): void {
    for (const [session, standing] of this.sessions) {
      if (!isConcerned(session.caller)) continue;
      standing.checkedAt = -Infinity;
    }
    this.look();
  }

  private look(): void {
    const now = performance.now();
    const nowSeconds = Date.now() / 1000;
    for (const [session, standing] of this.sessions) {
      const isOver = standing.expiresAtSeconds > 0 && standing.expiresAtSeconds <= nowSeconds;
      if (!isOver && now - standing.checkedAt < RECHECK_MS) continue;
      standing.checkedAt = now;
      this.check(session, standing).catch((error: unknown) => {
        standing.checkedAt = -Infinity; // checked again in a second
        const { tokenId } = session.caller;
        this.logger.warn({ err: error, tokenId }, 'the right to a realtime session could not be looked up');
      });
    }
  }

  private async check(session: WatchedSession, standing: Standing): Promise<void> {
    const refusal = await this.refusalOf(session, standing);
    if (refusal && this.sessions.has(session)) session.cutOff(toCallerError(refusal));
  }

  private async refusalOf({ caller, model }: WatchedSession, standing: Standing): Promise<AppError | null> {
    const { tokenId, channelId } = caller;
    const outlook = await this.gate.outlook({ tokenId, ownerId: null, channelId });
    if (!outlook) return new AppError('RELAY_TOKEN_INVALID');
    standing.expiresAtSeconds = outlook.caller.expiresAtSeconds;
    // The reservation of the next response decides whether enough quota is left, and the quota may be reserved by this
    // very session.
    const refusal = outlook.refusals.find(({ code }) => code !== 'RELAY_TOKEN_EXHAUSTED');
    if (refusal) return refusal;
    try {
      checkModel(outlook.caller, model);
      return null;
    } catch (error) {
      if (isAppError(error)) return error;
      throw error;
    }
  }
}
