import { TOTP_CODE_MAX, type LoginRequest, type SelfEdit } from '@contracts';
import { MissingIs, SentText } from '@platform';
import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Longer than any name or address; bounds what is compared and counted. */
const LOGIN_MAX = 254;
const PASSWORD_SENT_MAX = 1024;

export class LoginDto implements LoginRequest {
  @SentText(LOGIN_MAX)
  readonly username: string = '';

  @SentText(PASSWORD_SENT_MAX)
  readonly password: string = '';

  @SentText(TOTP_CODE_MAX)
  readonly totp_code: string = '';
}

/** The edit page sends the whole account back; only these fields are looked at. */
export class SelfEditDto implements SelfEdit {
  @MissingIs()
  @IsOptional()
  @IsString()
  readonly username?: string;

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly display_name?: string;

  @MissingIs()
  @IsOptional()
  @IsString()
  readonly password?: string;

  @MissingIs()
  @IsOptional()
  @IsString()
  @MaxLength(PASSWORD_SENT_MAX)
  readonly original_password?: string;
}
