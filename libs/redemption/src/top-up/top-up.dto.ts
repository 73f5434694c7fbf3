import {
  TopUpStatus,
  type AmountRequest,
  type OrderSearch,
  type PaymentMethod,
  type PayRequest,
  type TopUpStatusValue,
} from '@contracts';
import { PageQueryDto, plainRefusal } from '@platform';
import { Allow, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';

/** The body with an amount. The two payment calls write their own refusals, so their fields are not checked here. */
export class AmountDto implements AmountRequest {
  @Allow()
  readonly amount!: number;
}

export class PayDto extends AmountDto implements PayRequest {
  @Allow()
  readonly payment_method!: PaymentMethod;
}

/** Limit of a keyword; nothing that is searched for is longer. */
const KEYWORD_MAX = 64;

export class OrderSearchDto extends PageQueryDto implements OrderSearch {
  @IsOptional()
  @IsString()
  @MaxLength(KEYWORD_MAX)
  readonly keyword?: string;

  @IsOptional()
  @IsIn(['', ...Object.values(TopUpStatus)], plainRefusal)
  readonly status?: TopUpStatusValue | '';
}
