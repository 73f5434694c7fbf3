import { type TestMail } from '@contracts';
import { IsOptional, IsString } from 'class-validator';

/** The body of a test mail. The address is checked where it is used, with the refusal for addresses. */
export class TestMailDto implements TestMail {
  @IsOptional()
  @IsString()
  readonly to?: string;
}
