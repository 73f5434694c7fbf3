import { TEAM_NAME_MAX, type TeamDetail } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useListGroupLabelsQuery } from '../../base/site/site-api';
import { useListModelsQuery } from '../../base/session/user-api';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { TextField } from '../../shared/form/fields';
import { FormDrawer } from '../../shared/form/FormDrawer';
import { useKeptDraft } from '../../shared/form/kept-drafts';
import { TagPicker } from '../../shared/form/TagPicker';
import { useEditTeamMutation } from './team-api';

/** The form of the name of a team, and of what its keys may use. */
export function EditTeamDrawer({ team, onClose }: { readonly team: TeamDetail; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const { data: labels = {} } = useListGroupLabelsQuery();
  const { data: known = [] } = useListModelsQuery({ group: '' });
  const { draft, setDraft, kept } = useKeptDraft(`team/${team.id}`, () => ({
    name: team.name,
    groups: team.allowed_groups,
    models: team.allowed_models,
  }));
  const { name, groups, models } = draft;
  const set = (changes: Partial<typeof draft>) => setDraft(current => ({ ...current, ...changes }));
  const [editTeam, { isLoading }] = useEditTeamMutation();
  const submit = async () => {
    const change = { teamId: team.id, name, allowed_groups: groups, allowed_models: models };
    if (!(await announce(editTeam(change)))) return;
    kept.discard();
    onClose();
  };
  return (
    <FormDrawer
      isOpen
      title={t('team.edit')}
      isBusy={isLoading}
      onSubmit={() => void submit()}
      onClose={onClose}
      kept={kept}
    >
      <TextField
        label={t('team.name')}
        helper={t('team.name_hint')}
        isRequired
        maxLength={TEAM_NAME_MAX}
        value={name}
        onChange={text => set({ name: text })}
      />
      <TagPicker
        label={t('team.allowed_groups')}
        helper={t('team.allowed_groups_hint')}
        values={groups}
        options={Object.keys(labels)}
        onChange={names => set({ groups: names })}
      />
      <TagPicker
        label={t('team.allowed_models')}
        helper={t('team.allowed_models_hint')}
        values={models}
        options={known}
        onChange={names => set({ models: names })}
      />
    </FormDrawer>
  );
}
