import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext, useSearchParams } from 'react-router-dom';

export interface AddressChangeOptions {
  /** Without an entry in the history. Default: false. */
  readonly replace?: boolean;
}

/** Changes the parameters of the address, which are handed over as they are at this moment. */
export type ChangeAddress = (
  change: (current: URLSearchParams) => URLSearchParams,
  options?: AddressChangeOptions,
) => void;

/**
 * The parameters of the address as they are drawn, and a way to change them that loses nothing. The library's own way begins
 * with the drawn ones: of two changes in quick succession it forgets the first. The true address is known to the router
 * alone, which is handed out under this name only.
 */
export function useAddressParameters(): readonly [URLSearchParams, ChangeAddress] {
  const [parameters, setParameters] = useSearchParams();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const change = useCallback<ChangeAddress>(
    (to, options) =>
      setParameters(drawn => to(router ? new URLSearchParams(router.state.location.search) : drawn), options),
    [router, setParameters],
  );
  return [parameters, change];
}
