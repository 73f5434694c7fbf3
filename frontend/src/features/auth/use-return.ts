import { TOAST_DURATION_MS } from '@contracts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppSelector } from '../../base/store-hooks';
import { SETTING_PATH } from './use-entry';

export interface Return {
  readonly hasFailed: boolean;
  /** The page that a failure opens after a while: users who wanted to attach an account are still signed in. */
  readonly wayOut: string;
}

/**
 * Handles a return from another site once, because the parameters that the site has sent are valid only once.
 *
 * @param finish returns whether it succeeded; on success it has opened another page
 */
export function useReturn(finish: () => Promise<boolean>): Return {
  const navigate = useNavigate();
  const isSignedIn = useAppSelector(state => state.session.user !== null);
  const hasBegun = useRef(false);
  const [hasFailed, setFailed] = useState(false);
  const wayOut = isSignedIn ? SETTING_PATH : '/login';

  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void finish().then(isDone => setFailed(!isDone));
  }, [finish]);

  useEffect(() => {
    if (!hasFailed) return undefined;
    const timer = setTimeout(() => void navigate(wayOut, { replace: true }), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [hasFailed, navigate, wayOut]);
  return { hasFailed, wayOut };
}
