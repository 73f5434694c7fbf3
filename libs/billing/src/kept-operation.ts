import { type RiderSink } from '@platform';
import { type KeptCharge } from './charge-journal';
import { movementRowOf } from './charge-records';
import { type ChargeOperation, type SettleOperation, type Settlement } from './ledger-operation';

/** The sinks of the rows that may commit with a charge, by their names. */
type Sinks = ReadonlyMap<string, RiderSink<unknown>>;

/** What books a charge that was kept on the disk. @throws Error for a row that this version does not know */
export function operationOf(kept: KeptCharge, sinks: Sinks): ChargeOperation | SettleOperation {
  const { reservation, share, units, channelId } = kept;
  const settlement = { units, channelId, riders: kept.riders.map(rider => revived(rider, sinks)) };
  if (share === undefined) return { kind: 'settle', reservation, settlement };
  const movementRow = movementRowOf(reservation, settlement);
  return { kind: 'charge', reservation, settlement, share, movementRow, isRepeated: true };
}

function revived({ sink, row }: KeptCharge['riders'][number], sinks: Sinks): Settlement['riders'][number] {
  const known = sinks.get(sink);
  if (!known) throw new Error(`A kept charge has a row for "${sink}", which this version does not know.`);
  return { sink: known, row };
}
