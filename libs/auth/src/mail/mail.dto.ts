import { type EmailBindQuery, type EmailQuery, type RegisterRequest, type ResetRequest } from '@contracts';
import { MissingIs, SentText } from '@platform';
import { IsOptional, IsString } from 'class-validator';
import { TurnstileQueryDto } from '../human/human.dto';

/** Longer than any code or address; their own rules are stricter. */
const FIELD_MAX = 254;

/**
 * Only these fields are read: a person cannot choose the role, quota or group. The length of each field is checked by
 * its own rule.
 */
export class RegisterDto implements RegisterRequest {
  @MissingIs('')
  @IsString()
  readonly username: string = '';

  @MissingIs('')
  @IsString()
  readonly password: string = '';

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly password2?: string;

  @MissingIs('')
  @IsString()
  readonly email: string = '';

  @MissingIs('')
  @IsString()
  readonly verification_code: string = '';

  @MissingIs('')
  @IsString()
  readonly aff_code: string = '';

  @MissingIs('')
  @IsString()
  readonly registration_code: string = '';
}

export class EmailQueryDto extends TurnstileQueryDto implements EmailQuery {
  @SentText(FIELD_MAX)
  readonly email: string = '';
}

export class EmailBindQueryDto implements EmailBindQuery {
  @SentText(FIELD_MAX)
  readonly email: string = '';

  @SentText(FIELD_MAX)
  readonly code: string = '';
}

export class ResetDto implements ResetRequest {
  @SentText(FIELD_MAX)
  readonly email: string = '';

  @SentText(FIELD_MAX)
  readonly token: string = '';
}
