import { type UpstreamFailure, type ChannelTarget, type UpstreamRefusal } from '../contract/upstream';
import { type ClassifyError, readFailure } from './read-failure';

/** A provider's error in its own form, before it is classified. */
export interface NativeError {
  readonly message: string;
  readonly code: string;
}

/**
 * Classifies refusals of a provider whose errors have a form of their own. The provider's code stays readable in the
 * message, because the classification may replace it by one that callers know.
 *
 * @param find the error in the text of a response; null when it is not in the provider's form, e.g. a proxy's page
 */
export function readNativeFailure(
  refusal: UpstreamRefusal,
  rules: { readonly find: (body: string) => NativeError | null; readonly classifyError: ClassifyError },
  target?: ChannelTarget,
): UpstreamFailure {
  const found = rules.find(refusal.body);
  if (!found) return readFailure(refusal, { classifyError: rules.classifyError }, target);
  const error = { message: messageWithCode(found), code: found.code || null };
  return readFailure({ ...refusal, body: JSON.stringify({ error }) }, { classifyError: rules.classifyError }, target);
}

/** `message (code)`; only one of them when the other is missing or the message contains the code. */
export function messageWithCode({ message, code }: NativeError): string {
  if (code === '' || message.includes(code)) return message || code;
  return message === '' ? code : `${message} (${code})`;
}
