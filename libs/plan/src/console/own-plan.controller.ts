import { Body, Get, Param, Post, Put, Query } from '@nestjs/common';
import { Role, type PlanChangePreview, type PlanOffer, type SubscriptionView } from '@contracts';
import { ConsoleController, CurrentActor, IdParam, type Actor } from '@platform';
import { OwnPlansService } from './own-plans.service';
import { PlanChangeService } from './plan-change.service';
import { PlanCancelDto, PlanChangeDto, PlanOrderDto, PlanPurchaseDto } from './plan.dto';

/** The routes by which people buy plans and look after those that they have. */
@ConsoleController('api/plan/own', Role.User)
export class OwnPlanController {
  constructor(
    private readonly plans: OwnPlansService,
    private readonly changes: PlanChangeService,
  ) {}

  @Get()
  list(@CurrentActor() actor: Actor): Promise<readonly SubscriptionView[]> {
    return this.plans.list(actor);
  }

  @Get('offers')
  offers(@CurrentActor() actor: Actor): Promise<readonly PlanOffer[]> {
    return this.plans.offers(actor);
  }

  @Post()
  buy(@Body() request: PlanPurchaseDto, @CurrentActor() actor: Actor): Promise<SubscriptionView> {
    return this.plans.buy(actor, request);
  }

  @Put('order')
  reorder(@Body() request: PlanOrderDto, @CurrentActor() actor: Actor): Promise<readonly SubscriptionView[]> {
    return this.plans.reorder(actor, request);
  }

  @Get(':id/change')
  preview(
    @Param('id', IdParam) id: number,
    @Query() query: PlanChangeDto,
    @CurrentActor() actor: Actor,
  ): Promise<PlanChangePreview> {
    return this.changes.preview(actor, id, query.plan_id);
  }

  @Put(':id/change')
  change(
    @Param('id', IdParam) id: number,
    @Body() request: PlanChangeDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubscriptionView> {
    return this.changes.change(actor, id, request.plan_id);
  }

  @Put(':id/cancel')
  cancel(
    @Param('id', IdParam) id: number,
    @Body() request: PlanCancelDto,
    @CurrentActor() actor: Actor,
  ): Promise<SubscriptionView> {
    return this.plans.cancel(actor, id, request.is_cancelled);
  }
}
