import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readStored, writeStored } from '../../shared/browser/storage';

const INVITE_CODE = /^[0-9A-Za-z]{1,32}$/;

/** A code in the form that the server creates; any other text in a link is ignored. */
function codeOf(text: string | null): string {
  return text !== null && INVITE_CODE.test(text) ? text : '';
}

/** The invite code of the link that led here, now or on an earlier visit; empty when there was none. */
export function useInviteCode(): string {
  const [parameters] = useSearchParams();
  const fresh = codeOf(parameters.get('aff'));
  useEffect(() => {
    if (fresh !== '') writeStored('aff', fresh);
  }, [fresh]);
  return fresh || codeOf(readStored('aff'));
}
