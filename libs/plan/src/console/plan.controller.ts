import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { Role, type PlanView, type SubscriptionView } from '@contracts';
import { Answer, ConsoleController, CurrentActor, IdParam, pageRequest, type Actor } from '@platform';
import { PlanEditDto, PlanGrantDto, SubscriptionQueryDto } from './plan.dto';
import { PlansService } from './plans.service';

/** The routes by which administrators make plans, and give them to people. */
@ConsoleController('api/plan', Role.Admin)
export class PlanController {
  constructor(private readonly plans: PlansService) {}

  @Get()
  list(): Promise<readonly PlanView[]> {
    return this.plans.list();
  }

  @Post()
  create(@Body() request: PlanEditDto, @CurrentActor() actor: Actor): Promise<PlanView> {
    return this.plans.create(actor, request);
  }

  @Get('subscriptions')
  async subscriptions(@Query() query: SubscriptionQueryDto): Promise<Answer<readonly SubscriptionView[]>> {
    const page = pageRequest(query.p, query.size);
    const { rows, total } = await this.plans.subscriptions(query, page);
    return new Answer(rows, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }

  @Post('subscriptions')
  grant(@Body() request: PlanGrantDto, @CurrentActor() actor: Actor): Promise<void> {
    return this.plans.grant(actor, request);
  }

  @Delete('subscriptions/:id')
  end(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.plans.end(actor, id);
  }

  @Put(':id')
  edit(
    @Param('id', IdParam) id: number,
    @Body() request: PlanEditDto,
    @CurrentActor() actor: Actor,
  ): Promise<PlanView> {
    return this.plans.edit(actor, id, request);
  }

  @Delete(':id')
  remove(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.plans.remove(actor, id);
  }
}
