import { Body, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { Role, type BudgetView } from '@contracts';
import { ConsoleController, CurrentActor, CurrentCaller, IdParam, type Actor, type Caller } from '@platform';
import { BudgetChangeDto, OwnBudgetCreateDto } from './budget.dto';
import { BudgetsService } from './budgets.service';

/** The routes by which people see the budgets that apply to them, and set some for their own keys. */
@ConsoleController('api/budget/own', Role.User)
export class OwnBudgetController {
  constructor(private readonly budgets: BudgetsService) {}

  @Get()
  list(@CurrentCaller() caller: Caller): Promise<readonly BudgetView[]> {
    return this.budgets.applyingTo(caller);
  }

  @Post()
  create(@Body() request: OwnBudgetCreateDto, @CurrentActor() actor: Actor): Promise<BudgetView> {
    return this.budgets.createOwn(actor, request);
  }

  /** Budgets of administrators stay as they are. */
  @Put(':id')
  change(
    @Param('id', IdParam) id: number,
    @Body() request: BudgetChangeDto,
    @CurrentActor() actor: Actor,
  ): Promise<BudgetView> {
    return this.budgets.changeOwn(actor, id, request);
  }

  @Delete(':id')
  remove(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.budgets.removeOwn(actor, id);
  }
}
