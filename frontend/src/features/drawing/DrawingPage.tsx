import { Callout, H3, Intent } from '@blueprintjs/core';
import { type DrawingView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { SavedFilters } from '../../base/saved-filters/SavedFilters';
import { countFilters } from '../../shared/table/count-filters';
import { DataTable } from '../../shared/table/DataTable';
import { FilterFold } from '../../shared/table/FilterFold';
import { Pagination } from '../../shared/table/Pagination';
import { QueryButton } from '../../shared/table/QueryButton';
import { SearchInput } from '../../shared/table/SearchInput';
import { TimeRange } from '../../shared/table/TimeRange';
import { windowOf } from '../../shared/table/time-window';
import { TextDialog } from '../../shared/dialog/TextDialog';
import { useStatus } from '../../base/site/use-status';
import { drawingColumns } from './drawing-columns';
import { drawingResult } from './drawing-result';
import { DrawingDetail } from './DrawingDetail';
import { ImageViewer } from './ImageViewer';
import { useDrawingQuery } from './use-drawing-query';
import { VideoViewer } from './VideoViewer';

/** The number of rows of a page on the server. */
const PAGE_ROWS = 10;

/** Tells administrators why clients may get no callback about their drawings. */
function CallbackBanner() {
  const { t } = useTranslation();
  return (
    <Callout className="block" intent={Intent.PRIMARY} compact>
      {t('drawing.no_callback')} <Link to="/setting?tab=other">{t('drawing.to_settings')}</Link>
    </Callout>
  );
}

function FilterBar({ state }: { readonly state: ReturnType<typeof useDrawingQuery> }) {
  const { t } = useTranslation();
  const { table, usual, isAdmin, refresh } = state;
  const { filters: texts, setFilters } = table;
  return (
    <FilterFold
      count={countFilters(table.chosenFilters)}
      beside={
        <>
          <QueryButton onQuery={refresh} />
          <SavedFilters list="drawing" table={table} />
        </>
      }
    >
      {isAdmin && (
        <SearchInput
          isNumber
          label={t('drawing.channel_id')}
          value={texts.channel}
          onCommit={channel => setFilters({ channel })}
        />
      )}
      <SearchInput label={t('drawing.mj_id')} value={texts.mj_id} onCommit={id => setFilters({ mj_id: id })} />
      {/* An administrator’s fields and all buttons do not fit into one line. */}
      {isAdmin && <span className="toolbar-break" />}
      <TimeRange span={windowOf(texts, usual)} onChange={setFilters} />
    </FilterFold>
  );
}

function ResultViewer({ drawing, onClose }: { readonly drawing: DrawingView; readonly onClose: () => void }) {
  const { videos, image } = drawingResult(drawing);
  const shared = { title: drawing.mj_id, onClose };
  if (videos.length > 0) return <VideoViewer {...shared} videos={videos} />;
  return image === null ? null : <ImageViewer {...shared} address={image} />;
}

/** The drawing log: all rows for administrators, the own rows for all other users. */
export function DrawingPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const state = useDrawingQuery();
  const { table, list, isAdmin, refresh } = state;
  const { data, currentData, isFetching, isError } = list;
  useListKeys({ onReload: refresh });
  const [chosen, setChosen] = useState<DrawingView | null>(null);
  const [popup, setPopup] = useState({ title: '', text: null as string | null });
  const columns = useMemo(
    () => drawingColumns({ t, isAdmin, onResult: setChosen, onText: (title, text) => setPopup({ title, text }) }),
    [t, isAdmin],
  );
  // This is the current row: its image changes while it is viewed. The row may have left the page meanwhile.
  const viewed = data?.rows.find(({ id }) => id === chosen?.id) ?? chosen;

  return (
    <>
      <H3 className="page-title">{t('drawing.title')}</H3>
      {isAdmin && status.mj_notify_enabled === false && <CallbackBanner />}
      <FilterBar state={state} />
      <DataTable
        label={t('drawing.title')}
        columns={columns}
        rows={data?.rows}
        keyOf={({ id }) => id}
        nameOf={({ mj_id: id }) => id}
        // A page that is only reloaded stays unchanged: it is neither dimmed while loading nor removed when that fails.
        isFetching={isFetching && !currentData}
        hasFailed={isError && !currentData}
        onRetry={refresh}
        emptyText={t('drawing.empty')}
        renderDetail={drawing => <DrawingDetail drawing={drawing} display={status} isAdmin={isAdmin} />}
      />
      <Pagination
        page={table.page}
        size={PAGE_ROWS}
        total={data?.total}
        rowCount={data?.rows.length ?? 0}
        onPage={table.setPage}
      />
      {viewed && <ResultViewer drawing={viewed} onClose={() => setChosen(null)} />}
      <TextDialog {...popup} onClose={() => setPopup({ ...popup, text: null })} />
    </>
  );
}
