import { useCallback, useContext } from 'react';
import {
  UNSAFE_NavigationContext as NavigationContext,
  useSearchParams,
  type Location,
  type Navigator,
} from 'react-router-dom';

interface AddressChangeOptions {
  /** True replaces the current history entry. Default: false. */
  readonly replace?: boolean;
}

/** Changes the parameters of the address; the function receives the current ones. */
type ChangeAddress = (change: (current: URLSearchParams) => URLSearchParams, options?: AddressChangeOptions) => void;

/**
 * The rendered parameters of the address, and a function that changes them without losing a change. The library's own
 * function begins with the rendered ones, so of two quick changes it forgets the first. Only the history of the router knows
 * the current address, and it is available only under this name.
 */
export function useAddressParameters(): readonly [URLSearchParams, ChangeAddress] {
  const [parameters, setParameters] = useSearchParams();
  const { navigator: history }: { readonly navigator: Navigator & { readonly location?: Location } } =
    useContext(NavigationContext);
  const change = useCallback<ChangeAddress>(
    (to, options) =>
      setParameters(drawn => to(history.location ? new URLSearchParams(history.location.search) : drawn), options),
    [history, setParameters],
  );
  return [parameters, change];
}
