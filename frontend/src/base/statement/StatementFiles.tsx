import { Button } from '@blueprintjs/core';
import { Document, Download } from '@blueprintjs/icons';
import { type StatementFormat } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useExportStatementMutation, type StatementOf } from './statement-api';

/** Saves a statement as PDF, in the language of the console, or as CSV. */
export function StatementFiles({ of, isDisabled }: { readonly of: StatementOf; readonly isDisabled?: boolean }) {
  const { t, i18n } = useTranslation();
  const [exportStatement, { isLoading, originalArgs }] = useExportStatementMutation();
  const language = i18n.language === 'zh' ? 'zh' : 'en';
  const save = (format: StatementFormat) => void exportStatement({ ...of, format, language });
  const isSaving = (format: StatementFormat) => isLoading && originalArgs?.format === format;
  return (
    <>
      <Button
        variant="minimal"
        icon={<Document />}
        text={t('statement.pdf')}
        loading={isSaving('pdf')}
        disabled={isDisabled}
        onClick={() => save('pdf')}
      />
      <Button
        variant="minimal"
        icon={<Download />}
        text={t('statement.csv')}
        loading={isSaving('csv')}
        disabled={isDisabled}
        onClick={() => save('csv')}
      />
    </>
  );
}
