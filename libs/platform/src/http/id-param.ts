import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError } from '@kernel';

/** Turns a path parameter into an id before anything is looked up: `@Param('id', IdParam) id: number`. */
@Injectable()
export class IdParam implements PipeTransform<string, number> {
  /** @throws AppError COMMON_INVALID_PARAMETER for anything but a positive whole number within 2^53 */
  transform(text: string): number {
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN;
    if (!Number.isSafeInteger(id)) throw new AppError('COMMON_INVALID_PARAMETER');
    return id;
  }
}
