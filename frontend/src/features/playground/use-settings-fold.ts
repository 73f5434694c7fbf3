import { useState } from 'react';
import { readStored, writeStored } from '../../shared/browser/storage';
import { useStatus } from '../../base/site/use-status';

interface SettingsFold {
  readonly isFolded: boolean;
  readonly toggle: () => void;
}

/** The fold of the settings beside the conversation: as the reader left it, else as the operator has set it. */
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
