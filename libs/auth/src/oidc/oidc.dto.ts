import { plainRefusal } from '@platform';
import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Longer than any code, state or issuer that providers send. */
const PARAMETER_MAX = 4096;

export class OidcBeginDto {
  /** Invite code for a new account. */
  @IsOptional()
  @IsString(plainRefusal)
  @MaxLength(PARAMETER_MAX, plainRefusal)
  readonly aff?: string;
}

/** The proof a provider appends to the return address; whatever else it appends is no part of it. */
export class OidcReturnDto {
  @IsOptional()
  @IsString(plainRefusal)
  @MaxLength(PARAMETER_MAX, plainRefusal)
  readonly code?: string;

  @IsOptional()
  @IsString(plainRefusal)
  @MaxLength(PARAMETER_MAX, plainRefusal)
  readonly state?: string;

  /** Issuer, from providers that follow RFC 9207. */
  @IsOptional()
  @IsString(plainRefusal)
  @MaxLength(PARAMETER_MAX, plainRefusal)
  readonly iss?: string;
}
