import { TOAST_DURATION_MS } from '@contracts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppSelector } from '../../base/store-hooks';
import { SETTING_PATH } from './use-entry';

export interface Return {
  readonly hasFailed: boolean;
  /** Where a failure leads, by itself after a while: people who wanted to attach an account are still signed in. */
  readonly wayOut: string;
}

/**
 * Runs what a return from another site leads to, once: what the site has sent along is used up by it.
 *
 * @param finish answers whether it worked, and has gone on to another page then
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
