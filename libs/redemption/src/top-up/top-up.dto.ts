import {
  TopUpStatus,
  type AmountRequest,
  type OrderQuery,
  type OrderSearch,
  type PaymentMethod,
  type PayRequest,
  type TopUpStatusValue,
} from '@contracts';
import { plainRefusal } from '@platform';
import { Type } from 'class-transformer';
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

export class OrderQueryDto implements OrderQuery {
  /** Unreadable numbers count as missing, hence no check. */
  @Allow()
  @Type(() => Number)
  readonly p?: number;

  @Allow()
  @Type(() => Number)
  readonly page_size?: number;
}

/** Nothing that is searched for is longer. */
const KEYWORD_MAX = 64;

export class OrderSearchDto extends OrderQueryDto implements OrderSearch {
  @IsOptional()
  @IsString()
  @MaxLength(KEYWORD_MAX)
  readonly keyword?: string;

  @IsOptional()
  @IsIn(['', ...Object.values(TopUpStatus)], plainRefusal)
  readonly status?: TopUpStatusValue | '';
}
