import { Intent } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { ConfirmButton, type ConfirmButtonProps } from './ConfirmButton';

interface DeleteButtonProps extends Pick<
  ConfirmButtonProps,
  'question' | 'warning' | 'onConfirm' | 'disabled' | 'loading'
> {
  /** What it deletes, for its tooltip and for readers who cannot see the icon. */
  readonly label: string;
  /** The label of the confirming button. Default: "Delete". */
  readonly confirmLabel?: string;
}

/** The small button of a row that deletes it, after a confirmation. */
export function DeleteButton({ label, confirmLabel, ...button }: DeleteButtonProps) {
  const { t } = useTranslation();
  return (
    <ConfirmButton
      size="small"
      variant="minimal"
      intent={Intent.DANGER}
      icon={<Trash />}
      aria-label={label}
      title={label}
      confirmLabel={confirmLabel ?? t('common.delete')}
      {...button}
    />
  );
}
