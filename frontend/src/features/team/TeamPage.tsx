import { H3 } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { useMatch } from 'react-router-dom';
import { JoinTeam } from './JoinTeam';
import { TeamList } from './TeamList';
import { TeamView } from './TeamView';
import '../../styles/team.css';

/** The teams of the reader, one of them, or an invitation to one: the address says which. */
export function TeamPage() {
  const { t } = useTranslation();
  const code = useMatch('/team/join/:id')?.params.id;
  const id = Number(useMatch('/team/:id')?.params.id);
  if (code !== undefined) return <JoinTeam code={code} />;
  if (Number.isSafeInteger(id) && id > 0) return <TeamView key={id} id={id} />;
  return (
    <>
      <H3 className="page-title">{t('team.title')}</H3>
      <p className="muted">{t('team.intro')}</p>
      <TeamList />
    </>
  );
}
