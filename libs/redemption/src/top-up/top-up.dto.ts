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

/** The two payment calls word their refusals themselves, so their fields are only let through here. */
export class AmountDto implements AmountRequest {
  @Allow()
  readonly amount!: number;
}

export class PayDto extends AmountDto implements PayRequest {
  @Allow()
  readonly payment_method!: PaymentMethod;
}

/** Nothing that is searched for is longer. */
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
