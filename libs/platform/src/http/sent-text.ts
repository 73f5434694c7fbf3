import { applyDecorators } from '@nestjs/common';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { plainRefusal } from './invalid-parameter';
import { MissingIs } from './missing-is';

/**
 * A text that the rules of the service check in their own words; the route only bounds it, and answers "invalid parameter"
 * to what is no text at all. Missing and null are the empty text, so the property starts as one.
 *
 * @param lengthMax longer than anything the rules would take
 */
export function SentText(lengthMax: number): PropertyDecorator {
  return applyDecorators(MissingIs(''), IsString(plainRefusal), MaxLength(lengthMax, plainRefusal));
}

/** The same for a text that may be absent. */
export function MaybeText(lengthMax: number): PropertyDecorator {
  return applyDecorators(IsOptional(), IsString(plainRefusal), MaxLength(lengthMax, plainRefusal));
}
