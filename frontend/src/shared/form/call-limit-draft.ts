import { CALL_LIMIT_MAX, callLimitFields, type CallLimitField, type CallLimitFields } from '@contracts';

/** The limits of a key or a user, as typed; empty is no limit. */
export type CallLimitDraft = Readonly<Record<CallLimitField, string>>;

export const noCallLimitsDraft: CallLimitDraft = { rpm_limit: '', tpm_limit: '', max_concurrency: '', rpd_limit: '' };

export function toCallLimitDraft(fields: CallLimitFields): CallLimitDraft {
  const typed = (field: CallLimitField) => (fields[field] === 0 ? '' : String(fields[field]));
  return {
    rpm_limit: typed('rpm_limit'),
    tpm_limit: typed('tpm_limit'),
    max_concurrency: typed('max_concurrency'),
    rpd_limit: typed('rpd_limit'),
  };
}

/** The first limit that is neither empty nor a whole number within the bounds, or null. */
export function findLimitFault(draft: CallLimitDraft): CallLimitField | null {
  return callLimitFields.find(field => !isLimit(draft[field])) ?? null;
}

/** @param draft without faults */
export function toCallLimits(draft: CallLimitDraft): CallLimitFields {
  return {
    rpm_limit: Number(draft.rpm_limit),
    tpm_limit: Number(draft.tpm_limit),
    max_concurrency: Number(draft.max_concurrency),
    rpd_limit: Number(draft.rpd_limit),
  };
}

function isLimit(text: string): boolean {
  return text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) <= CALL_LIMIT_MAX);
}
