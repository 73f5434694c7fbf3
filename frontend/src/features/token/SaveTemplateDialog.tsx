import { TOKEN_NAME_MAX, type TokenTemplate } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../shared/dialog/FormDialog';
import { notices } from '../../shared/dialog/notices';
import { SwitchField, TextField } from '../../shared/form/fields';
import { useSaveTokenTemplateMutation } from './template-api';
import { type TokenDraft } from './token-form';
import { toTemplate } from './token-template';

interface SaveTemplateDialogProps {
  /** A draft without faults. */
  readonly draft: TokenDraft;
  readonly known: readonly TokenTemplate[];
  /** True offers to save for everybody. */
  readonly isAdmin: boolean;
  readonly onClose: () => void;
}

/** Asks for the name of a template, and for whom it is. */
export function SaveTemplateDialog({ draft, known, isAdmin, onClose }: SaveTemplateDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(draft.name.trim());
  const [isSite, setSite] = useState(false);
  const [wasSent, setSent] = useState(false);
  const [send, { isLoading }] = useSaveTokenTemplateMutation();
  const name = text.trim();
  const replaces = known.some(template => template.name === name && template.is_site === isSite);

  const submit = async () => {
    setSent(true);
    if (name === '') return;
    const request = toTemplate(draft, { name, isSite, nowSeconds: Math.floor(Date.now() / 1000) });
    const { error } = await send(request);
    if (error) return; // the listener shows the error; the dialog stays open
    notices.success(t('token.template_saved', { name }));
    onClose();
  };
  return (
    <FormDialog
      title={t('token.template_save')}
      action={t('common.save')}
      isBusy={isLoading}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('token.template_name')}
        helper={replaces ? t('token.template_replaces') : t('token.template_hint')}
        fault={wasSent && name === '' ? t('token.template_name_missing') : undefined}
        isRequired
        autoFocus
        maxLength={TOKEN_NAME_MAX}
        value={text}
        onChange={setText}
      />
      {isAdmin && <SwitchField label={t('token.template_for_all')} isOn={isSite} onChange={setSite} />}
    </FormDialog>
  );
}
