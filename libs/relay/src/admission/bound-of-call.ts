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
export function roughBoundOf(call: RelayCall, admitted: AdmittedCall): CallBound | null {
  const { price, prompt, images, addedPromptTokens } = admitted;
  const ownTokens = prompt.boundByBytes(call.body.length);
  if (ownTokens === null) return null;
  return boundOf(call, { price, boundPromptTokens: ownTokens + addedPromptTokens, images, seconds: 0 });
}

function boundFor(call: RelayCall, admitted: AdmittedCall, seconds: number): CallBound {
  const { price, prompt, images, addedPromptTokens } = admitted;
  return boundOf(call, { price, boundPromptTokens: prompt.boundTokens + addedPromptTokens, images, seconds });
}
