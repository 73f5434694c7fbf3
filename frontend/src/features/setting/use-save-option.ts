import { isOptionKey } from '@contracts';
import { useCallback } from 'react';
import { useSaveOptionMutation } from './setting-api';

/** Saves one option and tells whether it worked; the listener has shown why when it did not. */
export function useSaveOption() {
  const [saveOption] = useSaveOptionMutation();
  return useCallback(
    async (key: string, value: string): Promise<boolean> => {
      if (!isOptionKey(key)) return false; // a card can only be built from known keys
      return !(await saveOption({ key, value })).error;
    },
    [saveOption],
  );
}
