import { Injectable } from '@nestjs/common';
import { Entries } from '@joining';
import { ALPHANUMERIC, AppError, randomText } from '@kernel';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { SessionService } from '../session/session.service';
import { Tickets } from '../tickets/tickets';

const STATE_LENGTH = 32;
const LIFETIME_MS = 10 * 60_000;
const AFF_CODE_LENGTH_MAX = 32;
const NO_CODES = { affCode: '', entryCode: '' } as const;

/** The codes that a browser took along for an account that may be opened. */
export interface SentCodes {
  readonly affCode: string;
  /** A registration code, or that of an invitation to a team; checked when it was sent, and again in the end. */
  readonly entryCode: string;
}

/** What was remembered when a sign-in began. */
export interface RememberedState extends SentCodes {
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
    private readonly entries: Entries,
  ) {}

  /**
   * A wrong code is told before the browser leaves, and not after a walk through another site.
   *
   * @returns the state to send along to the provider
   * @throws AppError REGISTER_CODE_*, TEAM_INVITATION_GONE
   */
  async begin(
    browser: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    { affCode, entryCode }: SentCodes,
    extra: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const sessionId = await this.sessions.ensure(browser.request, browser.reply);
    const state = randomText(STATE_LENGTH, ALPHANUMERIC);
    if (entryCode !== '') await this.entries.checkCode(entryCode);
    const data = { affCode: affCode.slice(0, AFF_CODE_LENGTH_MAX), entryCode, extra };
    await this.tickets.issue({ purpose: 'oauth-state', ticket: state, sessionId, data, lifetimeMs: LIFETIME_MS });
    return state;
  }

  /** @throws AppError OAUTH_STATE with status 403 for a state that is missing, unknown, used, expired or another browser's */
  async end(request: FastifyRequest, state: string | undefined): Promise<RememberedState> {
    const sessionId = await this.sessions.nameOf(request);
    // The state is used up even when it comes from the wrong browser, so it is looked up before the session is checked.
    const data = await this.tickets.use('oauth-state', state ?? '', sessionId ?? 'none');
    if (!data) throw new AppError('OAUTH_STATE');
    return { ...NO_CODES, ...(data as unknown as RememberedState) }; // written by begin, maybe of an earlier version
  }
}
