import { Get, Query } from '@nestjs/common';
import { Role, type GroupLabels } from '@contracts';
import { ConsoleController, CurrentCaller, type Caller } from '@platform';
import { GroupModelsQueryDto } from './pricing.dto';
import { ModelCatalogue } from './model-catalogue';
import { UsableGroups } from './usable-groups';

/** All groups, for the forms of administrators; hidden ones are included. */
@ConsoleController('api/group', Role.Admin)
export class GroupController {
  constructor(private readonly groups: UsableGroups) {}

  @Get()
  all(): readonly string[] {
    return this.groups.all();
  }
}

/** Groups and models of the caller. */
@ConsoleController('api', Role.User)
export class OwnGroupController {
  constructor(
    private readonly groups: UsableGroups,
    private readonly catalogue: ModelCatalogue,
  ) {}

  @Get('groups/token')
  labels(@CurrentCaller() caller: Caller): GroupLabels {
    return this.groups.groupsOf(caller.group).labels;
  }

  /** Models of one group, or of all usable ones; a group out of reach has none. */
  @Get('user/models')
  models(@CurrentCaller() caller: Caller, @Query() query: GroupModelsQueryDto): readonly string[] {
    const { usable } = this.groups.groupsOf(caller.group);
    const models = this.catalogue.modelsOf(query.group ? usable.filter(group => group === query.group) : usable);
    return query.priced === 'true' ? this.catalogue.pricedOf(models) : models;
  }
}
