import { type AccessRefusal } from '@contracts';
import { isAppError, type AppError, type Language } from '@kernel';

/** Refusals in their wire form, each code once. */
export function refusalsOf(errors: readonly AppError[], language: Language): readonly AccessRefusal[] {
  const byCode = new Map(errors.map(error => [error.code, error]));
  return [...byCode.values()].map(error => ({
    code: error.wireCode || error.code.toLowerCase(),
    message: error.sentence(language),
  }));
}

/** The value that a step of the relay returns, or the refusal that it throws. */
export function attempted<Value>(step: () => Value): { readonly value: Value } | { readonly refusal: AppError } {
  try {
    return { value: step() };
  } catch (error) {
    if (isAppError(error)) return { refusal: error };
    throw error;
  }
}
