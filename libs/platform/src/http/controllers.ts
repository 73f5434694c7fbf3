import {
  applyDecorators,
  Controller,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
  ValidationPipe,
  type ArgumentMetadata,
} from '@nestjs/common';
import { isNestedDeeper, type RoleValue } from '@contracts';
import { AppError } from '@kernel';
import { type ValidationError } from 'class-validator';
import { EnvelopeFilter } from './envelope.filter';
import { EnvelopeInterceptor } from './envelope.interceptor';
import { hasNul } from './has-nul';
import { OptionalSessionGuard, RequiredRole, RoleGuard } from './role.guard';
import { AddressThrottleGuard } from './throttle';

/** A console route: throttle, session, minimum role, validated body, success/message/data envelope. */
export function ConsoleController(path: string, role: RoleValue) {
  return applyDecorators(
    Controller(path),
    RequiredRole(role),
    UseGuards(AddressThrottleGuard, RoleGuard),
    UsePipes(bodyPipe()),
    UseInterceptors(EnvelopeInterceptor),
    UseFilters(EnvelopeFilter),
  );
}

/** A console route open to guests: throttle, validated body, envelope; a session is recognised when there is one. */
export function PublicController(path: string) {
  return applyDecorators(
    Controller(path),
    UseGuards(AddressThrottleGuard, OptionalSessionGuard),
    UsePipes(bodyPipe()),
    UseInterceptors(EnvelopeInterceptor),
    UseFilters(EnvelopeFilter),
  );
}

/**
 * Maximum nesting of a body. The product's own bodies have a few levels; the code that checks and copies bodies is
 * recursive.
 */
const NESTING_MAX = 32;

/** Path parameters keep their text: `1e3` and `0x10` must reach their own pipe as written, not as a number. */
class BodyPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (isNestedDeeper(value, NESTING_MAX) || hasNul(value)) throw new AppError('COMMON_INVALID_PARAMETER');
    return metadata.type === 'param' ? Promise.resolve(value) : super.transform(value, metadata);
  }
}

function bodyPipe(): ValidationPipe {
  return new BodyPipe({
    whitelist: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: toInvalidInput,
  });
}

/** Names the invalid field and the reason, in the message of its rule. */
function toInvalidInput(errors: readonly ValidationError[]): AppError {
  const detail = errors.map(describe).filter(Boolean).join('; ');
  return detail
    ? new AppError('COMMON_INVALID_INPUT', { params: { detail } })
    : new AppError('COMMON_INVALID_PARAMETER');
}

function describe(error: ValidationError): string {
  const own = Object.values(error.constraints ?? {})[0];
  return own ?? error.children?.map(describe).find(Boolean) ?? '';
}
