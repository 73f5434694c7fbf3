import { isOptionKey } from '@contracts';
import { useCallback } from 'react';
import { useSaveOptionMutation } from './setting-api';

/** Saves one option and returns whether it succeeded; on failure the listener has shown the reason. */
export function useSaveOption() {
  const [saveOption] = useSaveOptionMutation();
  return useCallback(
    async (key: string, value: string): Promise<boolean> => {
      if (!isOptionKey(key)) return false; // a card contains only known keys
      return !(await saveOption({ key, value })).error;
    },
    [saveOption],
  );
}
