import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { Role, type ChannelBulkResult, type ChannelView, type ModelObject, type ModelsByType } from '@contracts';
import { Answer, ClientIp, ConsoleController, CurrentCaller, IdParam, pageRequest, type Caller } from '@platform';
import { ChannelBulkEditDto } from './channel-bulk.dto';
import { ChannelBulkService } from './channel-bulk.service';
import { ChannelBatchDto, ChannelEditDto, ChannelListQueryDto, ChannelSaveDto } from './channel.dto';
import { ChannelService } from './channel.service';
import { builtInModels, modelsByType } from './model-lists';

function isTrue(text: string | undefined): boolean {
  return text === 'true' || text === '1';
}

function orderOf(query: ChannelListQueryDto) {
  return { isById: isTrue(query.id_sort) || query.id_sort === 't' };
}

@ConsoleController('api/channel', Role.Admin)
export class ChannelController {
  constructor(
    private readonly channels: ChannelService,
    private readonly bulk: ChannelBulkService,
  ) {}

  @Get()
  async list(
    @Query() query: ChannelListQueryDto,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<Answer<readonly ChannelView[]>> {
    const page = pageRequest(query.p, query.page_size);
    const access = { withKeys: isTrue(query.include_key), actor: { ...caller, clientIp } };
    const { items, total } = await this.channels.list(page, orderOf(query), access);
    return new Answer(items, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }

  @Get('search')
  search(@Query() query: ChannelListQueryDto): Promise<readonly ChannelView[]> {
    const { keyword = '', model = '', group = '' } = query;
    const filter = { keyword: keyword.trim(), model: model.trim(), group: group.trim() };
    return this.channels.search(filter, orderOf(query));
  }

  @Get('models')
  models(): readonly ModelObject[] {
    return builtInModels;
  }

  @Get(':id')
  get(
    @Param('id', IdParam) id: number,
    @Query() query: ChannelListQueryDto,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<ChannelView> {
    return this.channels.get(id, { withKeys: isTrue(query.include_key), actor: { ...caller, clientIp } });
  }

  @Post()
  create(@Body() body: ChannelSaveDto, @CurrentCaller() caller: Caller, @ClientIp() clientIp: string): Promise<void> {
    return this.channels.create(body, { ...caller, clientIp });
  }

  @Put()
  edit(
    @Body() body: ChannelEditDto,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<ChannelView> {
    return this.channels.edit(body, { ...caller, clientIp });
  }

  @Put('bulk')
  editMany(
    @Body() body: ChannelBulkEditDto,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<ChannelBulkResult> {
    return this.bulk.edit(body, { ...caller, clientIp });
  }

  @Post('batch')
  removeMany(
    @Body() body: ChannelBatchDto,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<number> {
    return this.channels.removeMany(body, { ...caller, clientIp });
  }

  @Post('fix')
  fix(@CurrentCaller() caller: Caller, @ClientIp() clientIp: string): Promise<number> {
    return this.channels.fix({ ...caller, clientIp });
  }

  @Delete('disabled')
  removeDisabled(@CurrentCaller() caller: Caller, @ClientIp() clientIp: string): Promise<number> {
    return this.channels.removeDisabled({ ...caller, clientIp });
  }

  @Delete(':id')
  remove(
    @Param('id', IdParam) id: number,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<void> {
    return this.channels.remove(id, { ...caller, clientIp });
  }
}

/** The names each channel type offers; the channel form asks for them, any signed-in user may. */
@ConsoleController('api/models', Role.User)
export class ModelListController {
  @Get()
  byType(): ModelsByType {
    return modelsByType;
  }
}
