import { Inject, Injectable } from '@nestjs/common';
import { AppError, randomUuid } from '@kernel';
import { Options } from '@option';
import { CONFIG, Logger, OutboundClient, OutboundFailure, type Config } from '@platform';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { SessionService } from '../session/session.service';
import { Tickets } from '../tickets/tickets';

/** Longest token that Turnstile makes. */
const TOKEN_LENGTH_MAX = 2048;
/** A passed check opens this many further calls of the same browser: a page has one token for several calls. */
const REMEMBERED_USES = 5;
const REMEMBERED_MS = 10 * 60_000;
const ASK_TRIES = 2;

interface Browser {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The part of siteverify's answer that we read; source: Cloudflare's "Server-side validation" page, read 2026-08. */
interface HumanCheckResult {
  readonly success: boolean;
  readonly hostname?: unknown;
  readonly 'error-codes'?: unknown;
}

/** The human check of guarded calls, by Cloudflare Turnstile. A call passes only on a clear positive result. */
@Injectable()
export class HumanCheck {
  constructor(
    private readonly sessions: SessionService,
    private readonly tickets: Tickets,
    private readonly options: Options,
    private readonly client: OutboundClient,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<Config, 'turnstileVerifyUrl'>,
  ) {}

  /**
   * Passes browsers that showed a fresh token, now or a moment ago; everybody while the check is off.
   *
   * @throws AppError TURNSTILE_EMPTY, TURNSTILE_FAILED, TURNSTILE_UNREACHABLE
   */
  async check(browser: Browser, token = ''): Promise<void> {
    if (!this.options.current.TurnstileCheckEnabled) return;
    if (await this.isRemembered(browser.request)) return;
    if (token === '') throw new AppError('TURNSTILE_EMPTY');
    if (token.length > TOKEN_LENGTH_MAX) throw new AppError('TURNSTILE_FAILED');
    this.accept(await this.ask(token, browser.request.ip));
    await this.remember(browser);
  }

  private async isRemembered(request: FastifyRequest): Promise<boolean> {
    const sessionId = await this.sessions.nameOf(request);
    return sessionId !== null && (await this.tickets.use('human', sessionId, sessionId)) !== null;
  }

  private async remember({ request, reply }: Browser): Promise<void> {
    const sessionId = await this.sessions.ensure(request, reply);
    const limits = { uses: REMEMBERED_USES, lifetimeMs: REMEMBERED_MS };
    await this.tickets.issue({ purpose: 'human', ticket: sessionId, sessionId, ...limits });
  }

  /**
   * Calls siteverify at most twice: with the same idempotency key a lost response does not use up the visitor's token.
   */
  private async ask(token: string, clientIp: string): Promise<HumanCheckResult> {
    const form = {
      secret: this.options.current.TurnstileSecretKey,
      response: token,
      remoteip: clientIp,
      idempotency_key: randomUuid(),
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { status, body } = await this.client.askJson({
          url: this.config.turnstileVerifyUrl,
          method: 'POST',
          form,
        });
        // A negative result may come with any status below 500, a positive one only with 200: a redirect or an error
        // page is no success.
        if (isHumanCheckResult(body) && (status === 200 || (status < 500 && !body.success))) return body;
        throw new OutboundFailure(`siteverify answered with status ${status} and no outcome`);
      } catch (error) {
        if (!(error instanceof OutboundFailure)) throw error;
        if (attempt < ASK_TRIES) continue;
        this.logger.warn({ reason: error.message }, 'the human check could not be made');
        throw new AppError('TURNSTILE_UNREACHABLE', { cause: error });
      }
    }
  }

  private accept({ success, hostname, 'error-codes': codes }: HumanCheckResult): void {
    if (!success) {
      if (isOurMistake(codes)) this.logger.error({ codes }, 'the human check service does not accept our secret key');
      throw new AppError('TURNSTILE_FAILED');
    }
    const { ServerAddress } = this.options.current;
    const expected = URL.canParse(ServerAddress) ? new URL(ServerAddress).hostname : '';
    if (expected === '' || typeof hostname !== 'string' || hostname === '') return;
    if (hostname.toLowerCase() === expected) return;
    this.logger.warn({ hostname, expected }, 'a human check was made on another site than ServerAddress names');
    throw new AppError('TURNSTILE_FAILED');
  }
}

function isHumanCheckResult(body: unknown): body is HumanCheckResult {
  return typeof body === 'object' && body !== null && 'success' in body && typeof body.success === 'boolean';
}

function isOurMistake(codes: unknown): boolean {
  return Array.isArray(codes) && codes.some(code => code === 'invalid-input-secret' || code === 'missing-input-secret');
}
