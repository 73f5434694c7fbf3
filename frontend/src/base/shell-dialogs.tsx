import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';

/** Dialogs that belong to no page and are opened from several places. */
type ShellDialogName = 'palette' | 'check-in' | 'notice';

interface OpenDialog {
  readonly name: ShellDialogName | null;
  readonly show: (name: ShellDialogName | null) => void;
}

const ShellDialogContext = createContext<OpenDialog>({ name: null, show: () => undefined });

/** Knows which dialog of the shell is open; only one is open at a time. */
export function ShellDialogProvider({ children }: { readonly children: ReactNode }) {
  const [name, show] = useState<ShellDialogName | null>(null);
  const value = useMemo(() => ({ name, show }), [name]);
  return <ShellDialogContext.Provider value={value}>{children}</ShellDialogContext.Provider>;
}

interface ShellDialog {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** One dialog of the shell, for the component that shows it and for those that only open it. */
export function useShellDialog(dialog: ShellDialogName): ShellDialog {
  const { name, show } = useContext(ShellDialogContext);
  return {
    isOpen: name === dialog,
    open: useCallback(() => show(dialog), [show, dialog]),
    close: useCallback(() => show(null), [show]),
  };
}
