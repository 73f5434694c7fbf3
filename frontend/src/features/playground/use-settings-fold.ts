import { useState } from 'react';
import { readStored, writeStored } from '../../shared/browser/storage';
import { useStatus } from '../../base/site/use-status';

export interface SettingsFold {
  readonly isFolded: boolean;
  readonly toggle: () => void;
}

/** Whether the settings beside the conversation are folded away: as the reader left them, else as the operator wants. */
export function useSettingsFold(): SettingsFold {
  const { default_collapse_sidebar: isFoldedAtFirst = false } = useStatus();
  const [choice, setChoice] = useState(() => readStored('playground-folded'));
  const isFolded = typeof choice === 'boolean' ? choice : isFoldedAtFirst;
  const toggle = () => {
    setChoice(!isFolded);
    writeStored('playground-folded', !isFolded);
  };
  return { isFolded, toggle };
}
