import {
  INSPECT_KEPT_IDS_MAX,
  INSPECT_NOTE_MAX,
  INSPECT_OWN_HOURS_MAX,
  INSPECT_PER_MILLE_MAX,
  INSPECT_RULE_HOURS_MAX,
  MODEL_NAME_MAX,
  type InspectKeptQuery,
  type InspectOwnCreate,
  type InspectRuleCreate,
} from '@contracts';
import { IsRowId, MissingIs } from '@platform';
import { ArrayMaxSize, IsArray, IsBoolean, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';

export class InspectRuleDto implements InspectRuleCreate {
  @MissingIs(0)
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  readonly user_id: number = 0;

  @MissingIs(0)
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  readonly token_id: number = 0;

  @MissingIs(0)
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  readonly channel_id: number = 0;

  @MissingIs('')
  @IsString()
  @MaxLength(MODEL_NAME_MAX)
  readonly model_name: string = '';

  @MissingIs(INSPECT_PER_MILLE_MAX)
  @IsInt()
  @Min(1)
  @Max(INSPECT_PER_MILLE_MAX)
  readonly per_mille: number = INSPECT_PER_MILLE_MAX;

  @MissingIs(false)
  @IsBoolean()
  readonly only_failures: boolean = false;

  @IsInt()
  @Min(1)
  @Max(INSPECT_RULE_HOURS_MAX)
  readonly hours!: number;

  @MissingIs('')
  @IsString()
  @MaxLength(INSPECT_NOTE_MAX)
  readonly note: string = '';
}

export class InspectOwnDto implements InspectOwnCreate {
  @IsRowId()
  readonly token_id!: number;

  @IsInt()
  @Min(1)
  @Max(INSPECT_OWN_HOURS_MAX)
  readonly hours!: number;
}

export class InspectKeptDto implements InspectKeptQuery {
  @IsArray()
  @ArrayMaxSize(INSPECT_KEPT_IDS_MAX)
  @IsString({ each: true })
  @MaxLength(64, { each: true })
  readonly request_ids!: readonly string[];
}
