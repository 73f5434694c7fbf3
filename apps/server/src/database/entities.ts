import { alertEntities } from '@alert';
import { archiveEntities } from '@archive';
import { authEntities } from '@auth';
import { AccountEntity, NodeEntity } from '@billing';
import { budgetEntities } from '@budget';
import { channelEntities } from '@channel';
import { importEntities } from '@import';
import { inspectorEntities } from '@inspector';
import { joiningEntities } from '@joining';
import { LogEntity } from '@log';
import { optionEntities } from '@option';
import { planEntities } from '@plan';
import { paymentEntities } from '@payment';
import { pricingEntities } from '@pricing';
import { redemptionEntities } from '@redemption';
import { taskEntities } from '@task';
import { teamEntities } from '@team';
import { tokenEntities } from '@token';
import { userEntities } from '@user';

/**
 * Every table that is read or written through an entity. The list is explicit, because a compiled build has no folder
 * to search.
 */
export const entities = [
  AccountEntity,
  NodeEntity,
  LogEntity,
  ...optionEntities,
  ...channelEntities,
  ...userEntities,
  ...authEntities,
  ...tokenEntities,
  ...redemptionEntities,
  ...paymentEntities,
  ...taskEntities,
  ...alertEntities,
  ...inspectorEntities,
  ...budgetEntities,
  ...planEntities,
  ...teamEntities,
  ...joiningEntities,
  ...archiveEntities,
  ...importEntities,
  ...pricingEntities,
];
