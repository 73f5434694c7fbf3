import { Global, Module } from '@nestjs/common';
import { ExpireReservations } from './expire-reservations';
import { Ledger } from './ledger';
import { NodeIdentity } from './node-identity';

/** The ledger: global, because users, tokens, channels and the relay all keep their money here. */
@Global()
@Module({
  providers: [Ledger, ExpireReservations, NodeIdentity],
  exports: [Ledger, ExpireReservations, NodeIdentity],
})
export class BillingModule {}
