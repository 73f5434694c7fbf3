import { Button, Card, H5, Intent } from '@blueprintjs/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../dialog/notices';
import { saveEach, type SaveOutcome } from './save-draft';
import { type Draft } from './use-draft';

export interface DraftCardProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly draft: Draft;
  /** Saves one key and tells whether it worked; the server's own words were shown already. */
  readonly save: (key: string, text: string) => Promise<boolean>;
  /** A sentence that forbids saving, or null. Asked when the button is pressed. */
  readonly findFault?: () => string | null;
  readonly children: ReactNode;
  /** More buttons beside the save button. */
  readonly extraActions?: ReactNode;
  /** Text of the save button. Default: "Save". */
  readonly saveLabel?: string;
}

/** One settings card: fields over a draft, one call per changed key, one notice about the whole. */
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
