import { Button, NonIdealState, Spinner } from '@blueprintjs/core';
import { Error as ErrorIcon, Refresh } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../app/notices';
import { OptionCard } from '../OptionCard';
import { useListOptionsQuery } from '../setting-api';
import { GroupCard } from './GroupCard';
import { operationCards } from './operation-cards';
import { RatioCard } from './RatioCard';

/** Settings of the daily business, all over one reading of the options. */
export function OperationTab() {
  const { t } = useTranslation();
  const { data: options, isError, isFetching, refetch } = useListOptionsQuery();

  const refresh = async () => {
    const { error } = await refetch();
    if (error) notices.error(t('setting.refresh_failed'));
    else notices.success(t('setting.refreshed'));
  };

  if (isError) {
    return (
      <NonIdealState
        icon={<ErrorIcon size={32} />}
        title={t('setting.options_failed')}
        action={<Button text={t('common.retry')} onClick={() => void refetch()} />}
      />
    );
  }
  if (!options) return <Spinner className="table-spinner" aria-label={t('common.loading')} />;
  return (
    <>
      <div className="toolbar">
        <Button
          className="toolbar-end"
          variant="minimal"
          icon={<Refresh />}
          text={t('common.refresh')}
          loading={isFetching}
          onClick={() => void refresh()}
        />
      </div>
      {operationCards.map(card => (
        <OptionCard key={card.id} card={card} options={options} />
      ))}
      <RatioCard options={options} />
      <GroupCard options={options} />
    </>
  );
}
