import {
  PLAN_GIFT_PERIODS_MAX,
  type RedeemRequest,
  type RedemptionCreate,
  type RedemptionEdit,
  type RedemptionSearch,
  type RedemptionStatusValue,
} from '@contracts';
import { IsRowId, MissingIs, PageQueryDto, plainRefusal } from '@platform';
import { Allow, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

export class RedemptionSearchDto extends PageQueryDto implements RedemptionSearch {
  @IsOptional()
  @IsString()
  readonly keyword?: string;
}

/**
 * The body of a request for new codes. Numbers are not checked here, because the rules refuse a wrong one with a
 * sentence of its own.
 */
export class RedemptionCreateDto implements RedemptionCreate {
  @MissingIs('')
  @IsString()
  readonly name: string = '';

  @MissingIs(0)
  @Allow()
  readonly quota: number = 0;

  @MissingIs(0)
  @Allow()
  readonly count: number = 0;

  @MissingIs(0)
  @IsInt()
  @Min(0)
  readonly plan_id: number = 0;

  @MissingIs(1)
  @IsInt()
  @Min(1)
  @Max(PLAN_GIFT_PERIODS_MAX)
  readonly plan_periods: number = 1;
}

/** The body of both updates; `status` counts only in the one that changes nothing else. */
export class RedemptionEditDto implements RedemptionEdit {
  @IsRowId(plainRefusal)
  readonly id!: number;

  @MissingIs('')
  @IsString()
  readonly name: string = '';

  @MissingIs(0)
  @Allow()
  readonly quota: number = 0;

  @Allow()
  readonly status?: RedemptionStatusValue;
}

export class RedeemDto implements RedeemRequest {
  @MissingIs('')
  @IsString(plainRefusal)
  readonly key: string = '';
}
