import { type AdmittedCall } from '../admit';
import { uploadedSeconds } from '../endpoints/local-usage';
import { type RelayCall } from '../relay-call';
import { boundOf, type CallBound } from './call-bound';

/** The bound of an admitted call. Audio that was sent is measured before it is held for. */
export function boundOfCall(call: RelayCall, admitted: AdmittedCall): CallBound | Promise<CallBound> {
  if (call.endpoint !== 'transcriptions' && call.endpoint !== 'translations') {
    return boundOf(call, { ...admitted, seconds: 0 });
  }
  return uploadedSeconds(call).then(seconds => boundOf(call, { ...admitted, seconds }));
}
