import { Button, Intent, Tag } from '@blueprintjs/core';
import { Add, Export, FloppyDisk, Import, Lightning, Cube } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../../shared/copy/use-copy';
import { OptionTab } from '../OptionTab';
import { EmptyState } from '../../../shared/display/states';
import { ImportDialog } from './ImportDialog';
import { ManufacturerCard } from './ManufacturerCard';
import { useManufacturers } from './use-manufacturers';

interface EditorProps {
  readonly editor: ReturnType<typeof useManufacturers>;
}

function AddManufacturer({ editor: { dispatch } }: EditorProps) {
  const { t } = useTranslation();
  return <Button icon={<Add />} text={t('manufacturer.add')} onClick={() => dispatch({ kind: 'add' })} />;
}

function EditorToolbar({ editor, onImport }: EditorProps & { readonly onImport: () => void }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <div className="toolbar toolbar-center model-toolbar">
      <AddManufacturer editor={editor} />
      <Button
        intent={Intent.PRIMARY}
        icon={<FloppyDisk />}
        text={t('manufacturer.save')}
        loading={editor.isSaving}
        onClick={() => void editor.saveList()}
      />
      <Button
        icon={<Lightning />}
        text={t('manufacturer.configure')}
        title={t('manufacturer.configure_hint')}
        loading={editor.isConfiguring}
        onClick={() => void editor.configure()}
      />
      <Button
        icon={<Export />}
        text={t('manufacturer.export')}
        onClick={() => copy(editor.exportText(), t('manufacturer.export_done'))}
      />
      <Button icon={<Import />} text={t('manufacturer.import')} onClick={onImport} />
      <span role="status">
        {editor.isUnsaved && (
          <Tag minimal intent={Intent.WARNING}>
            {t('manufacturer.unsaved')}
          </Tag>
        )}
      </span>
    </div>
  );
}

function Editor({ saved }: { readonly saved: string }) {
  const { t } = useTranslation();
  const editor = useManufacturers(saved);
  const { rows, dispatch, tags } = editor;
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <EditorToolbar editor={editor} onImport={() => setImporting(true)} />
      {rows.length === 0 && (
        <EmptyState icon={<Cube size={32} />} title={t('manufacturer.none')} text={t('manufacturer.none_hint')} />
      )}
      {rows.map((row, index) => (
        <ManufacturerCard
          key={row.id}
          row={row}
          isFirst={index === 0}
          isLast={index === rows.length - 1}
          tags={tags}
          dispatch={dispatch}
        />
      ))}
      {rows.length > 0 && <AddManufacturer editor={editor} />}
      <ImportDialog isOpen={isImporting} onImport={editor.importText} onClose={() => setImporting(false)} />
    </>
  );
}

/** The settings tab for the manufacturers that the price list shows. */
export function ModelTab() {
  return <OptionTab>{options => <Editor saved={options.Manufacturers ?? '[]'} />}</OptionTab>;
}
