import { Get, Req, Res } from '@nestjs/common';
import { type SessionUser } from '@contracts';
import { AppError, languageOf } from '@kernel';
import { CriticalRoute, PublicController } from '@platform';
import { toSessionUser } from '@user';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { SessionService } from '../session/session.service';
import { requireUserHeader, ReturningCaller } from './returning-caller';
import { TelegramService } from './telegram.service';

const SETTING_PAGE = '/setting';
const LOGIN_PAGE = '/login?expired=true';

/** Signing in by the Telegram widget, and binding by the page it sends the browser to. */
@PublicController('api/oauth/telegram')
export class TelegramController {
  constructor(
    private readonly telegram: TelegramService,
    private readonly callers: ReturningCaller,
    private readonly sessions: SessionService,
  ) {}

  /**
   * Signed data are not a state: any person can get some for their own account, so a link on another site must not
   * reach this route.
   */
  @CriticalRoute()
  @Get('login')
  async login(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<SessionUser> {
    requireUserHeader(request);
    await this.callers.find(request, reply);
    const user = await this.telegram.login(request);
    await this.sessions.open(user, request, reply);
    return toSessionUser(user);
  }

  /** Browsers reach this route by plain navigation, so it requires no user header and responds with pages. */
  @CriticalRoute()
  @Get('bind')
  async bind(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await reply.redirect(await this.pageAfterBinding(request, reply), 302);
  }

  private async pageAfterBinding(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    try {
      const caller = await this.callers.find(request, reply);
      if (!caller) return LOGIN_PAGE;
      requireOwnPage(request);
      await this.telegram.bind(request, caller);
      return SETTING_PAGE;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'AUTH_NOT_LOGGED_IN') return LOGIN_PAGE;
      if (error.status !== 200) throw error;
      const sentence = error.sentence(languageOf(request.headers['accept-language']));
      return `${SETTING_PAGE}?bind_error=${encodeURIComponent(sentence)}`;
    }
  }
}

/**
 * The widget's script sends the browser here from within our own page. A link on another site, or in a message, could
 * carry somebody else's signed data, who would then own a way into this account; browsers say where a navigation began.
 *
 * @throws AppError TELEGRAM_INVALID; where the browser does not say, the session cookie has to do
 */
function requireOwnPage(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw new AppError('TELEGRAM_INVALID');
}
