import {
  PLAN_DESCRIPTION_MAX,
  PLAN_GIFT_PERIODS_MAX,
  PLAN_NAME_MAX,
  PLAN_NAMES_MAX,
  PLAN_QUOTA_MAX,
  PLAN_TRIAL_DAYS_MAX,
  planOverages,
  planPeriods,
  PLANS_PER_USER_MAX,
  type PlanCancel,
  type PlanChangeQuery,
  type PlanEdit,
  type PlanGrant,
  type PlanOrder,
  type PlanOverage,
  type PlanPeriod,
  type PlanPurchase,
  type SubscriptionQuery,
} from '@contracts';
import { IsRowId, MissingIs } from '@platform';
import { Transform, Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';

const NAME_MAX = 64;
const MODEL_MAX = 255;
const ORDER_MAX = 1000;

/** A plan as an administrator writes it; what is missing is as on the form. */
export class PlanEditDto implements PlanEdit {
  @IsString()
  @MaxLength(PLAN_NAME_MAX)
  @Matches(/\S/)
  readonly name!: string;

  @MissingIs('')
  @IsString()
  @MaxLength(PLAN_DESCRIPTION_MAX)
  readonly description: string = '';

  @IsInt()
  @Min(0)
  @Max(PLAN_QUOTA_MAX)
  readonly price_quota!: number;

  @IsIn(planPeriods)
  readonly period!: PlanPeriod;

  @IsInt()
  @Min(0)
  @Max(PLAN_QUOTA_MAX)
  readonly quota!: number;

  @MissingIs([])
  @IsArray()
  @ArrayMaxSize(PLAN_NAMES_MAX)
  @IsString({ each: true })
  @MaxLength(MODEL_MAX, { each: true })
  readonly models: readonly string[] = [];

  @MissingIs([])
  @IsArray()
  @ArrayMaxSize(PLAN_NAMES_MAX)
  @IsString({ each: true })
  @MaxLength(NAME_MAX, { each: true })
  readonly groups: readonly string[] = [];

  @MissingIs('wallet')
  @IsIn(planOverages)
  readonly overage: PlanOverage = 'wallet';

  @MissingIs(0)
  @IsInt()
  @Min(0)
  @Max(PLAN_TRIAL_DAYS_MAX)
  readonly trial_days: number = 0;

  @MissingIs(true)
  @IsBoolean()
  readonly is_on_sale: boolean = true;

  @MissingIs(0)
  @IsInt()
  @Min(-ORDER_MAX)
  @Max(ORDER_MAX)
  readonly sort_order: number = 0;
}

export class PlanPurchaseDto implements PlanPurchase {
  @IsRowId()
  readonly plan_id!: number;

  @IsOptional()
  @IsString()
  @MaxLength(NAME_MAX)
  readonly time_zone?: string;

  @IsOptional()
  @IsBoolean()
  readonly is_trial?: boolean;
}

export class PlanChangeDto implements PlanChangeQuery {
  @Transform(({ value }) => Number(value))
  @IsRowId()
  readonly plan_id!: number;
}

export class PlanCancelDto implements PlanCancel {
  @MissingIs(true)
  @IsBoolean()
  readonly is_cancelled: boolean = true;
}

export class PlanOrderDto implements PlanOrder {
  @IsArray()
  @ArrayMaxSize(PLANS_PER_USER_MAX)
  @IsInt({ each: true })
  readonly ids!: readonly number[];
}

export class PlanGrantDto implements PlanGrant {
  @IsRowId()
  readonly plan_id!: number;

  @IsString()
  @MaxLength(NAME_MAX)
  readonly username!: string;

  @MissingIs(1)
  @IsInt()
  @Min(1)
  @Max(PLAN_GIFT_PERIODS_MAX)
  readonly periods: number = 1;

  @IsOptional()
  @IsString()
  @MaxLength(NAME_MAX)
  readonly time_zone?: string;
}

export class SubscriptionQueryDto implements SubscriptionQuery {
  /** Numbers have no check, because those that cannot be read count as missing. */
  @Allow()
  @Type(() => Number)
  readonly p?: number;

  @Allow()
  @Type(() => Number)
  readonly size?: number;

  @Allow()
  @Type(() => Number)
  readonly plan_id?: number;

  @IsOptional()
  @IsString()
  @MaxLength(NAME_MAX)
  readonly username?: string;
}
