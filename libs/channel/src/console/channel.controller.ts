import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { Role, type ChannelBulkResult, type ChannelView, type ModelObject, type ModelsByType } from '@contracts';
import { Answer, ConsoleController, CurrentActor, IdParam, pageRequest, type Actor } from '@platform';
import { ChannelBulkEditDto } from './channel-bulk.dto';
import { ChannelBulkService } from './channel-bulk.service';
import { ChannelBatchDto, ChannelEditDto, ChannelListQueryDto, ChannelSaveDto } from './channel.dto';
import { ChannelService } from './channel.service';
import { builtInModels, modelsByType } from './model-lists';

function isTrue(text: string | undefined): boolean {
  return text === 'true' || text === '1';
}

/** A whole number of a query; null when there is none, or when it is unreadable. */
function numberOf(text = ''): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
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
    @CurrentActor() actor: Actor,
  ): Promise<Answer<readonly ChannelView[]>> {
    const page = pageRequest(query.p, query.page_size);
    const access = { withKeys: isTrue(query.include_key), actor };
    const { items, total } = await this.channels.list(page, orderOf(query), access);
    return new Answer(items, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }

  @Get('search')
  search(@Query() query: ChannelListQueryDto): Promise<readonly ChannelView[]> {
    const { keyword = '', model = '', group = '', tag = '' } = query;
    const texts = { keyword: keyword.trim(), model: model.trim(), group: group.trim(), tag: tag.trim() };
    const filter = { ...texts, status: numberOf(query.status), type: numberOf(query.type) };
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
    @CurrentActor() actor: Actor,
  ): Promise<ChannelView> {
    return this.channels.get(id, { withKeys: isTrue(query.include_key), actor });
  }

  @Post()
  async create(@Body() body: ChannelSaveDto, @CurrentActor() actor: Actor): Promise<Answer<undefined>> {
    const ids = await this.channels.create(body, actor);
    return new Answer(undefined, { extras: { ids } });
  }

  @Put()
  edit(@Body() body: ChannelEditDto, @CurrentActor() actor: Actor): Promise<ChannelView> {
    return this.channels.edit(body, actor);
  }

  @Put('bulk')
  editMany(@Body() body: ChannelBulkEditDto, @CurrentActor() actor: Actor): Promise<ChannelBulkResult> {
    return this.bulk.edit(body, actor);
  }

  @Post('batch')
  removeMany(@Body() body: ChannelBatchDto, @CurrentActor() actor: Actor): Promise<number> {
    return this.channels.removeMany(body, actor);
  }

  @Post('fix')
  fix(@CurrentActor() actor: Actor): Promise<number> {
    return this.channels.fix(actor);
  }

  @Delete('disabled')
  removeDisabled(@CurrentActor() actor: Actor): Promise<number> {
    return this.channels.removeDisabled(actor);
  }

  @Delete(':id')
  remove(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.channels.remove(id, actor);
  }
}

/** The model names of each channel type, for the channel form; any signed-in user may read them. */
@ConsoleController('api/models', Role.User)
export class ModelListController {
  @Get()
  byType(): ModelsByType {
    return modelsByType;
  }
}
