import { Global, Module } from '@nestjs/common';
import { ClosedCharges } from '@platform';
import { ClosingMovements } from './closed-charges';
import { ExpireReservations } from './expire-reservations';
import { Ledger } from './ledger';
import { NodeIdentity } from './node-identity';

/** The ledger: global, because users, tokens, channels and the relay all keep their money here. */
@Global()
@Module({
  providers: [Ledger, ExpireReservations, NodeIdentity, { provide: ClosedCharges, useClass: ClosingMovements }],
  exports: [Ledger, ExpireReservations, NodeIdentity, ClosedCharges],
})
export class BillingModule {}
