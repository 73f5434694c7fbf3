import { type TurnstileQuery } from '@contracts';
import { plainRefusal } from '@platform';
import { IsOptional, IsString } from 'class-validator';

export class TurnstileQueryDto implements TurnstileQuery {
  @IsOptional()
  @IsString(plainRefusal)
  readonly turnstile?: string;
}
