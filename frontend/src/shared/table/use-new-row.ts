import { useEffect, useRef } from 'react';
import { useAddressParameters } from '../browser/use-address-parameters';

const NEW = 'new';

/** The address of a list with the form of a new row open. */
export function newRowAddress(path: string): string {
  return `${path}?${NEW}=true`;
}

/**
 * Opens the form of a new row when the address requests it, and removes the request from the address, so that a reload
 * opens nothing.
 */
export function useNewRow(open: () => void): void {
  const [parameters, setParameters] = useAddressParameters();
  const isWanted = parameters.get(NEW) === 'true';
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    if (!isWanted) return;
    latest.current();
    setParameters(
      current => {
        const rest = new URLSearchParams(current);
        rest.delete(NEW);
        return rest;
      },
      { replace: true },
    );
  }, [isWanted, setParameters]);
}
