import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { Role, type AlertReceiverView, type AlertRuleTest, type AlertRuleView, type AlertView } from '@contracts';
import { Answer, ConsoleController, CurrentActor, IdParam, pageRequest, UserLimit, type Actor } from '@platform';
import { AlertAcknowledgement } from './alert-acknowledgement';
import { AlertListReadModel } from './alert-list.read-model';
import { AlertReceiverService } from './alert-receiver.service';
import { AlertRuleService } from './alert-rule.service';
import { AlertQueryDto, AlertReceiverDto, AlertReceiverEditDto, AlertRuleDto, AlertRuleEditDto } from './alert.dto';

/** A test sends messages to others, so nobody may make the server send many. */
const TESTS = { limit: 30, windowMs: 60_000 };

/** What fires and what has fired. */
@ConsoleController('api/alert', Role.Admin)
export class AlertController {
  constructor(
    private readonly alerts: AlertListReadModel,
    private readonly acknowledgement: AlertAcknowledgement,
  ) {}

  @Get()
  async page(@Query() query: AlertQueryDto): Promise<Answer<readonly AlertView[]>> {
    const request = pageRequest(query.p, query.page_size);
    const { rows, total } = await this.alerts.page(query, request);
    return new Answer(rows, { extras: { total, page: request.skip / request.take, page_size: request.take } });
  }

  @Post(':id/acknowledge')
  acknowledge(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.acknowledgement.acknowledge(actor, id);
  }
}

/** The rules. */
@ConsoleController('api/alert/rule', Role.Admin)
export class AlertRuleController {
  constructor(private readonly rules: AlertRuleService) {}

  @Get()
  list(): Promise<readonly AlertRuleView[]> {
    return this.rules.list();
  }

  @Post()
  create(@Body() request: AlertRuleDto, @CurrentActor() actor: Actor): Promise<AlertRuleView> {
    return this.rules.create(actor, request);
  }

  @Put()
  edit(@Body() request: AlertRuleEditDto, @CurrentActor() actor: Actor): Promise<AlertRuleView> {
    return this.rules.edit(actor, request);
  }

  @Delete(':id')
  remove(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.rules.delete(actor, id);
  }

  @Post(':id/test')
  @UserLimit('alert-rule-test', TESTS)
  test(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<AlertRuleTest> {
    return this.rules.test(actor, id);
  }
}

/** The receivers. */
@ConsoleController('api/alert/receiver', Role.Admin)
export class AlertReceiverController {
  constructor(private readonly receivers: AlertReceiverService) {}

  @Get()
  list(): Promise<readonly AlertReceiverView[]> {
    return this.receivers.list();
  }

  @Post()
  create(@Body() request: AlertReceiverDto, @CurrentActor() actor: Actor): Promise<AlertReceiverView> {
    return this.receivers.create(actor, request);
  }

  @Put()
  edit(@Body() request: AlertReceiverEditDto, @CurrentActor() actor: Actor): Promise<AlertReceiverView> {
    return this.receivers.edit(actor, request);
  }

  @Delete(':id')
  remove(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.receivers.delete(actor, id);
  }

  @Post(':id/test')
  @UserLimit('alert-receiver-test', TESTS)
  test(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.receivers.test(actor, id);
  }
}
