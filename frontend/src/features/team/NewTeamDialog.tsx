import { TEAM_NAME_MAX } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../shared/form/fields';
import { FormDialog } from '../../shared/dialog/FormDialog';
import { useCreateTeamMutation } from './team-api';

interface NewTeamDialogProps {
  readonly onClose: () => void;
  /** Called with the id of the team. */
  readonly onDone: (id: number) => void;
}

/** The form of a new team, which has a name and nothing else yet. */
export function NewTeamDialog({ onClose, onDone }: NewTeamDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const [createTeam, { isLoading }] = useCreateTeamMutation();
  const submit = async () => {
    setFaulty(name.trim() === '');
    if (name.trim() === '') return;
    const { data } = await createTeam({ name });
    if (!data) return; // the listener shows the reason; the form stays open
    onClose();
    onDone(data.id);
  };
  return (
    <FormDialog
      action={t('common.submit')}
      canOutsideClickClose
      title={t('team.create')}
      isBusy={isLoading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={t('team.name')}
        helper={t('team.name_hint')}
        fault={isFaulty ? t('team.fault_name') : undefined}
        isRequired
        autoFocus
        maxLength={TEAM_NAME_MAX}
        value={name}
        onChange={setName}
      />
    </FormDialog>
  );
}
