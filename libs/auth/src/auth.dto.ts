import { type LoginRequest, type SelfEdit } from '@contracts';
import { plainRefusal } from '@platform';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Longer than any name or address; bounds what is compared and counted. */
const LOGIN_MAX = 254;
const PASSWORD_SENT_MAX = 1024;

/** A missing text reads as an empty one, so that "not given" is refused in one place. */
const EmptyWhenMissing = () => Transform(({ value }: { readonly value: unknown }) => value ?? '');

export class LoginDto implements LoginRequest {
  @EmptyWhenMissing()
  @IsString(plainRefusal)
  @MaxLength(LOGIN_MAX, plainRefusal)
  readonly username: string = '';

  @EmptyWhenMissing()
  @IsString(plainRefusal)
  @MaxLength(PASSWORD_SENT_MAX, plainRefusal)
  readonly password: string = '';
}

/** The edit page sends the whole account back; only these fields are looked at. */
export class SelfEditDto implements SelfEdit {
  @IsOptional()
  @IsString()
  readonly username?: string;

  @IsOptional()
  @IsString()
  readonly display_name?: string;

  @IsOptional()
  @IsString()
  readonly password?: string;

  @IsOptional()
  @IsString()
  @MaxLength(PASSWORD_SENT_MAX)
  readonly original_password?: string;
}
