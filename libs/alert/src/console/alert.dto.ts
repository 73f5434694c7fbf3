import {
  ALERT_FIELD_MAX,
  ALERT_SCOPE_VALUES_MAX,
  ALERT_RECEIVERS_MAX,
  alertKindNames,
  alertLanguages,
  alertMeasures,
  alertReceiverFields,
  alertReceiverKindNames,
  alertScopes,
  alertSeverities,
  alertStates,
  type AlertKindName,
  type AlertLanguage,
  type AlertMeasure,
  type AlertQuery,
  type AlertReceiverEdit,
  type AlertReceiverField,
  type AlertReceiverKind,
  type AlertReceiverSave,
  type AlertRuleEdit,
  type AlertRuleSave,
  type AlertScopeBy,
  type AlertSeverity,
  type AlertState,
} from '@contracts';
import { IsRowId, MaybeText, MissingIs, PageQueryDto, plainRefusal, SentText } from '@platform';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsNumber, IsOptional, IsString, MaxLength } from 'class-validator';

const SENT_NAME_MAX = 500;
const SENT_VALUE_MAX = 255;

export class AlertQueryDto extends PageQueryDto implements AlertQuery {
  @IsOptional()
  @IsIn([...alertStates, 'open', ''])
  readonly state?: AlertState | 'open' | '';

  @IsOptional()
  @IsIn([...alertKindNames, ''])
  readonly kind?: AlertKindName | '';

  @IsOptional()
  @IsIn([...alertSeverities, ''])
  readonly severity?: AlertSeverity | '';
}

/** The body of a new rule. Limits of numbers depend on the kind, so the service checks them. */
export class AlertRuleDto implements AlertRuleSave {
  @SentText(SENT_NAME_MAX)
  readonly name: string = '';

  @IsIn(alertKindNames, plainRefusal)
  readonly kind!: AlertKindName;

  @MissingIs(true)
  @IsBoolean(plainRefusal)
  readonly enabled: boolean = true;

  @IsIn(alertSeverities, plainRefusal)
  readonly severity!: AlertSeverity;

  @MissingIs(0)
  @IsNumber({}, plainRefusal)
  readonly threshold: number = 0;

  @MissingIs('')
  @IsIn([...alertMeasures, ''], plainRefusal)
  readonly measure: AlertMeasure | '' = '';

  @MissingIs(0)
  @IsNumber({}, plainRefusal)
  readonly window_minutes: number = 0;

  @MissingIs(0)
  @IsNumber({}, plainRefusal)
  readonly minimum: number = 0;

  @MissingIs(0)
  @IsNumber({}, plainRefusal)
  readonly for_minutes: number = 0;

  @MissingIs(0)
  @IsNumber({}, plainRefusal)
  readonly remind_minutes: number = 0;

  @MissingIs('all')
  @IsIn(alertScopes, plainRefusal)
  readonly scope_by: AlertScopeBy = 'all';

  @MissingIs([])
  @IsArray(plainRefusal)
  @ArrayMaxSize(ALERT_SCOPE_VALUES_MAX, plainRefusal)
  @IsString({ each: true, ...plainRefusal })
  @MaxLength(SENT_VALUE_MAX, { each: true, ...plainRefusal })
  readonly scope_values: readonly string[] = [];

  @MissingIs([])
  @IsArray(plainRefusal)
  @ArrayMaxSize(ALERT_RECEIVERS_MAX, plainRefusal)
  @IsRowId({ each: true, ...plainRefusal })
  readonly receiver_ids: readonly number[] = [];

  @SentText(10)
  readonly quiet_from: string = '';

  @SentText(10)
  readonly quiet_to: string = '';
}

export class AlertRuleEditDto extends AlertRuleDto implements AlertRuleEdit {
  @IsRowId(plainRefusal)
  readonly id!: number;
}

export class AlertReceiverDto implements AlertReceiverSave {
  @SentText(SENT_NAME_MAX)
  readonly name: string = '';

  @IsIn(alertReceiverKindNames, plainRefusal)
  readonly kind!: AlertReceiverKind;

  @MissingIs(true)
  @IsBoolean(plainRefusal)
  readonly enabled: boolean = true;

  @MissingIs('both')
  @IsIn(alertLanguages, plainRefusal)
  readonly language: AlertLanguage = 'both';

  @IsOptional()
  @IsArray(plainRefusal)
  @IsIn(alertReceiverFields, { each: true, ...plainRefusal })
  readonly cleared?: readonly AlertReceiverField[];

  @MaybeText(ALERT_FIELD_MAX)
  readonly to?: string;

  @MaybeText(ALERT_FIELD_MAX)
  readonly address?: string;

  @MaybeText(ALERT_FIELD_MAX)
  readonly secret?: string;

  @MaybeText(ALERT_FIELD_MAX)
  readonly token?: string;

  @MaybeText(ALERT_FIELD_MAX)
  readonly chat_id?: string;

  @MaybeText(ALERT_FIELD_MAX)
  readonly thread_id?: string;

  @MaybeText(ALERT_FIELD_MAX)
  readonly base_url?: string;
}

export class AlertReceiverEditDto extends AlertReceiverDto implements AlertReceiverEdit {
  @IsRowId(plainRefusal)
  readonly id!: number;
}
