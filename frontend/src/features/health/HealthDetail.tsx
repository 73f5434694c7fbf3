import { type ChannelHealthView, type HealthSpan, type ModelHealthView } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../shared/display/states';
import { type Column } from '../../shared/table/column';
import { DataTable } from '../../shared/table/DataTable';
import { useGetChannelHealthQuery } from './health-api';
import { figureColumns } from './health-columns';
import { RestLine } from './HealthState';

/** A model with its place in the table. */
type ModelRow = ModelHealthView & { readonly place: number };

interface HealthDetailProps {
  readonly channel: ChannelHealthView;
  readonly span: HealthSpan;
  readonly readAtMs: number;
}

/** The models of a channel, and everything that rests on it. */
export function HealthDetail({ channel, span, readAtMs }: HealthDetailProps) {
  const { t, i18n } = useTranslation();
  const { data, isFetching, isError, refetch } = useGetChannelHealthQuery({ id: channel.id, span });
  const columns = useMemo(
    (): readonly Column<ModelRow>[] => [
      { id: 'model', header: t('health.model'), render: row => <span className="cell-wide">{row.model}</span> },
      ...figureColumns<ModelRow>({ t, language: i18n.language }, ({ model }) => model),
    ],
    [t, i18n.language],
  );
  if (isError) return <ErrorState onRetry={() => void refetch()} />;
  return (
    <>
      {channel.rests.length > 0 && (
        <ul className="health-rests" aria-label={t('health.rests_of', { name: channel.name })}>
          {channel.rests.map(rest => (
            <li key={`${rest.key_place}/${rest.model}`}>
              <RestLine rest={rest} readAtMs={readAtMs} />
            </li>
          ))}
        </ul>
      )}
      <DataTable
        label={t('health.models_of', { name: channel.name })}
        columns={columns}
        rows={data?.models.map((model, place) => ({ ...model, place }))}
        keyOf={row => row.place}
        isFetching={isFetching}
        emptyText={t('health.no_attempts')}
      />
    </>
  );
}
