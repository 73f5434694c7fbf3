export { RedemptionModule } from './redemption.module';

/** Tables of this lib, by their classes. */
export const redemptionEntities: (new () => object)[] = [];
