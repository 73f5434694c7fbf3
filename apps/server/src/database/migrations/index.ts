import { Initial0001 } from './0001-initial';
import { ChannelKeys0002 } from './0002-channel-keys';
import { SignIn0003 } from './0003-sign-in';
import { Tasks0004 } from './0004-tasks';
import { ExactTexts0005 } from './0005-exact-texts';
import { ResponseChannels0006 } from './0006-response-channels';
import { AccountLeases0007 } from './0007-account-leases';
import { LogIndexes0008 } from './0008-log-indexes';
import { UsageHours0009 } from './0009-usage-hours';
import { ChargeKeys0010 } from './0010-charge-keys';
import { CallLimits0011 } from './0011-call-limits';
import { ChannelShapes0012 } from './0012-channel-shapes';
import { DefaultModel0013 } from './0013-default-model';
import { ChannelFigures0014 } from './0014-channel-figures';
import { ImportedRows0015 } from './0015-imported-rows';
import { Retention0016 } from './0016-retention';
import { MoveIns0017 } from './0017-move-ins';
import { Backups0018 } from './0018-backups';
import { Alerts0019 } from './0019-alerts';
import { Inspector0020 } from './0020-inspector';
import { KeyRotation0023 } from './0023-key-rotation';
import { Budgets0024 } from './0024-budgets';
import { Costs0025 } from './0025-costs';
import { PriceVersions0026 } from './0026-price-versions';
import { OverviewHours0027 } from './0027-overview-hours';
import { KeyTemplates0028 } from './0028-key-templates';
import { Teams0029 } from './0029-teams';
import { Payments0030 } from './0030-payments';
import { Plans0031 } from './0031-plans';
import { Joining0032 } from './0032-joining';
import { Statements0034 } from './0034-statements';
import { ChannelsWithGroups0035 } from './0035-channels-with-groups';

/** All migrations in order. The list is explicit, because a compiled build has no folder to search. */
export const migrations = [
  Initial0001,
  ChannelKeys0002,
  SignIn0003,
  Tasks0004,
  ExactTexts0005,
  ResponseChannels0006,
  AccountLeases0007,
  LogIndexes0008,
  UsageHours0009,
  ChargeKeys0010,
  CallLimits0011,
  ChannelShapes0012,
  DefaultModel0013,
  ChannelFigures0014,
  ImportedRows0015,
  Retention0016,
  MoveIns0017,
  Backups0018,
  Alerts0019,
  Inspector0020,
  KeyRotation0023,
  Budgets0024,
  Costs0025,
  PriceVersions0026,
  OverviewHours0027,
  KeyTemplates0028,
  Teams0029,
  Payments0030,
  Plans0031,
  Joining0032,
  Statements0034,
  ChannelsWithGroups0035,
];

export const migrationNames: readonly string[] = migrations.map(migration => new migration().name);
