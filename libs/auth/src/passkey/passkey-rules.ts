import { PASSKEY_NAME_MAX } from '@contracts';
import { AppError } from '@kernel';

/**
 * A name by which the owner knows the device again, trimmed and checked.
 *
 * @throws AppError COMMON_INVALID_INPUT
 */
export function checkedPasskeyName(text: string): string {
  const name = text.trim();
  const length = Array.from(name).length;
  if (length < 1 || length > PASSKEY_NAME_MAX) throw invalid(`name must be 1 to ${PASSKEY_NAME_MAX} characters long`);
  if (/\p{Cc}/u.test(name)) throw invalid('name must not contain control characters');
  return name;
}

function invalid(detail: string): AppError {
  return new AppError('COMMON_INVALID_INPUT', { params: { detail } });
}
