import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { PAGE_SIZE_MAX, Role, type TokenLeakResult, type TokenStatusValue, type TokenView } from '@contracts';
import {
  Answer,
  ConsoleController,
  CurrentActor,
  CurrentCaller,
  IdParam,
  pageRequest,
  type Actor,
  type Caller,
} from '@platform';
import { TokenListReadModel } from './token-list.read-model';
import { TokenRotationService } from './token-rotation.service';
import { TokenCreateDto, TokenEditDto, TokenQueryDto, TokenSearchDto } from './token.dto';
import { TokenLeakDto, TokenRotationDto } from './token-rotation.dto';
import { TokenService } from './token.service';

/** The routes of the caller's own API keys. */
@ConsoleController('api/token', Role.User)
export class TokenController {
  constructor(
    private readonly tokens: TokenService,
    private readonly list: TokenListReadModel,
    private readonly rotation: TokenRotationService,
  ) {}

  @Get()
  async page(@Query() query: TokenQueryDto, @CurrentCaller() caller: Caller): Promise<Answer<readonly TokenView[]>> {
    const page = pageRequest(query.p, query.size);
    const { rows, total } = await this.list.page(caller.id, page);
    return new Answer(rows, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }

  @Get('search')
  async search(@Query() query: TokenSearchDto, @CurrentCaller() caller: Caller): Promise<Answer<readonly TokenView[]>> {
    const { rows, total } = await this.list.search(caller.id, query);
    return new Answer(rows, { extras: { total, page: 0, page_size: PAGE_SIZE_MAX } });
  }

  @Get(':id')
  one(@Param('id', IdParam) id: number, @CurrentCaller() caller: Caller): Promise<TokenView> {
    return this.tokens.view(caller, id);
  }

  @Post()
  create(@Body() request: TokenCreateDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.tokens.create(caller, request);
  }

  /** Any non-empty `status_only` means that only the status changes. */
  @Put()
  edit(
    @Body() request: TokenEditDto,
    @Query('status_only') statusOnly: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<TokenView> {
    if (statusOnly === undefined || statusOnly === '') return this.tokens.edit(caller, request);
    // Anything but a known status is refused by the service, also when it is no number.
    return this.tokens.setStatus(caller, { id: request.id, status: request.status as TokenStatusValue });
  }

  /** Gives the token a new key; the present one works for the time of grace. */
  @Post(':id/rotate')
  rotate(
    @Param('id', IdParam) id: number,
    @Body() request: TokenRotationDto,
    @CurrentActor() actor: Actor,
  ): Promise<TokenView> {
    return this.rotation.rotate(actor, id, request);
  }

  /** Ends all keys of the token at once, gives it a new one, and tells who called since. */
  @Post(':id/leak')
  leak(
    @Param('id', IdParam) id: number,
    @Body() request: TokenLeakDto,
    @CurrentActor() actor: Actor,
  ): Promise<TokenLeakResult> {
    return this.rotation.replaceLeaked(actor, id, request);
  }

  /** Ends the replaced key before the end of its grace. */
  @Delete(':id/previous')
  endPrevious(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<TokenView> {
    return this.rotation.endPrevious(actor, id);
  }

  @Delete(':id')
  remove(@Param('id', IdParam) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.tokens.delete(caller, id);
  }
}
