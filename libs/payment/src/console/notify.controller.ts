import { Body, Get, Post, Query, Res } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import { ClientIp, Limiter, PublicController, takeOrRefuse, WithErrorShape, type ErrorShape } from '@platform';
import { type FastifyReply } from 'fastify';
import { OrderEvents } from '../booking/order-events';
import { EpayProvider } from '../epay/epay-provider';
import { NOTIFY_PATH } from '../epay/gateway';
import { readNotify } from '../epay/notify-parameters';

const PLAIN_TEXT = 'text/plain; charset=utf-8';
/** The bare words that gateways know; anything but the first makes them report again. */
const SUCCESS = 'success';
const FAIL = 'fail';
const PER_MINUTE = { limit: 600, windowMs: 60_000 } as const;

/** Any error gives the gateway the same word; only a caller that reports too often also sees this in the status. */
const notifyErrors: ErrorShape = ({ status }) => ({
  status: status === 429 ? status : 200,
  contentType: PLAIN_TEXT,
  body: FAIL,
});

/**
 * The routes at which the gateway reports payments. All reports come from a few addresses, so the limits per address
 * that users share do not count here; these routes have their own.
 */
@SkipThrottle({ api: true, critical: true })
@PublicController(NOTIFY_PATH)
export class NotifyController {
  constructor(
    private readonly epay: EpayProvider,
    private readonly events: OrderEvents,
    private readonly limiter: Limiter,
  ) {}

  @Get()
  @WithErrorShape(notifyErrors)
  byQuery(@Query() query: unknown, @ClientIp() clientIp: string, @Res() reply: FastifyReply): Promise<void> {
    return this.answer([query], clientIp, reply);
  }

  @Post()
  @WithErrorShape(notifyErrors)
  byForm(
    @Query() query: unknown,
    @Body() form: unknown,
    @ClientIp() clientIp: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer([query, form], clientIp, reply);
  }

  /** Responds after the credit was committed: until then the gateway must not stop reporting. */
  private async answer(sources: readonly unknown[], clientIp: string, reply: FastifyReply): Promise<void> {
    await takeOrRefuse(this.limiter, `epay-notify:${clientIp}`, PER_MINUTE);
    const reading = await this.epay.read({ parameters: readNotify(...sources), clientIp });
    let isDone = reading.kind !== 'refused';
    for (const event of reading.kind === 'events' ? reading.events : []) {
      isDone &&= (await this.events.apply(event, { clientIp })) === 'done';
    }
    reply.type(PLAIN_TEXT).send(isDone ? SUCCESS : FAIL);
  }
}
