import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { Role, type RedemptionStatusValue, type RedemptionView } from '@contracts';
import { Answer, ConsoleController, CurrentActor, IdParam, pageRequest, type Actor, type PageRequest } from '@platform';
import { RedemptionListReadModel } from './redemption-list.read-model';
import { RedemptionCreateDto, RedemptionEditDto, RedemptionSearchDto } from './redemption.dto';
import { RedemptionService } from './redemption.service';

/** The rows that a search without page fields shows. */
const SEARCH_ROWS = { skip: 0, take: 100 } as const;

/** The routes of the table of redemption codes. */
@ConsoleController('api/redemption', Role.Admin)
export class RedemptionController {
  constructor(
    private readonly codes: RedemptionService,
    private readonly list: RedemptionListReadModel,
  ) {}

  @Get()
  page(@Query() query: RedemptionSearchDto): Promise<Answer<readonly RedemptionView[]>> {
    return this.answerPage('', pageRequest(query.p, query.page_size));
  }

  @Get('search')
  search(@Query() query: RedemptionSearchDto): Promise<Answer<readonly RedemptionView[]>> {
    const isPaged = query.p !== undefined || query.page_size !== undefined;
    const page = isPaged ? pageRequest(query.p, query.page_size) : SEARCH_ROWS;
    return this.answerPage(query.keyword?.trim() ?? '', page);
  }

  @Get(':id')
  one(@Param('id', IdParam) id: number): Promise<RedemptionView> {
    return this.codes.view(id);
  }

  @Post()
  create(@Body() request: RedemptionCreateDto, @CurrentActor() actor: Actor): Promise<readonly string[]> {
    return this.codes.create(actor, request);
  }

  /** Any non-empty `status_only` means that only the status changes. */
  @Put()
  edit(
    @Body() request: RedemptionEditDto,
    @Query('status_only') statusOnly: unknown,
    @CurrentActor() actor: Actor,
  ): Promise<RedemptionView> {
    if (statusOnly === undefined || statusOnly === '') return this.codes.edit(actor, request);
    // Anything but a known status is refused by the service, also when it is no number.
    return this.codes.setStatus(actor, { id: request.id, status: request.status as RedemptionStatusValue });
  }

  @Delete(':id')
  remove(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.codes.delete(actor, id);
  }

  private async answerPage(keyword: string, page: PageRequest): Promise<Answer<readonly RedemptionView[]>> {
    const { rows, total } = await this.list.page(keyword, page);
    return new Answer(rows, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }
}
