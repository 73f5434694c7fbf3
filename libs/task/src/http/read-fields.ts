import { AppError, isAppError, parseJsonObject, type JsonObject } from '@kernel';

/** Maximum nesting of a body, because writing it out again is recursive. */
const DEPTH_MAX = 64;

/**
 * The body of a call as an object. The route has bounded its size.
 *
 * @throws AppError TASK_BODY
 */
export function fieldsOf(body: Buffer): JsonObject {
  try {
    return parseJsonObject(body, { bytesMax: Number.MAX_SAFE_INTEGER, depthMax: DEPTH_MAX });
  } catch (error) {
    throw isAppError(error) ? new AppError('TASK_BODY', { cause: error }) : error;
  }
}
