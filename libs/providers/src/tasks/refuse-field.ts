import { AppError } from '@kernel';

/** @throws AppError TASK_FIELD with a sentence that the caller reads */
export function refuseField(detail: string): never {
  throw new AppError('TASK_FIELD', { params: { detail } });
}
