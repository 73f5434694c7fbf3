import { type AlertReceiverView } from '@contracts';
import { type TFunction } from 'i18next';
import { TimeCell } from '../../shared/display/TimeCell';
import { formatTime } from '../../shared/format/time';
import { type Column } from '../../shared/table/column';
import { receiverName } from './alert-names';
import { RowActions } from './RowActions';

/** The actions of a row of the receivers. */
export interface ReceiverActions {
  readonly edit: (receiver: AlertReceiverView) => void;
  readonly toggle: (receiver: AlertReceiverView) => void;
  readonly test: (receiver: AlertReceiverView) => void;
  /** Receivers to which a test message is on its way. */
  readonly testing: ReadonlySet<number>;
  readonly remove: (receiver: AlertReceiverView) => void;
}

interface ReceiverColumnsContext {
  readonly t: TFunction;
  readonly actions: ReceiverActions;
}

interface PartProps extends ReceiverColumnsContext {
  readonly receiver: AlertReceiverView;
}

/** Where the messages go, as far as that is no secret. */
function placeOf({ kind, shown }: AlertReceiverView, t: TFunction): string {
  if (kind === 'mail') return shown.to ?? t('alert.mail_of_root');
  return shown.address ?? shown.chat_id ?? '';
}

function Outcome({ receiver, t }: PartProps) {
  const { sent_time: sentAt, error, error_time: errorAt } = receiver;
  if (error !== '') {
    return (
      <span className="alert-saying alert-failed">
        <span>{t('alert.failed_at', { time: formatTime(errorAt) })}</span>
        <span className="cell-wide">{error}</span>
      </span>
    );
  }
  return <TimeCell seconds={sentAt} none={t('alert.never_sent')} />;
}

function Actions({ receiver, t, actions }: PartProps) {
  const name = receiverName(receiver, t);
  return (
    <RowActions
      name={name}
      isOn={receiver.enabled}
      isTesting={actions.testing.has(receiver.id)}
      question={t('alert.delete_receiver_question', { name })}
      warning={t('alert.delete_receiver_warning')}
      onToggle={() => actions.toggle(receiver)}
      onEdit={() => actions.edit(receiver)}
      onTest={() => actions.test(receiver)}
      onRemove={() => actions.remove(receiver)}
    />
  );
}

/** The columns of the receivers. */
export function receiverColumns({ t, actions }: ReceiverColumnsContext): readonly Column<AlertReceiverView>[] {
  const parts = { t, actions };
  return [
    {
      id: 'name',
      header: t('alert.receiver'),
      render: receiver => (
        <span className="alert-saying">
          <strong className="cell-wide">{receiverName(receiver, t)}</strong>
          {receiver.name !== '' && <span className="muted">{t(`alert.receiver_${receiver.kind}`)}</span>}
        </span>
      ),
    },
    {
      id: 'place',
      header: t('alert.place'),
      render: receiver => <span className="cell-wide">{placeOf(receiver, t)}</span>,
    },
    { id: 'language', header: t('alert.language'), render: ({ language }) => t(`alert.language_${language}`) },
    { id: 'sent', header: t('alert.last_message'), render: row => <Outcome receiver={row} {...parts} /> },
    { id: 'actions', header: t('common.actions'), render: row => <Actions receiver={row} {...parts} /> },
  ];
}
