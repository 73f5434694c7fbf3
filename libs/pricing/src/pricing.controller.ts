import { Get } from '@nestjs/common';
import { type PricingItem } from '@contracts';
import { Options } from '@option';
import { Answer, MaybeCaller, PublicController, type Caller } from '@platform';
import { ModelCatalogue } from './model-catalogue';
import { UsableGroups } from './usable-groups';

/** The price list; guests see what the public groups offer. */
@PublicController('api')
export class PricingController {
  constructor(
    private readonly catalogue: ModelCatalogue,
    private readonly groups: UsableGroups,
    private readonly options: Options,
  ) {}

  @Get('pricing')
  pricing(@MaybeCaller() caller: Caller | null): Answer<readonly PricingItem[]> {
    const groups = caller === null ? this.groups.public() : this.groups.groupsOf(caller.group).usable;
    const extras = { group_ratio: this.catalogue.ratiosOf(groups), usable_group: this.groups.labelsOf(groups) };
    return new Answer(this.catalogue.pricingFor(groups), { extras });
  }

  /** The manufacturer list as JSON text, not parsed, which is the format that clients of this route expect. */
  @Get('model-info')
  modelInfo(): string {
    return this.options.textOf('Manufacturers');
  }
}
