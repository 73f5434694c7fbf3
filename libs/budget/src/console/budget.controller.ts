import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { Role, type BudgetView } from '@contracts';
import { Answer, ConsoleController, CurrentActor, IdParam, pageRequest, type Actor } from '@platform';
import { BudgetChangeDto, BudgetCreateDto, BudgetQueryDto } from './budget.dto';
import { BudgetsService } from './budgets.service';

/** The routes by which administrators set budgets of keys, users and groups. */
@ConsoleController('api/budget', Role.Admin)
export class BudgetController {
  constructor(private readonly budgets: BudgetsService) {}

  @Get()
  async page(@Query() query: BudgetQueryDto): Promise<Answer<readonly BudgetView[]>> {
    const page = pageRequest(query.p, query.size);
    const { rows, total } = await this.budgets.page(query, page);
    return new Answer(rows, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }

  @Post()
  create(@Body() request: BudgetCreateDto, @CurrentActor() actor: Actor): Promise<BudgetView> {
    return this.budgets.create(actor, request);
  }

  @Put(':id')
  change(
    @Param('id', IdParam) id: number,
    @Body() request: BudgetChangeDto,
    @CurrentActor() actor: Actor,
  ): Promise<BudgetView> {
    return this.budgets.change(actor, id, request);
  }

  @Delete(':id')
  remove(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.budgets.remove(actor, id);
  }
}
