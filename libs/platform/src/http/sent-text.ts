import { applyDecorators } from '@nestjs/common';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { plainRefusal } from './invalid-parameter';
import { MissingIs } from './missing-is';

/**
 * A text that the service checks with its own messages; the route only limits its length, and refuses other types as
 * "invalid parameter". Missing and null become the empty text, which is also the initial value of the property.
 *
 * @param lengthMax longer than anything the rules would accept
 */
export function SentText(lengthMax: number): PropertyDecorator {
  return applyDecorators(MissingIs(''), IsString(plainRefusal), MaxLength(lengthMax, plainRefusal));
}

/** A text of limited length that may be absent. */
export function MaybeText(lengthMax: number): PropertyDecorator {
  return applyDecorators(IsOptional(), IsString(plainRefusal), MaxLength(lengthMax, plainRefusal));
}
