import { type SignInDatesQuery } from '@contracts';
import { plainRefusal } from '@platform';
import { IsOptional, Matches } from 'class-validator';

export class SignInDatesDto implements SignInDatesQuery {
  @IsOptional()
  @Matches(/^\d{4}-(0[1-9]|1[0-2])$/, plainRefusal)
  readonly month?: string;
}
