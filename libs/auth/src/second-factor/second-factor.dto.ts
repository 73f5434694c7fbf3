import { TOTP_CODE_MAX, type TotpCode } from '@contracts';
import { MissingIs, plainRefusal } from '@platform';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

export class TotpCodeDto implements TotpCode {
  @MissingIs('')
  @IsString(plainRefusal)
  @IsNotEmpty(plainRefusal)
  @MaxLength(TOTP_CODE_MAX, plainRefusal)
  readonly code: string = '';
}
