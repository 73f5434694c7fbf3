import { TeamRole, type TokenView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useListTeamsQuery } from '../../base/team/team-list-api';
import { SelectField, SwitchField, TextField } from '../../shared/form/fields';
import { type TokenForm } from './use-token-form';

interface TeamFieldsProps {
  readonly form: TokenForm;
  /** The token that is edited, which keeps its team; null for a new one. */
  readonly token: TokenView | null;
}

/** The team whose wallet pays, for those who are in one, and the tags of the calls. */
export function TeamFields({ form: { draft, set }, token }: TeamFieldsProps) {
  const { t } = useTranslation();
  const { data: teams = [] } = useListTeamsQuery();
  const chosen = teams.find(({ id }) => String(id) === draft.teamId);
  const isGone = draft.teamId !== '' && !chosen;
  return (
    <>
      {(teams.length > 0 || isGone) && (
        <SelectField
          label={t('token.team')}
          helper={t('token.team_hint')}
          isDisabled={token !== null}
          value={draft.teamId}
          options={[
            { value: '', label: t('token.team_none') },
            ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
            ...(isGone ? [{ value: draft.teamId, label: `#${draft.teamId}` }] : []),
          ]}
          onChange={teamId => set({ teamId, isShared: false })}
        />
      )}
      {!token && chosen && chosen.role >= TeamRole.Manager && (
        <SwitchField
          label={t('token.team_shared')}
          helper={t('token.team_shared_hint')}
          isOn={draft.isShared}
          onChange={isShared => set({ isShared })}
        />
      )}
      <TextField
        label={t('token.tags')}
        helper={t('token.tags_hint')}
        value={draft.tags}
        onChange={tags => set({ tags })}
      />
    </>
  );
}
