import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../dialog/notices';
import { loadMenus, menusIfLoaded } from './late-menus';

interface LateMenus {
  /** Null until the script is here, and the target may be replaced. */
  readonly parts: ReturnType<typeof menusIfLoaded>;
  /** The id of the element around the target, before and after. */
  readonly id: string;
  /** @param isPress whether the reader has pressed the target, which opens then as it would have */
  readonly ask: (isPress: boolean) => void;
}

const FOCUSABLE = 'input, button, [tabindex]';

/**
 * What opens beside a target, and its script, which comes later than the target. The library puts the target into an element of
 * its own, so the target is replaced when the script is here; it keeps the focus.
 *
 * @param isOpen whether it is open, where that is decided outside; undefined where the reader asks for it at the target
 */
export function useLateMenus(isOpen?: boolean): LateMenus {
  const { t } = useTranslation();
  const id = useId();
  const [parts, setParts] = useState(menusIfLoaded);
  const before = useRef({ hadFocus: false, isPressed: false });
  const load = useCallback(
    async (isPressed: boolean) => {
      try {
        const loaded = await loadMenus();
        const hadFocus = document.getElementById(id)?.contains(document.activeElement) ?? false;
        before.current = { hadFocus, isPressed };
        setParts(loaded);
      } catch {
        if (isPressed) notices.error(t('common.load_failed'));
      }
    },
    [id, t],
  );
  useEffect(() => {
    if (isOpen !== undefined && parts === null) void load(false);
  }, [isOpen, load, parts]);
  useEffect(() => {
    const { hadFocus, isPressed } = before.current;
    before.current = { hadFocus: false, isPressed: false };
    const target = document.getElementById(id)?.querySelector<HTMLElement>(FOCUSABLE);
    if (hadFocus) target?.focus();
    if (isPressed) target?.click();
  }, [id, parts]);
  return { parts, id, ask: isPress => void load(isPress) };
}
