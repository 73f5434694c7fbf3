import { Button } from '@blueprintjs/core';
import { Edit, Envelope } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { DeleteButton } from '../../shared/dialog/DeleteButton';
import { SwitchButton } from '../../shared/table/SwitchButton';

interface RowActionsProps {
  /** The name of the row in the labels of its buttons. */
  readonly name: string;
  readonly isOn: boolean;
  /** True while a test message is on its way. Default: it is not shown. */
  readonly isTesting?: boolean;
  readonly question: string;
  readonly warning: string;
  readonly onToggle: () => void;
  readonly onEdit: () => void;
  readonly onTest: () => void;
  readonly onRemove: () => void;
}

/** What can be done with a rule or a receiver. */
export function RowActions(props: RowActionsProps) {
  const { name, isOn, isTesting, question, warning } = props;
  const { t } = useTranslation();
  return (
    <span className="cell-actions">
      <SwitchButton isOn={isOn} onSwitch={props.onToggle} />
      <Button
        size="small"
        variant="minimal"
        icon={<Edit />}
        aria-label={t('alert.edit_of', { name })}
        text={t('common.edit')}
        onClick={props.onEdit}
      />
      <Button
        size="small"
        variant="minimal"
        icon={<Envelope />}
        aria-label={t('alert.test_of', { name })}
        text={t('alert.test')}
        loading={isTesting}
        onClick={props.onTest}
      />
      <DeleteButton
        label={t('alert.delete_of', { name })}
        question={question}
        warning={warning}
        onConfirm={props.onRemove}
      />
    </span>
  );
}
