import {
  ORDER_NOTE_MAX,
  paymentMethods,
  TopUpStatus,
  type AmountRequest,
  type OrderDecision,
  type OrderMethod,
  type OrderRefund,
  type OrderSearch,
  type OwnOrderRequest,
  type PaymentProviderId,
  type PaymentStartRequest,
  type PaymentMethod,
  type PayRequest,
  type TopUpStatusValue,
} from '@contracts';
import { IsRowId, PageQueryDto, plainRefusal, SentText } from '@platform';
import { Allow, IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';

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

  @IsOptional()
  @IsIn(['', ...paymentMethods, 'stripe', 'manual'], plainRefusal)
  readonly method?: OrderMethod | '';
}

export class PaymentStartDto extends AmountDto implements PaymentStartRequest {
  @Allow()
  readonly provider!: PaymentProviderId;
}

export class OwnOrderDto implements OwnOrderRequest {
  @SentText(KEYWORD_MAX)
  readonly trade_no: string = '';
}

export class OrderDecisionDto implements OrderDecision {
  @IsRowId()
  readonly id!: number;

  @SentText(ORDER_NOTE_MAX)
  readonly note: string = '';
}

/** The longest amount is that of twelve digits. */
const MONEY_MAX = 20;

export class OrderRefundDto extends OrderDecisionDto implements OrderRefund {
  @SentText(MONEY_MAX)
  readonly money: string = '';

  @Matches(/^[\w-]{8,64}$/, plainRefusal)
  readonly request_id!: string;
}
