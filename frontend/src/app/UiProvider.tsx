import { BlueprintProvider } from '@blueprintjs/core';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyProvider } from '../shared/copy/use-copy';
import { ShellDialogProvider } from '../base/shell-dialogs';

/**
 * The providers that the parts of a page rely on: overlays, the list of keyboard shortcuts, copying, the shell's
 * dialogs.
 */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const dialogProps = { title: t('hotkey.title'), globalGroupName: t('hotkey.everywhere') };
  return (
    <BlueprintProvider hotkeysProviderDialogProps={dialogProps}>
      <CopyProvider>
        <ShellDialogProvider>{children}</ShellDialogProvider>
      </CopyProvider>
    </BlueprintProvider>
  );
}
