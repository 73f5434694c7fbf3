import { MOVE_IN_ADDRESS_MAX, type MoveInStart } from '@contracts';
import { MissingIs, plainRefusal, SentText } from '@platform';
import { IsBoolean } from 'class-validator';

const SALT_KEY_MAX = 1_000;

export class MoveInStartDto implements MoveInStart {
  @SentText(MOVE_IN_ADDRESS_MAX)
  readonly address: string = '';

  @SentText(MOVE_IN_ADDRESS_MAX)
  readonly logs_address: string = '';

  @MissingIs(false)
  @IsBoolean(plainRefusal)
  readonly has_logs_file: boolean = false;

  @SentText(SALT_KEY_MAX)
  readonly salt_key: string = '';

  /** Whoever says nothing only wants to look. */
  @MissingIs(true)
  @IsBoolean(plainRefusal)
  readonly is_dry_run: boolean = true;
}
