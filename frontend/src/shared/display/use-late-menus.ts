import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../dialog/notices';
import { loadMenus, menusIfLoaded } from './late-menus';

interface LateMenus {
  /** Null until the script is here, and the target may be replaced. */
  readonly parts: ReturnType<typeof menusIfLoaded>;
  /** The id of the element around the target, before and after. */
  readonly id: string;
  /** Whether the reader has asked for what opens before its script was here. */
  readonly isAskedFor: boolean;
  readonly ask: () => void;
}

/**
 * What opens beside a target, and its script, which comes later than the target. The library puts the target into an element of
 * its own, so the target is replaced when the script is here; it keeps the focus.
 *
 * @param isOpen whether it is open, where that is decided outside; undefined where the reader asks for it at the target
 */
export function useLateMenus(isOpen?: boolean): LateMenus {
  const { t } = useTranslation();
  const id = useId();
  const [state, setState] = useState({ parts: menusIfLoaded(), isAskedFor: false });
  const hadFocus = useRef(false);
  const load = useCallback(
    async (isAskedFor: boolean) => {
      try {
        const parts = await loadMenus();
        hadFocus.current = document.getElementById(id)?.contains(document.activeElement) ?? false;
        setState({ parts, isAskedFor });
      } catch {
        if (isAskedFor) notices.error(t('common.load_failed'));
      }
    },
    [id, t],
  );
  useEffect(() => {
    if (isOpen !== undefined && state.parts === null) void load(false);
  }, [isOpen, load, state.parts]);
  useLayoutEffect(() => {
    if (!hadFocus.current) return;
    hadFocus.current = false;
    document.getElementById(id)?.querySelector<HTMLElement>('input, button, [tabindex]')?.focus();
  }, [id, state.parts]);
  return { ...state, id, ask: () => void load(true) };
}
