import { Button } from '@blueprintjs/core';
import { Refresh } from '@blueprintjs/icons';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { ErrorState, LoadingLines } from '../../shared/display/states';
import { useListOptionsQuery, type OptionTexts } from './setting-api';

interface OptionTabProps {
  /** Renders the cards with the options that were read. */
  readonly children: (options: OptionTexts) => ReactNode;
}

/**
 * The common parts of every tab with options: loading, failure, and reading the options again without losing typed
 * text.
 */
export function OptionTab({ children }: OptionTabProps) {
  const { t } = useTranslation();
  const { data: options, isError, isFetching, refetch } = useListOptionsQuery();

  const refresh = async () => {
    const { error } = await refetch();
    if (error) notices.error(t('setting.refresh_failed'));
    else notices.success(t('setting.refreshed'));
  };

  if (!options && isError) {
    return <ErrorState title={t('setting.options_failed')} onRetry={() => void refetch()} />;
  }
  if (!options) return <LoadingLines />;
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
      {children(options)}
    </>
  );
}
