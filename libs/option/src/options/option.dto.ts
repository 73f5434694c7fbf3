import { type OptionSave } from '@contracts';
import { plainRefusal } from '@platform';
import { Allow, IsString } from 'class-validator';

/** One option to save. The value is checked against the option's own row, not here. */
export class OptionSaveDto implements OptionSave {
  @IsString(plainRefusal)
  readonly key!: string;

  @Allow()
  readonly value!: string | number | boolean;
}
