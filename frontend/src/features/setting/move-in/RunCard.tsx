import { Button, Callout, Card, H5, Intent, ProgressBar } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { type MoveInReport, type MoveInRun, type MoveInState } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../shared/browser/save-file';
import { FactList } from '../../../shared/display/FactList';
import { ToneTag } from '../../../shared/display/ToneTag';
import { formatNumber } from '../../../shared/format/quota';
import { formatTime, type Tone } from '../../../shared/format/time';
import { DataTable } from '../../../shared/table/DataTable';
import { tableColumns } from './move-in-columns';

const TONES: Readonly<Record<MoveInState, Tone>> = {
  running: 'yellow',
  done: 'green',
  failed: 'red',
  interrupted: 'red',
};
/** Names of one remark that are shown; the report has more. */
const SHOWN_NAMES = 12;

function Progress({ step, step_rows }: MoveInRun) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <ProgressBar intent={Intent.PRIMARY} aria-label={t('move_in.state_running')} />
      <p className="muted">
        {step === '' ? t('move_in.beginning') : t('move_in.step', { table: step, rows: formatNumber(step_rows) })}
      </p>
    </div>
  );
}

/** What does not come, or comes changed; the server says it in English. */
function Remarks({ remarks }: Pick<MoveInReport, 'remarks'>) {
  const { t } = useTranslation();
  if (remarks.length === 0) return <p className="muted">{t('move_in.no_remarks')}</p>;
  return (
    <ul className="move-in-remarks" lang="en">
      {remarks.map(({ what, names, count }) => (
        <li key={what}>
          {`${what}: ${names.slice(0, SHOWN_NAMES).join(', ')}`}
          {count > SHOWN_NAMES && ` … (${formatNumber(count)})`}
        </li>
      ))}
    </ul>
  );
}

function Outcome({ report, isDryRun }: { readonly report: MoveInReport; readonly isDryRun: boolean }) {
  const { t } = useTranslation();
  if (isDryRun)
    return (
      <Callout className="block" intent={Intent.PRIMARY}>
        {t('move_in.nothing_stored')}
      </Callout>
    );
  const isEqual = report.tables.every(({ is_equal }) => is_equal !== false);
  const isEven = report.difference_units === 0;
  return (
    <Callout className="block" intent={isEqual && isEven ? Intent.SUCCESS : isEven ? Intent.WARNING : Intent.DANGER}>
      <p>{t(isEqual ? 'move_in.all_equal' : 'move_in.some_differ')}</p>
      {t('move_in.accounts', {
        accounts: formatNumber(report.accounts_checked ?? 0),
        units: formatNumber(report.difference_units),
      })}
    </Callout>
  );
}

function Report({ report, run }: { readonly report: MoveInReport; readonly run: MoveInRun }) {
  const { t } = useTranslation();
  const isDryRun = run.is_dry_run;
  const columns = useMemo(() => tableColumns(t, isDryRun), [t, isDryRun]);
  const rows = report.tables.map((table, at) => ({ ...table, at }));
  const save = () => {
    const name = `${isDryRun ? 'plan' : 'import'}-${run.started_at}.json`;
    saveFile(name, `${JSON.stringify({ ...run }, null, 2)}\n`, 'application/json');
  };
  return (
    <>
      <Outcome report={report} isDryRun={isDryRun} />
      <div className="block">
        <DataTable
          label={t(isDryRun ? 'move_in.plan' : 'move_in.proof')}
          columns={columns}
          rows={rows}
          keyOf={({ at }) => at}
          emptyText={t('move_in.no_tables')}
        />
      </div>
      <H5>{t('move_in.remarks')}</H5>
      <Remarks remarks={report.remarks} />
      <Button icon={<Download />} text={t('move_in.save_report')} onClick={save} />
    </>
  );
}

/** What became of the newest run. */
export function RunCard({ run }: { readonly run: MoveInRun | null }) {
  const { t } = useTranslation();
  return (
    <Card className="draft-card">
      <H5>{t('move_in.result')}</H5>
      {run === null ? <p className="muted">{t('move_in.none_yet')}</p> : <Run run={run} />}
    </Card>
  );
}

function Run({ run }: { readonly run: MoveInRun }) {
  const { t } = useTranslation();
  const { state, source, report, username, started_at } = run;
  const facts = [
    { label: t('move_in.kind'), value: t(run.is_dry_run ? 'move_in.kind_plan' : 'move_in.kind_import') },
    { label: t('move_in.source'), value: source === 'file' ? t('move_in.from_file') : source },
    ...(report ? [{ label: t('move_in.family'), value: report.family }] : []),
    { label: t('move_in.by'), value: username },
    { label: t('move_in.started'), value: formatTime(started_at) },
  ];
  return (
    <>
      <ToneTag tone={TONES[state]}>{t(`move_in.state_${state}`)}</ToneTag>
      <FactList facts={facts} />
      {state === 'running' && <Progress {...run} />}
      {state === 'failed' && (
        <Callout className="block" intent={Intent.DANGER}>
          {t('move_in.failed', { reason: run.error })}
        </Callout>
      )}
      {state === 'interrupted' && (
        <Callout className="block" intent={Intent.WARNING}>
          {t('move_in.interrupted')}
        </Callout>
      )}
      {report && <Report report={report} run={run} />}
    </>
  );
}
