import { Body, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { Role, type AdminTokenView } from '@contracts';
import { Answer, ConsoleController, CurrentActor, IdParam, pageRequest, type Actor } from '@platform';
import { AdminTokenChangeDto, AdminTokenQueryDto } from './admin-token.dto';
import { AdminTokenService } from './admin-token.service';

/** The routes by which administrators see and limit everybody's API keys. */
@ConsoleController('api/keys', Role.Admin)
export class AdminTokenController {
  constructor(private readonly tokens: AdminTokenService) {}

  @Get()
  async page(@Query() query: AdminTokenQueryDto): Promise<Answer<readonly AdminTokenView[]>> {
    const page = pageRequest(query.p, query.size);
    const { rows, total } = await this.tokens.page(query, page);
    return new Answer(rows, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }

  @Put(':id')
  change(
    @Param('id', IdParam) id: number,
    @Body() request: AdminTokenChangeDto,
    @CurrentActor() actor: Actor,
  ): Promise<AdminTokenView> {
    return this.tokens.change(actor, id, request);
  }

  /** Ends a token for good: its keys stop working at once, and its owner cannot bring it back. */
  @Delete(':id')
  revoke(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.tokens.revoke(actor, id);
  }
}
