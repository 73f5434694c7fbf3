import { Body, HttpCode, Post, Res } from '@nestjs/common';
import { Role, type PricePreview } from '@contracts';
import { ConsoleController, CurrentCaller, UserLimit, type Caller } from '@platform';
import { type FastifyReply } from 'fastify';
import { PricePreviewDto } from './price-preview.dto';
import { PricePreviewService } from './price-preview.service';

/** Each preview may read a large part of the log. */
const PREVIEWS = { limit: 20, windowMs: 60_000 } as const;

/** The effect of prices before they are saved. */
@ConsoleController('api/option', Role.Admin)
export class PricePreviewController {
  constructor(private readonly previews: PricePreviewService) {}

  @Post('price_preview')
  @HttpCode(200)
  @UserLimit('price-preview', PREVIEWS)
  async preview(
    @Body() body: PricePreviewDto,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PricePreview> {
    const leaving = new AbortController();
    reply.raw.once('close', () => leaving.abort());
    return this.previews.preview(body, caller, leaving.signal);
  }
}
