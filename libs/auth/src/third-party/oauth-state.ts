import { Injectable } from '@nestjs/common';
import { ALPHANUMERIC, AppError, randomText } from '@kernel';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { SessionService } from '../session/session.service';
import { Tickets } from '../tickets/tickets';

const STATE_LENGTH = 32;
const LIFETIME_MS = 10 * 60_000;
const AFF_CODE_LENGTH_MAX = 32;

/** What was remembered when a sign-in began. */
export interface RememberedState {
  readonly affCode: string;
  /** Values that the provider's protocol needs again when the browser returns. */
  readonly extra: Readonly<Record<string, string>>;
}

/**
 * The state of a third-party sign-in: bound to the browser that started it, and used up by the first callback that
 * sends it.
 */
@Injectable()
export class OAuthState {
  constructor(
    private readonly sessions: SessionService,
    private readonly tickets: Tickets,
  ) {}

  /** @returns the state to send along to the provider */
  async begin(
    browser: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    affCode: string,
    extra: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const sessionId = await this.sessions.ensure(browser.request, browser.reply);
    const state = randomText(STATE_LENGTH, ALPHANUMERIC);
    const data = { affCode: affCode.slice(0, AFF_CODE_LENGTH_MAX), extra };
    await this.tickets.issue({ purpose: 'oauth-state', ticket: state, sessionId, data, lifetimeMs: LIFETIME_MS });
    return state;
  }

  /** @throws AppError OAUTH_STATE with status 403 for a state that is missing, unknown, used, expired or another browser's */
  async end(request: FastifyRequest, state: string | undefined): Promise<RememberedState> {
    const sessionId = await this.sessions.nameOf(request);
    // The state is used up even when it comes from the wrong browser, so it is looked up before the session is checked.
    const data = await this.tickets.use('oauth-state', state ?? '', sessionId ?? 'none');
    if (!data) throw new AppError('OAUTH_STATE');
    return data as unknown as RememberedState; // written by begin
  }
}
