import { Button, Callout, H3, Intent } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { notices } from '../../shared/dialog/notices';
import { formatTime } from '../../shared/format/time';
import { LoadingLines } from '../../shared/display/states';
import { useGetTeamOfferQuery, useJoinTeamMutation } from './team-parts-api';

/** What an invitation offers, and the button that accepts it. */
export function JoinTeam({ code }: { readonly code: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: offer, isError } = useGetTeamOfferQuery(code);
  const [joinTeam, { isLoading }] = useJoinTeamMutation();
  const join = async () => {
    const { data } = await joinTeam(code);
    if (!data) return; // the listener shows the reason
    notices.success(t('team.accepted', { name: data.name }));
    void navigate(`/team/${data.id}`, { replace: true });
  };
  return (
    <>
      <H3 className="page-title">{t('team.join_title')}</H3>
      {isError && (
        <Callout intent={Intent.WARNING} role="alert">
          {t('team.gone')}
        </Callout>
      )}
      {!isError && !offer && <LoadingLines count={2} />}
      {offer && (
        <>
          <p>{t('team.invited_to', { by: offer.invited_by, name: offer.team, role: t(`team.role_${offer.role}`) })}</p>
          <p className="muted">{`${t('team.expires')}: ${formatTime(offer.expires_time)}`}</p>
          <Button intent={Intent.PRIMARY} loading={isLoading} text={t('team.accept')} onClick={() => void join()} />
        </>
      )}
    </>
  );
}
