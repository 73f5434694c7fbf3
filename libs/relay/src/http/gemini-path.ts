import { AppError } from '@kernel';
import { decodeOnce } from './decode-once';
import { geminiActions, type GeminiAction } from './relay-paths';

/** The model and the action that the path of a Gemini call names. */
interface GeminiPath {
  readonly model: string;
  readonly action: GeminiAction;
}

/**
 * Reads the part of a path behind `models/`: a name that may hold slashes, and the verb behind the last colon. Clients
 * write `models/` twice, or the colon as `%3A`.
 *
 * @param rest the path behind the first `models/`, without its query
 * @throws AppError RELAY_ROUTE_UNKNOWN
 */
export function readGeminiPath(rest: string, path: string): GeminiPath {
  const decoded = decodeOnce(rest).replace(/^(\/?models\/)+/, '');
  const colon = decoded.lastIndexOf(':');
  const action = decoded.slice(colon + 1).replace(/\/$/, '');
  const model = decoded.slice(0, colon);
  if (colon <= 0 || !Object.hasOwn(geminiActions, action)) {
    throw new AppError('RELAY_ROUTE_UNKNOWN', { params: { method: 'POST', path } });
  }
  return { model, action: action as GeminiAction };
}
