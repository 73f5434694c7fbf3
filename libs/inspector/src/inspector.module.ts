import { Module } from '@nestjs/common';
import { InspectRuleController } from './console/inspect-rule.controller';
import { InspectRulesService } from './console/inspect-rules.service';
import { InspectedCallsService } from './console/inspected-calls.service';
import { InspectedNames } from './console/inspected-names';
import { InspectorController } from './console/inspector.controller';
import { Inspector } from './inspector';
import { KeepQueue } from './keep/keep-queue';
import { KeptCalls } from './keep/kept-calls';
import { KeptCallsStore } from './keep/kept-calls.store';
import { PackedRecords } from './keep/packed-record';
import { InspectRuleEntity } from './rules/inspect-rule.entity';
import { InspectRules } from './rules/inspect-rules';

export const inspectorEntities = [InspectRuleEntity];

/** The request inspector: records the content of calls that a rule asks for, and shows it to those who may read it. */
@Module({
  controllers: [InspectorController, InspectRuleController],
  providers: [
    Inspector,
    InspectedCallsService,
    InspectedNames,
    InspectRules,
    InspectRulesService,
    KeepQueue,
    KeptCalls,
    KeptCallsStore,
    PackedRecords,
  ],
  exports: [Inspector, InspectRules, KeptCalls],
})
export class InspectorModule {}
