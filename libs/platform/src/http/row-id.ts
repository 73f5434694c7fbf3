import { applyDecorators } from '@nestjs/common';
import { IsInt, Max, Min, type ValidationOptions } from 'class-validator';

/** The id of a row in a body: a positive whole number within 2^53. Above that, databases refuse the look-up itself. */
export function IsRowId(options?: ValidationOptions): PropertyDecorator {
  return applyDecorators(IsInt(options), Min(1, options), Max(Number.MAX_SAFE_INTEGER, options));
}
