import { createListenerMiddleware, isRejectedWithValue, type ListenerMiddleware } from '@reduxjs/toolkit';
import { TOTP_REQUIRED_FIELD } from '@contracts';
import { type TFunction } from 'i18next';
import { type ApiError } from '../api/envelope-base-query';
import { sessionExpired } from '../base/session/session-slice';

/** The effects of the listener outside the store. They are passed in, so that a test can observe them. */
interface ErrorEffects {
  readonly showError: (message: string) => void;
  readonly showInfo: (message: string) => void;
  readonly goToLogin: () => void;
  readonly translate: TFunction;
}

function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && 'kind' in value && 'isQuiet' in value;
}

function showHttpError({ status, message }: ApiError, effects: ErrorEffects): void {
  const { showError, showInfo, translate } = effects;
  switch (status) {
    case 405:
      return showInfo(translate('shell.demo_only'));
    case 429:
      return showError(translate('shell.too_many_requests'));
    case 500:
      return showError(translate('shell.server_failed'));
    default:
      return showError(translate('shell.error', { message: message || `HTTP ${status}` }));
  }
}

function show(error: ApiError, effects: ErrorEffects): void {
  switch (error.kind) {
    case 'refused':
      // This is no fault: the login form asks for the code in a field of its own.
      if (error.extra[TOTP_REQUIRED_FIELD] === true) return;
      return effects.showError(error.message);
    case 'http':
      return showHttpError(error, effects);
    case 'unreadable':
      return effects.showError(effects.translate('shell.error', { message: error.message }));
    case 'network':
      return effects.showError(effects.translate('shell.no_answer'));
  }
}

/**
 * The only place that shows why a call failed and sends users to the login page. Every rejected query or mutation
 * passes through it; for quiet ones it handles only the 401.
 */
export function createErrorListener(effects: ErrorEffects): ListenerMiddleware {
  const listener = createListenerMiddleware();
  listener.startListening({
    matcher: isRejectedWithValue,
    effect: ({ payload }, { dispatch }) => {
      if (!isApiError(payload)) return;
      if (payload.kind === 'http' && payload.status === 401) {
        dispatch(sessionExpired());
        effects.goToLogin();
        return;
      }
      if (!payload.isQuiet) show(payload, effects);
    },
  });
  return listener.middleware;
}
