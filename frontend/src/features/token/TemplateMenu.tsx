import { Button, Menu, MenuDivider } from '@blueprintjs/core';
import { CaretDown, Document, FloppyDisk, Trash } from '@blueprintjs/icons';
import { type TokenTemplate } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../base/session/use-role';
import { notices } from '../../shared/dialog/notices';
import { SaveTemplateDialog } from './SaveTemplateDialog';
import { useDeleteTokenTemplateMutation, useListTokenTemplatesQuery } from './template-api';
import { findTokenFault } from './token-form';
import { fromTemplate } from './token-template';
import { type TokenForm } from './use-token-form';
import { MenuItem } from '../../shared/display/MenuItem';
import { Popover } from '../../shared/display/Popover';

function TemplateItems({
  templates,
  onPick,
}: {
  readonly templates: readonly TokenTemplate[];
  readonly onPick: (template: TokenTemplate) => void;
}) {
  const { t } = useTranslation();
  return templates.map(template => (
    <MenuItem
      key={template.id}
      icon={<Document />}
      text={template.name}
      label={template.is_site ? t('token.template_site') : undefined}
      onClick={() => onPick(template)}
    />
  ));
}

/** Fills the form of a new token from a template, and keeps its values as one. */
export function TemplateMenu({ form }: { readonly form: TokenForm }) {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  const { data: templates = [] } = useListTokenTemplatesQuery();
  const [remove] = useDeleteTokenTemplateMutation();
  const [isSaving, setSaving] = useState(false);
  const removable = templates.filter(template => isAdmin || !template.is_site);
  const fault = findTokenFault(form.draft, null);

  const save = () => {
    if (fault) notices.error(t(`token.fault_${fault}`));
    else setSaving(true);
  };
  const menu = (
    <Menu aria-label={t('token.template_menu')}>
      {templates.length === 0 && <MenuItem disabled text={t('token.template_none')} />}
      <TemplateItems
        templates={templates}
        onPick={template => form.set(fromTemplate(template, Math.floor(Date.now() / 1000)))}
      />
      <MenuDivider />
      <MenuItem icon={<FloppyDisk />} text={t('token.template_save')} onClick={save} />
      {removable.length > 0 && (
        <MenuItem icon={<Trash />} text={t('token.template_remove')}>
          <TemplateItems templates={removable} onPick={({ id }) => void remove(id)} />
        </MenuItem>
      )}
    </Menu>
  );
  return (
    <div className="block">
      <Popover content={menu} placement="bottom-start">
        <Button icon={<Document />} endIcon={<CaretDown />} text={t('token.template_menu')} />
      </Popover>
      {isSaving && (
        <SaveTemplateDialog draft={form.draft} known={templates} isAdmin={isAdmin} onClose={() => setSaving(false)} />
      )}
    </div>
  );
}
