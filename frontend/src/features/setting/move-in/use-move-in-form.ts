import { type MoveInStart, type MoveInStatus } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../shared/dialog/notices';
import { useStartMoveInMutation } from './move-in-api';

interface MoveInDraft {
  readonly from: 'file' | 'address';
  readonly address: string;
  readonly hasLogs: boolean;
  readonly logsAddress: string;
  readonly saltKey: string;
}

const EMPTY: MoveInDraft = { from: 'file', address: '', hasLogs: false, logsAddress: '', saltKey: '' };

/** The state of the form and its actions. */
export function useMoveInForm({ source_file, logs_file, run }: MoveInStatus) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(EMPTY);
  const [start, { isLoading }] = useStartMoveInMutation();
  const isFile = draft.from === 'file';
  const hasSource = isFile ? source_file !== null : draft.address.trim() !== '';
  const hasLog = !draft.hasLogs || (isFile ? logs_file !== null : draft.logsAddress.trim() !== '');
  const isBusy = isLoading || run?.state === 'running';
  const begin = async (isDryRun: boolean) => {
    const { error } = await start(toRequest(draft, isDryRun));
    if (!error) notices.success(t(isDryRun ? 'move_in.plan_begun' : 'move_in.begun'));
  };
  return {
    draft,
    change: (changes: Partial<MoveInDraft>) => setDraft({ ...draft, ...changes }),
    begin,
    isBusy,
    isReady: hasSource && hasLog && !isBusy,
    /** Whoever moves in has seen a plan, or begins again after one. */
    hasPlan: run !== null && run.state !== 'running' && run.state !== 'failed',
  };
}

function toRequest({ from, address, hasLogs, logsAddress, saltKey }: MoveInDraft, isDryRun: boolean): MoveInStart {
  const isFile = from === 'file';
  return {
    address: isFile ? '' : address.trim(),
    logs_address: hasLogs && !isFile ? logsAddress.trim() : '',
    has_logs_file: hasLogs && isFile,
    salt_key: isFile ? '' : saltKey.trim(),
    is_dry_run: isDryRun,
  };
}
