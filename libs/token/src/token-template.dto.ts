import { type TokenTemplateSave } from '@contracts';
import { MissingIs } from '@platform';
import { Allow, IsBoolean } from 'class-validator';
import { TokenSettingsDto } from './token.dto';

export class TokenTemplateSaveDto extends TokenSettingsDto implements TokenTemplateSave {
  /** Numbers are not checked here, because the rules refuse a wrong one with a sentence of its own. */
  @MissingIs(-1)
  @Allow()
  readonly expires_in_seconds: number = -1;

  @MissingIs(false)
  @IsBoolean()
  readonly is_site: boolean = false;
}
