import { type AdmittedCall } from './admit';
import { uploadedSeconds } from '../usage/local-usage';
import { type RelayCall } from '../call/relay-call';
import { boundOf, type CallBound } from '../limits/call-bound';

/**
 * The bound of an admitted call. The length of uploaded audio is measured first, because it decides the amount to
 * reserve.
 */
export function boundOfCall(call: RelayCall, admitted: AdmittedCall): CallBound | Promise<CallBound> {
  if (call.endpoint !== 'transcriptions' && call.endpoint !== 'translations') {
    return boundFor(call, admitted, 0);
  }
  return uploadedSeconds(call).then(seconds => boundFor(call, admitted, seconds));
}

/** A bound that takes no look at the prompt; null where the bytes of the body do not bound it. */
export function roughBoundOf(call: RelayCall, { price, prompt, images }: AdmittedCall): CallBound | null {
  const boundPromptTokens = prompt.boundByBytes(call.body.length);
  return boundPromptTokens === null ? null : boundOf(call, { price, boundPromptTokens, images, seconds: 0 });
}

function boundFor(call: RelayCall, { price, prompt, images }: AdmittedCall, seconds: number): CallBound {
  return boundOf(call, { price, boundPromptTokens: prompt.boundTokens, images, seconds });
}
