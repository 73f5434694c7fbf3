import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup, Intent, TextArea } from '@blueprintjs/core';
import { type PriceTableRow } from '@contracts';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../shared/format/quota';
import { ChangeList } from './ChangeList';
import { readPasted } from './pasted-prices';
import { type CellChange, type PriceView } from './price-draft';
import { priceHeaders } from './price-headers';

interface PasteDialogProps {
  readonly rows: readonly PriceTableRow[];
  readonly view: PriceView;
  readonly quotaPerUnit: number;
  readonly onTake: (changes: readonly CellChange[]) => void;
  readonly onClose: () => void;
}

const ROWS = 8;
const FAULTS_SHOWN = 5;

/** Takes cells of a spreadsheet, and shows what they change before they get into the table. */
export function PasteDialog({ rows, view, quotaPerUnit, onTake, onClose }: PasteDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const read = useMemo(
    () => readPasted(text, { rows, view, quotaPerUnit, headers: priceHeaders(t) }),
    [text, rows, view, quotaPerUnit, t],
  );
  const saved = useMemo(() => new Map(rows.map(row => [row.model, row.set])), [rows]);
  const changes = read.changes.map(change => ({ ...change, before: saved.get(change.model)?.[change.key] ?? null }));
  return (
    <Dialog className="wide-dialog" isOpen title={t('prices.paste')} onClose={onClose}>
      <DialogBody>
        <FormGroup
          label={t('prices.paste_label')}
          labelFor={id}
          helperText={t(view === 'money' ? 'prices.paste_hint_money' : 'prices.paste_hint_ratio')}
        >
          <TextArea
            id={id}
            fill
            autoFocus
            rows={ROWS}
            spellCheck={false}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
        </FormGroup>
        {read.faults.length > 0 && (
          <Callout className="block" intent={Intent.WARNING} compact title={t('prices.paste_faults')}>
            {read.faults.slice(0, FAULTS_SHOWN).map(({ line, text: words, why }) => (
              <div key={line}>{t(`prices.paste_fault_${why}`, { line: formatNumber(line), text: words })}</div>
            ))}
            {read.faults.length > FAULTS_SHOWN &&
              t('prices.paste_more', { number: formatNumber(read.faults.length - FAULTS_SHOWN) })}
          </Callout>
        )}
        {text.trim() !== '' && (
          <ChangeList label={t('prices.paste_changes')} changes={changes} emptyText={t('prices.paste_nothing')} />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common.cancel')} onClick={onClose} />
            <Button
              intent={Intent.PRIMARY}
              disabled={changes.length === 0}
              text={t('prices.paste_take', { number: formatNumber(changes.length) })}
              onClick={() => {
                onTake(read.changes);
                onClose();
              }}
            />
          </>
        }
      />
    </Dialog>
  );
}
