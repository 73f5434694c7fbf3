import { createListenerMiddleware, isRejectedWithValue, type ListenerMiddleware } from '@reduxjs/toolkit';
import { TOTP_REQUIRED_FIELD } from '@contracts';
import { type TFunction } from 'i18next';
import { type ApiError } from '../api/envelope-base-query';
import { sessionExpired } from '../base/session/session-slice';

/** What the listener does to the world; handed in, so that it can be watched in a test. */
export interface ErrorEffects {
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
      // No fault but a question, which the login form asks in a field of its own.
      if (error.extra[TOTP_REQUIRED_FIELD] === true) return;
      return effects.showError(error.message);
    case 'http':
      return showHttpError(error, effects);
    case 'network':
      return effects.showError(effects.translate('shell.error', { message: error.message }));
  }
}

/**
 * The only place that shows what a call went wrong with, and that sends people to the login page.
 * Every rejected query or mutation passes here; quiet ones only for the 401.
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
