import { PAY_ERROR_MESSAGE } from '@contracts';
import { AppError, type Language } from '@kernel';
import { type ErrorShape, type ShapedError } from '@platform';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The form of refusals by the two payment calls: the message is the word `error` and the text to show stands in `data`.
 * Refusals by the routes (no session, banned, too many calls) keep the envelope that every page understands.
 */
export const paymentErrors: ErrorShape = (error: AppError, language: Language): ShapedError | null => {
  const refusal = /^COMMON_INVALID_|^COMMON_BODY_UNREADABLE$/.test(error.code) ? new AppError('PAY_PARAMETER') : error;
  if (!refusal.code.startsWith('PAY_')) return null;
  const body = { success: false, message: PAY_ERROR_MESSAGE, data: refusal.sentence(language) };
  return { status: refusal.status, contentType: JSON_TYPE, body };
};
