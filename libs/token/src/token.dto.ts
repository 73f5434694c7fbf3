import {
  BUDGET_QUOTA_MAX,
  budgetWindows,
  TOKEN_NEVER_EXPIRES,
  type BudgetWindow,
  type TokenBudget,
  type TokenCreate,
  type TokenEdit,
  type TokenQuery,
  type TokenSearch,
  type TokenSettings,
} from '@contracts';
import { IsRowId, MissingIs, plainRefusal } from '@platform';
import { Type } from 'class-transformer';
import {
  Allow,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';

/** The longest list that is split; its entries are checked later. */
const LIST_MAX = 40_000;
/** The longest name of a time zone. */
const BUDGET_ZONE_MAX = 64;

export class TokenQueryDto implements TokenQuery {
  /** This field has no check, because numbers that cannot be read count as missing. */
  @Allow()
  @Type(() => Number)
  readonly p?: number;

  @Allow()
  @Type(() => Number)
  readonly size?: number;
}

export class TokenSearchDto implements TokenSearch {
  @IsOptional()
  @IsString()
  readonly keyword?: string;

  @IsOptional()
  @IsString()
  readonly token?: string;
}

/** What a new token may spend in each period. */
export class TokenBudgetDto implements TokenBudget {
  @IsInt()
  @Min(1)
  @Max(BUDGET_QUOTA_MAX)
  readonly quota!: number;

  @IsIn(budgetWindows)
  readonly window!: BudgetWindow;

  @IsOptional()
  @IsString()
  @MaxLength(BUDGET_ZONE_MAX)
  readonly time_zone?: string;
}

/**
 * What a new token and a template have in common. Numbers are not checked here, because the rules refuse a wrong one with a
 * sentence of its own.
 */
export class TokenSettingsDto implements TokenSettings {
  @MissingIs('')
  @IsString()
  readonly name: string = '';

  @MissingIs(0)
  @Allow()
  readonly remain_quota: number = 0;

  @MissingIs(false)
  @IsBoolean()
  readonly unlimited_quota: boolean = false;

  @MissingIs(false)
  @IsBoolean()
  readonly model_limits_enabled: boolean = false;

  @MissingIs('')
  @IsString()
  @MaxLength(LIST_MAX)
  readonly model_limits: string = '';

  @MissingIs()
  @IsOptional()
  @IsString()
  @MaxLength(LIST_MAX)
  readonly ip_limits?: string;

  @MissingIs()
  @IsOptional()
  @IsBoolean()
  readonly rate_limit_enabled?: boolean;

  @MissingIs()
  @Allow()
  readonly rate_limit_interval?: number;

  @MissingIs()
  @Allow()
  readonly rate_limit_count?: number;

  @MissingIs()
  @Allow()
  readonly rpm_limit?: number;

  @MissingIs()
  @Allow()
  readonly tpm_limit?: number;

  @MissingIs()
  @Allow()
  readonly max_concurrency?: number;

  @MissingIs()
  @Allow()
  readonly rpd_limit?: number;

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly default_model?: string;

  @MissingIs('')
  @IsString()
  readonly group: string = '';
}

/** The body of a request for a new token. */
export class TokenCreateDto extends TokenSettingsDto implements TokenCreate {
  @IsOptional()
  @ValidateNested()
  @Type(() => TokenBudgetDto)
  readonly budget?: TokenBudgetDto;

  @MissingIs(TOKEN_NEVER_EXPIRES)
  @Allow()
  readonly expired_time: number = TOKEN_NEVER_EXPIRES;

  /** 0 is no team. */
  @MissingIs(0)
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  readonly team_id: number = 0;

  @MissingIs(false)
  @IsBoolean()
  readonly shared: boolean = false;

  @MissingIs('')
  @IsString()
  @MaxLength(LIST_MAX)
  readonly tags: string = '';
}

/** The body of both updates; `status` counts only in the one that changes nothing else. */
export class TokenEditDto implements TokenEdit {
  @IsRowId(plainRefusal)
  readonly id!: number;

  @Allow()
  readonly status?: number;

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly name?: string;

  @MissingIs()
  @Allow()
  readonly remain_quota?: number;

  @MissingIs()
  @Allow()
  readonly remain_quota_loaded?: number;

  @MissingIs()
  @IsOptional()
  @IsBoolean()
  readonly unlimited_quota?: boolean;

  @MissingIs()
  @Allow()
  readonly expired_time?: number;

  @MissingIs()
  @IsOptional()
  @IsBoolean()
  readonly model_limits_enabled?: boolean;

  @MissingIs()
  @IsOptional()
  @IsString()
  @MaxLength(LIST_MAX)
  readonly model_limits?: string;

  @MissingIs()
  @IsOptional()
  @IsString()
  @MaxLength(LIST_MAX)
  readonly ip_limits?: string;

  @MissingIs()
  @IsOptional()
  @IsBoolean()
  readonly rate_limit_enabled?: boolean;

  @MissingIs()
  @Allow()
  readonly rate_limit_interval?: number;

  @MissingIs()
  @Allow()
  readonly rate_limit_count?: number;

  @MissingIs()
  @Allow()
  readonly rpm_limit?: number;

  @MissingIs()
  @Allow()
  readonly tpm_limit?: number;

  @MissingIs()
  @Allow()
  readonly max_concurrency?: number;

  @MissingIs()
  @Allow()
  readonly rpd_limit?: number;

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly default_model?: string;

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly group?: string;

  @MissingIs()
  @IsOptional()
  @IsString()
  @MaxLength(LIST_MAX)
  readonly tags?: string;
}
