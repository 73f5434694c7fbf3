import { type TokenLeak, type TokenRotation } from '@contracts';
import { MissingIs } from '@platform';
import { Allow, IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';

/** The last second that a date can name. */
const SECONDS_MAX = 8_640_000_000_000;

export class TokenRotationDto implements TokenRotation {
  /** It has no check here, because the rules refuse a wrong one with a sentence of its own. */
  @Allow()
  readonly grace_seconds!: number;

  @MissingIs()
  @IsOptional()
  @IsBoolean()
  readonly ends_previous?: boolean;
}

export class TokenLeakDto implements TokenLeak {
  @IsInt()
  @Min(0)
  @Max(SECONDS_MAX)
  readonly since!: number;
}
