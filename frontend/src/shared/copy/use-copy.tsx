import { Dialog, DialogBody, TextArea } from '@blueprintjs/core';
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../dialog/notices';

/** The longest piece of the copied text that a notice repeats, in characters. */
const NOTICE_TEXT_MAX = 40;

type Copy = (text: string, notice?: string) => void;

const CopyContext = createContext<Copy>(() => undefined);

/**
 * Copies a text and shows a notice. When the browser forbids copying (on plain http, for example), a dialog shows the
 * text for manual copying, so the provider must be mounted once above all components that copy.
 */
export function CopyProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState<string | null>(null);

  const copy = useCallback<Copy>(
    (text, notice) => {
      const short = text.length > NOTICE_TEXT_MAX ? `${text.slice(0, NOTICE_TEXT_MAX)}…` : text;
      const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
      written.then(
        () => notices.success(notice ?? t('common.copied', { text: short })),
        () => {
          notices.error(t('common.cannot_copy'));
          setFailed(text);
        },
      );
    },
    [t],
  );

  return (
    <CopyContext.Provider value={copy}>
      {children}
      <Dialog isOpen={failed !== null} title={t('common.cannot_copy')} onClose={() => setFailed(null)}>
        <DialogBody>
          <p className="muted">{t('common.cannot_copy_hint')}</p>
          <TextArea
            fill
            readOnly
            autoFocus
            rows={6}
            aria-label={t('common.cannot_copy')}
            value={failed ?? ''}
            onFocus={event => event.currentTarget.select()}
          />
        </DialogBody>
      </Dialog>
    </CopyContext.Provider>
  );
}

/** Returns a function that copies a text; its second argument replaces the usual notice. */
export function useCopy(): Copy {
  return useContext(CopyContext);
}
