import { Button, Card, H5, Intent } from '@blueprintjs/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../dialog/notices';
import { RestoredNote } from './RestoredNote';
import { saveEach, type SaveOutcome } from './save-draft';
import { type Draft } from './use-draft';

interface DraftCardProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly draft: Draft;
  /** Saves one key and returns whether it succeeded; the server's message has been shown already. */
  readonly save: (key: string, text: string) => Promise<boolean>;
  /** Returns a message that forbids saving, or null. It is called when the button is clicked. */
  readonly findFault?: () => string | null;
  readonly children: ReactNode;
  /** Further buttons beside the save button. */
  readonly extraActions?: ReactNode;
  /** The label of the save button. Default: "Save". */
  readonly saveLabel?: string;
}

/** One settings card: fields with a draft, one call per changed key, one notice for all of them. */
export function DraftCard(props: DraftCardProps) {
  const { title, description, draft, save, findFault, children, extraActions, saveLabel } = props;
  const { t } = useTranslation();
  const [isSaving, setSaving] = useState(false);

  const announce: Readonly<Record<SaveOutcome, () => void>> = {
    unchanged: () => notices.warning(t('common.no_change')),
    saved: () => notices.success(t('common.saved')),
    partial: () => notices.error(t('common.partial_save_failed')),
    failed: () => notices.error(t('common.save_failed')),
  };

  const saveChanges = async () => {
    const fault = findFault?.() ?? null;
    if (fault !== null) return notices.error(fault);
    setSaving(true);
    const outcome = await saveEach(draft.changedKeys, key => save(key, draft.values[key] ?? ''));
    setSaving(false);
    announce[outcome]();
  };

  return (
    <Card className="draft-card">
      <form
        onSubmit={event => {
          event.preventDefault();
          void saveChanges();
        }}
      >
        <H5>{title}</H5>
        {description && <p className="muted">{description}</p>}
        <RestoredNote kept={draft.changedKeys.length > 0 ? draft.kept : undefined} />
        {children}
        <div className="form-actions">
          <Button type="submit" intent={Intent.PRIMARY} text={saveLabel ?? t('common.save')} loading={isSaving} />
          {draft.changedKeys.length > 0 && (
            <Button text={t('common.reset')} disabled={isSaving} onClick={draft.reset} />
          )}
          {extraActions}
        </div>
      </form>
    </Card>
  );
}
