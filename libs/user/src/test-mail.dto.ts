import { type TestMail } from '@contracts';
import { IsOptional, IsString } from 'class-validator';

/** The address is checked where it is used, with the sentence for addresses. */
export class TestMailDto implements TestMail {
  @IsOptional()
  @IsString()
  readonly to?: string;
}
