import { type AdmittedCall } from './admit';
import { uploadedSeconds } from '../usage/local-usage';
import { type RelayCall } from '../call/relay-call';
import { boundOf, type BoundFacts, type CallBound } from '../limits/call-bound';

/**
 * The bound of an admitted call. The length of uploaded audio is measured first, because it decides the amount to
 * reserve.
 */
export function boundOfCall(call: RelayCall, admitted: AdmittedCall): CallBound | Promise<CallBound> {
  if (call.endpoint !== 'transcriptions' && call.endpoint !== 'translations') {
    return boundOf(call, factsOf(admitted, 0));
  }
  return uploadedSeconds(call).then(seconds => boundOf(call, factsOf(admitted, seconds)));
}

function factsOf({ price, boundPromptTokens, images }: AdmittedCall, seconds: number): BoundFacts {
  return { price, boundPromptTokens, images, seconds };
}
