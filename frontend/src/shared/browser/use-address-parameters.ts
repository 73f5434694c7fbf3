import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext, useSearchParams } from 'react-router-dom';

interface AddressChangeOptions {
  /** True replaces the current history entry. Default: false. */
  readonly replace?: boolean;
}

/** Changes the parameters of the address; the function receives the current ones. */
type ChangeAddress = (change: (current: URLSearchParams) => URLSearchParams, options?: AddressChangeOptions) => void;

/**
 * The rendered parameters of the address, and a function that changes them without losing a change. The library's own
 * function begins with the rendered ones, so of two quick changes it forgets the first. Only the router knows the
 * current address, and it is available only under this name.
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
