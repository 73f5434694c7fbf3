import { hasInOrder } from '@kernel';
import { CONTENT_REFUSED, DISABLE, RETRY, PROVIDER_BROKEN } from '../../shared/error-rules';
import { type RefusalDetails, type ErrorClass } from '../../shared/read-failure';

/** Classifies the provider's own errors; null leaves the decision to the common table. */
export function classifyAzureError({ status, code, type, text, body }: RefusalDetails): ErrorClass | null {
  switch (status) {
    case 400:
      if (code === 'content_filter' || body.includes('ResponsibleAIPolicyViolation')) return CONTENT_REFUSED;
      // The operator chose an API version or a deployment that cannot serve this call; another channel may.
      return code === 'operationnotsupported' || text.includes('api version not supported') ? RETRY : null;
    case 403:
      return code === 'authenticationtypedisabled' || isShutOut(text) ? DISABLE : null;
    case 408:
      return RETRY;
    case 424: // the service that filters content is down
      return PROVIDER_BROKEN;
    case 429:
      return code === 'insufficient_quota' || type === 'insufficient_quota' ? DISABLE : RETRY;
    default:
      return null;
  }
}

function isShutOut(text: string): boolean {
  return text.includes('virtual network') || text.includes('firewall') || hasInOrder(text, 'subscription', /disabled/);
}
