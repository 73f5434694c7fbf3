import { Button, Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { type KeptDraft } from './kept-drafts';

/** Says that a form began with what was typed before, and offers to begin anew. */
export function RestoredNote({ kept }: { readonly kept: KeptDraft | undefined }) {
  const { t } = useTranslation();
  if (!kept?.isRestored) return null;
  return (
    <Callout className="block" role="status" compact>
      <span className="cluster">
        {t('common.draft_restored')}
        <Button size="small" text={t('common.start_over')} onClick={kept.startOver} />
      </span>
    </Callout>
  );
}
